-- What is searched for in a story's request, which engines read in different ways.
ALTER TABLE stories ADD COLUMN lang TEXT NOT NULL DEFAULT '';
ALTER TABLE stories ADD COLUMN visibility TEXT NOT NULL DEFAULT 'private';
UPDATE stories SET lang = json_extract(request, '$.lang'),
  visibility = COALESCE(json_extract(request, '$.visibility'), 'private');
