-- The configuration makes accounts and keys once; what it said later is of no use. A key that it had withdrawn stays so.
UPDATE credentials SET revoked_at = created_at WHERE withdrawn = 1 AND revoked_at IS NULL;
ALTER TABLE credentials DROP COLUMN withdrawn;
ALTER TABLE accounts DROP COLUMN configured;
ALTER TABLE sign_ins DROP COLUMN by_operator;
