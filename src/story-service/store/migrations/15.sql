-- Work that was given up is not kept any more: its credits were returned, and its story says why it failed.
DELETE FROM jobs WHERE dead_reason IS NOT NULL;
DROP INDEX jobs_waiting;
ALTER TABLE jobs DROP COLUMN dead_reason;
CREATE INDEX jobs_waiting ON jobs (kind, due_at);
-- A configuration that still names a deleted account makes it again.
DROP TABLE deleted_accounts;
-- Every access token has all scopes of its connection. Those with fewer are given up early; their programs renew them.
DELETE FROM bearers WHERE scopes IS NOT NULL;
ALTER TABLE bearers DROP COLUMN scopes;
