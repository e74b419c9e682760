-- Work that was given up is not kept any more: its credits were returned, and its story says why it failed.
DELETE FROM jobs WHERE dead_reason IS NOT NULL;
DROP INDEX jobs_waiting;
ALTER TABLE jobs DROP COLUMN dead_reason;
CREATE INDEX jobs_waiting ON jobs (kind, due_at);
-- A configuration that still names a deleted account makes it again.
DROP TABLE deleted_accounts;
