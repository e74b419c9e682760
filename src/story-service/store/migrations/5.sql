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
ALTER TABLE books ADD COLUMN recording TEXT;
