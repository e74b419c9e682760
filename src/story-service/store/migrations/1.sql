CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- A key or, with its own kind, a connection: what holds scopes and a cap.
CREATE TABLE credentials (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  kind TEXT NOT NULL CHECK (kind IN ('key', 'connection')),
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  cap INTEGER CHECK (cap BETWEEN 0 AND 100000),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER,
  -- Revoked by the configuration, which may take it back; revoked_at is for good.
  withdrawn INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX credentials_of_account ON credentials (account_id);

-- What a caller presents, as a keyed hash only.
CREATE TABLE bearers (
  hash TEXT PRIMARY KEY,
  credential_id TEXT NOT NULL REFERENCES credentials (id),
  expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE stories (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  credential_id TEXT NOT NULL REFERENCES credentials (id),
  request TEXT NOT NULL,
  status TEXT NOT NULL,
  title TEXT,
  text TEXT,
  error TEXT,
  writing_credits INTEGER NOT NULL,
  audiobook_credits INTEGER NOT NULL,
  charged INTEGER NOT NULL DEFAULT 0,
  fund TEXT NOT NULL CHECK (fund IN ('available', 'outside')),
  cap_month TEXT NOT NULL,
  free_day TEXT,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;
CREATE INDEX stories_of_free_day ON stories (free_day) WHERE free_day IS NOT NULL;
CREATE INDEX stories_being_written ON stories (due_at) WHERE status = 'writing';
CREATE INDEX stories_of_account ON stories (account_id);

CREATE TABLE books (
  id TEXT PRIMARY KEY,
  story_id TEXT NOT NULL UNIQUE REFERENCES stories (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  status TEXT NOT NULL,
  duration_ms INTEGER,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  UNIQUE (account_id, created_at)
) STRICT;
CREATE INDEX books_being_made ON books (due_at) WHERE status IN ('pending', 'processing');

-- Double entry: every movement leaves one fund and enters another.
CREATE TABLE movements (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  source TEXT NOT NULL,
  target TEXT NOT NULL CHECK (target <> source),
  credits INTEGER NOT NULL CHECK (credits > 0),
  reason TEXT NOT NULL,
  story_id TEXT REFERENCES stories (id),
  credential_id TEXT REFERENCES credentials (id),
  cap_month TEXT
) STRICT;
CREATE INDEX movements_of_account ON movements (account_id, seq);

-- What the movements add up to, kept beside them so that a read need not add; checked against them at every start.
CREATE TABLE funds (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  fund TEXT NOT NULL CHECK (fund IN ('outside', 'available', 'reserved', 'spent')),
  credits INTEGER NOT NULL,
  PRIMARY KEY (account_id, fund),
  CHECK (fund = 'outside' OR credits >= 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE cap_use (
  credential_id TEXT NOT NULL REFERENCES credentials (id),
  cap_month TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits >= 0),
  PRIMARY KEY (credential_id, cap_month)
) STRICT, WITHOUT ROWID;

CREATE TABLE paid_starts (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX paid_starts_of_account ON paid_starts (account_id, at);

-- Refusals that a sentinel gives once: [[rate-limit]] per account and topic, [[book-payment]] per story.
CREATE TABLE sentinel_refusals (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  what TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, what)
) STRICT, WITHOUT ROWID;
