-- What the last start was configured with, for commands that work on the folder beside the service.
CREATE TABLE configured (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
