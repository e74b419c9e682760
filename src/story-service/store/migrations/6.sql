-- What the configuration said of the account at the last start that named it: only what it says anew replaces what the operator has set since.
ALTER TABLE accounts ADD COLUMN configured TEXT;
-- Set by the operator: a configuration without a secret leaves it.
ALTER TABLE sign_ins ADD COLUMN by_operator INTEGER NOT NULL DEFAULT 0;

-- Why the operator moved credits, and the name under which that is done only once.
ALTER TABLE movements ADD COLUMN note TEXT;
ALTER TABLE movements ADD COLUMN reference TEXT;
CREATE UNIQUE INDEX movements_by_reference ON movements (reference) WHERE reference IS NOT NULL;

-- Who did what to which account, written in the transaction that does it. No secrets.
CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  what TEXT NOT NULL,
  account_id TEXT,
  details TEXT NOT NULL
) STRICT;
CREATE INDEX audit_log_of_account ON audit_log (account_id, seq);
