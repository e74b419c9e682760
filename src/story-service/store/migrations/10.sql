-- Facts of the service itself that are texts; numbers are in configured. Where its recordings are, as the last start found it.
CREATE TABLE noted (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
