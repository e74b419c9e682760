-- The first version that runs on PostgreSQL, so there are no stories yet.
ALTER TABLE stories ADD COLUMN lang TEXT NOT NULL DEFAULT '';
ALTER TABLE stories ADD COLUMN visibility TEXT NOT NULL DEFAULT 'private';
-- SQLite has one in every table: the order of insertion, for rows of the same millisecond.
ALTER TABLE credentials ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY;
-- Sorted by their bytes, as SQLite does.
ALTER TABLE accounts ALTER COLUMN id TYPE TEXT COLLATE "C";
