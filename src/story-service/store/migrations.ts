/** A step in SQLite's words, which `postgres/schema.ts` translates, or where that is not enough in the words of both. */
export type Migration = string | { readonly sqlite: string; readonly postgres: string };

/**
 * The schema, step by step, the same version for both engines. Never edit a released step: add another one. Times are whole ms since 1970, credits
 * whole numbers, lists and settings JSON.
 */
export const migrations: readonly Migration[] = [
  `
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
  ) STRICT, WITHOUT ROWID
  `,
  `
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
  CREATE INDEX refresh_tokens_of_credential ON refresh_tokens (credential_id)
  `,
  `
  -- What the last start was configured with, for commands that work on the folder beside the service.
  CREATE TABLE configured (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID
  `,
  {
    sqlite: `
  -- What is searched for in a story's request, which engines read in different ways.
  ALTER TABLE stories ADD COLUMN lang TEXT NOT NULL DEFAULT '';
  ALTER TABLE stories ADD COLUMN visibility TEXT NOT NULL DEFAULT 'private';
  UPDATE stories SET lang = json_extract(request, '$.lang'),
    visibility = COALESCE(json_extract(request, '$.visibility'), 'private')
  `,
    // The first version that runs on PostgreSQL, so there are no stories yet.
    postgres: `
  ALTER TABLE stories ADD COLUMN lang TEXT NOT NULL DEFAULT '';
  ALTER TABLE stories ADD COLUMN visibility TEXT NOT NULL DEFAULT 'private';
  -- SQLite has one in every table: the order of insertion, for rows of the same millisecond.
  ALTER TABLE credentials ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY;
  -- Sorted by their bytes, as SQLite does.
  ALTER TABLE accounts ALTER COLUMN id TYPE TEXT COLLATE "C"
  `,
  },
  `
  -- What is to be written and narrated, each from its reservation or charge to its result. A lease lasts by the database's clock; whoever holds it
  -- proves that with the fence, which grows whenever a process takes the job.
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('writing', 'narration')),
    story_id TEXT NOT NULL REFERENCES stories (id),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    holder TEXT,
    fence INTEGER NOT NULL DEFAULT 0,
    leased_until INTEGER NOT NULL DEFAULT 0,
    -- Given up, and its credits returned.
    dead_reason TEXT,
    UNIQUE (story_id, kind)
  ) STRICT;
  CREATE INDEX jobs_waiting ON jobs (kind, due_at) WHERE dead_reason IS NULL;
  CREATE INDEX jobs_held ON jobs (kind, account_id) WHERE holder IS NOT NULL;
  INSERT INTO jobs (kind, story_id, account_id, due_at)
    SELECT 'writing', id, account_id, due_at FROM stories WHERE status = 'writing' ORDER BY due_at;
  INSERT INTO jobs (kind, story_id, account_id, due_at)
    SELECT 'narration', story_id, account_id, due_at FROM books WHERE status IN ('pending', 'processing') ORDER BY due_at;
  DROP INDEX stories_being_written;
  DROP INDEX books_being_made;

  -- The file of a book's recording in the folder of recordings; null: the book's id and .mp3.
  ALTER TABLE books ADD COLUMN recording TEXT
  `,
  `
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
  CREATE INDEX audit_log_of_account ON audit_log (account_id, seq)
  `,
  {
    // One process counts in memory.
    sqlite: "",
    // What several processes count together, apart from money: it need not survive a crash of the server, so that a call waits for no disk. Each row
    // changes with each call, in the page where it is.
    postgres: `
  CREATE UNLOGGED TABLE call_windows (
    -- A keyed hash of what is counted for whom.
    name TEXT PRIMARY KEY,
    instants BIGINT[] NOT NULL,
    -- From then on the row is of no use.
    ends_at BIGINT NOT NULL,
    -- What the latest call was told.
    wait BIGINT NOT NULL
  ) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.1,
    toast.autovacuum_vacuum_threshold = 500, toast.autovacuum_vacuum_scale_factor = 0.1)
  `,
  },
  `
  -- Accounts whose data was deleted, as keyed hashes of their ids: a configuration that still names one does not bring it back.
  CREATE TABLE deleted_accounts (
    hash TEXT PRIMARY KEY,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID
  `,
  `
  -- Who may use the operator's pages, each with a keyed hash of a secret, and who is signed in there.
  CREATE TABLE operators (
    name TEXT PRIMARY KEY,
    hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE operator_sessions (
    hash TEXT PRIMARY KEY,
    operator TEXT NOT NULL REFERENCES operators (name),
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID
  `,
  `
  -- Facts of the service itself that are texts; numbers are in configured. Where its recordings are, as the last start found it.
  CREATE TABLE noted (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID
  `,
];
