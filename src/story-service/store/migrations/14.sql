-- Work that was given up has ended, and its story says why. An account that is deleted leaves nothing.
DELETE FROM jobs WHERE dead_reason IS NOT NULL;
DROP INDEX jobs_waiting;
ALTER TABLE jobs DROP COLUMN dead_reason;
CREATE INDEX jobs_waiting ON jobs (kind, due_at);
DROP TABLE deleted_accounts;
