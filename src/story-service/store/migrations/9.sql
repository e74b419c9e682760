-- Who may use the operator's pages, each with a keyed hash of a secret, and who is signed in there.
CREATE TABLE operators (
  name TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE operator_sessions (
  hash TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operators (name),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
