-- How an account signs in to the pages: a slow salted hash of its secret.
CREATE TABLE sign_ins (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  salt TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE oauth_clients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A connection's client, and when its last refresh token ends: a connection that can't be renewed counts no more.
ALTER TABLE credentials ADD COLUMN client_id TEXT REFERENCES oauth_clients (id);
ALTER TABLE credentials ADD COLUMN ends_at INTEGER;
-- What an access token was narrowed to; null: all that its connection holds.
ALTER TABLE bearers ADD COLUMN scopes TEXT;
CREATE INDEX bearers_of_credential ON bearers (credential_id);

-- A consent that waits to be picked up. Once it was, it names the connection that it became.
CREATE TABLE oauth_codes (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES oauth_clients (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL,
  scopes TEXT NOT NULL,
  cap INTEGER NOT NULL CHECK (cap BETWEEN 0 AND 100000),
  expires_at INTEGER NOT NULL,
  credential_id TEXT REFERENCES credentials (id)
) STRICT, WITHOUT ROWID;

-- Used ones stay as long as their connection: using one again is what ends it.
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  credential_id TEXT NOT NULL REFERENCES credentials (id),
  expires_at INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_tokens_of_credential ON refresh_tokens (credential_id);
