-- Accounts whose data was deleted, as keyed hashes of their ids: a configuration that still names one does not bring it back.
CREATE TABLE deleted_accounts (
  hash TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
