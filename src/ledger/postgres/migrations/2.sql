-- The program makes its checks itself, in the transaction that writes: what stood beside each line for checks in SQL goes. The lines stay as they are.
DROP VIEW coursebinder.attempts;
DROP INDEX coursebinder.events_of_job;
DROP INDEX coursebinder.intentions;
ALTER TABLE coursebinder.events
  DROP COLUMN at,
  DROP COLUMN edition,
  DROP COLUMN job,
  DROP COLUMN attempt,
  DROP COLUMN story,
  DROP COLUMN verdict,
  DROP COLUMN credits,
  DROP COLUMN audiobook,
  DROP COLUMN status,
  DROP COLUMN started;
CREATE INDEX events_by_time ON coursebinder.events (ledger, recorded_at);
UPDATE coursebinder.format SET version = 2;
