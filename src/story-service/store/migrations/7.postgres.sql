-- What several processes count together, apart from money: it need not survive a crash of the server, so that a call waits for no disk. Each row
-- changes with each call, in the page where it is.
CREATE UNLOGGED TABLE call_windows (
  -- A keyed hash of what is counted for whom.
  name TEXT PRIMARY KEY,
  instants BIGINT[] NOT NULL,
  -- From then on the row is of no use.
  ends_at BIGINT NOT NULL,
  -- What the latest call was told.
  wait BIGINT NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.1,
  toast.autovacuum_vacuum_threshold = 500, toast.autovacuum_vacuum_scale_factor = 0.1);
