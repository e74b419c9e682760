import type { Readable } from "node:stream";
import type ZipStream from "zip-stream";
import type { EntryFacts } from "zip-stream";

/** Adds an entry to a zip, and resolves when its last byte is in. Rejects when its source fails. */
export function addEntry(zip: ZipStream, source: Buffer | Readable, facts: EntryFacts): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.entry(source, facts, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
}
