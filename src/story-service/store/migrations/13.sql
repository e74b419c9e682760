-- Only a job says when its work is due.
ALTER TABLE stories DROP COLUMN due_at;
ALTER TABLE books DROP COLUMN due_at;

-- Earlier versions could add a pepper while the service ran, and marked what they hashed with it: twelve digits and a dot before the hash.
UPDATE bearers SET hash = substr(hash, 14) WHERE hash LIKE '____________.%';
UPDATE sign_ins SET hash = substr(hash, 14) WHERE hash LIKE '____________.%';
UPDATE sessions SET hash = substr(hash, 14) WHERE hash LIKE '____________.%';
UPDATE operator_sessions SET hash = substr(hash, 14) WHERE hash LIKE '____________.%';
UPDATE oauth_codes SET hash = substr(hash, 14) WHERE hash LIKE '____________.%';
UPDATE refresh_tokens SET hash = substr(hash, 14) WHERE hash LIKE '____________.%';
UPDATE operators SET hash = substr(hash, 14) WHERE hash LIKE '____________.%';
UPDATE deleted_accounts SET hash = substr(hash, 14) WHERE hash LIKE '____________.%';
