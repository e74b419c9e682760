import { packRecord, unpackRecord } from "./packed-record.ts";
import type { JobRecord, OpenRecord, RecordKeeper } from "./state.ts";

// A run makes its lessons side by side; so many records stay open that those it works on are rarely packed in between.
const openAtMost = 1_024;

/**
 * Records for reading a long ledger once: those that no event has named lately are kept as one text each, in a third of the memory of
 * their objects, and with nothing for the garbage collector to follow. What is asked for is unpacked anew each time.
 */
export class PackedRecords implements RecordKeeper {
  /** Every record by its key, in the order in which they were added; a text is a packed one. */
  readonly #records = new Map<string, OpenRecord | string>();
  /** The keys of open records; the one that was opened first comes first. */
  readonly #open = new Set<string>();
  readonly #openAtMost: number;

  constructor(mostOpen = openAtMost) {
    this.#openAtMost = mostOpen;
  }

  get size(): number {
    return this.#records.size;
  }

  has(key: string): boolean {
    return this.#records.has(key);
  }

  get(key: string): JobRecord | undefined {
    const kept = this.#records.get(key);
    return typeof kept === "string" ? unpackRecord(key, kept) : kept;
  }

  open(key: string): OpenRecord | undefined {
    const kept = this.#records.get(key);
    if (typeof kept !== "string") return kept;
    const record = unpackRecord(key, kept);
    this.#keepOpen(record);
    return record;
  }

  add(record: OpenRecord): void {
    this.#keepOpen(record);
  }

  rest(record: OpenRecord): void {
    this.#records.set(record.key, packRecord(record));
    this.#open.delete(record.key);
  }

  #keepOpen(record: OpenRecord): void {
    for (const key of this.#open) {
      if (this.#open.size < this.#openAtMost) break;
      const oldest = this.#records.get(key);
      if (typeof oldest === "object") this.rest(oldest);
    }
    this.#records.set(record.key, record);
    this.#open.add(record.key);
  }

  keys(): MapIterator<string> {
    return this.#records.keys();
  }

  *values(): MapIterator<JobRecord> {
    for (const [, record] of this.entries()) yield record;
  }

  *entries(): MapIterator<[string, JobRecord]> {
    for (const [key, kept] of this.#records)
      yield [key, typeof kept === "string" ? unpackRecord(key, kept) : kept];
  }

  [Symbol.iterator](): MapIterator<[string, JobRecord]> {
    return this.entries();
  }

  forEach(visit: (record: JobRecord, key: string, records: ReadonlyMap<string, JobRecord>) => void): void {
    for (const [key, record] of this.entries()) visit(record, key, this);
  }
}
