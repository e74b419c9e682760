-- Every finished book names the file of its recording. Earlier versions named it after the book.
UPDATE books SET recording = id || '.mp3' WHERE recording IS NULL AND status = 'ready';
