-- When work is due is said by its job alone.
ALTER TABLE stories DROP COLUMN due_at;
ALTER TABLE books DROP COLUMN due_at;
