import { packRecord, unpackRecord } from "./packed-record.ts";
import { PackedTexts } from "./packed-texts.ts";
import type { JobRecord, OpenRecord, RecordKeeper } from "./state.ts";

// A run makes its lessons side by side; so many records stay open that those it works on are rarely packed in between.
const openAtMost = 1_024;

/** A record: open, packed as its text, or packed with its text at that place in a checkpoint. */
type Kept = OpenRecord | string | number;

/**
 * Records for reading a long ledger once: those that no event has named lately are kept as one text each, in a third of the memory of
 * their objects, and with nothing for the garbage collector to follow. What is asked for is unpacked anew each time.
 */
export class PackedRecords implements RecordKeeper {
  /** Every record by its key, in the order in which they were added. */
  readonly #records = new Map<string, Kept>();
  #texts = PackedTexts.none;
  /** The keys of records in the order in which they were opened, each at its place by turns; one may have been packed again since. */
  readonly #opened: (string | undefined)[];
  #turn = 0;

  constructor(mostOpen = openAtMost) {
    this.#opened = new Array(mostOpen);
  }

  /** The records whose `packed` these are: the text of each key at the same place. They behave as the ones that were packed. */
  static of(keys: readonly string[], texts: PackedTexts, mostOpen = openAtMost): PackedRecords {
    const records = new PackedRecords(mostOpen);
    records.#texts = texts;
    for (const [place, key] of keys.entries()) records.#records.set(key, place);
    return records;
  }

  /** Every record as its key and its text, in their order. Open ones stay open. */
  *packed(): Generator<[key: string, text: string]> {
    for (const [key, kept] of this.#records)
      yield [key, typeof kept === "object" ? packRecord(kept) : this.#textOf(kept)];
  }

  get size(): number {
    return this.#records.size;
  }

  has(key: string): boolean {
    return this.#records.has(key);
  }

  get(key: string): JobRecord | undefined {
    const kept = this.#records.get(key);
    return kept === undefined ? undefined : this.#recordOf(key, kept);
  }

  open(key: string): OpenRecord | undefined {
    const kept = this.#records.get(key);
    if (kept === undefined || typeof kept === "object") return kept;
    const record = unpackRecord(key, this.#textOf(kept));
    this.#keepOpen(record);
    return record;
  }

  add(record: OpenRecord): void {
    this.#keepOpen(record);
  }

  rest(record: OpenRecord): void {
    this.#records.set(record.key, packRecord(record));
  }

  #keepOpen(record: OpenRecord): void {
    const place = this.#turn % this.#opened.length;
    const before = this.#opened[place];
    const oldest = before === undefined ? undefined : this.#records.get(before);
    if (typeof oldest === "object") this.rest(oldest);
    this.#opened[place] = record.key;
    this.#turn += 1;
    this.#records.set(record.key, record);
  }

  #recordOf(key: string, kept: Kept): JobRecord {
    return typeof kept === "object" ? kept : unpackRecord(key, this.#textOf(kept));
  }

  #textOf(kept: string | number): string {
    return typeof kept === "string" ? kept : this.#texts.at(kept);
  }

  keys(): MapIterator<string> {
    return this.#records.keys();
  }

  *values(): MapIterator<JobRecord> {
    for (const [, record] of this.entries()) yield record;
  }

  *entries(): MapIterator<[string, JobRecord]> {
    for (const [key, kept] of this.#records) yield [key, this.#recordOf(key, kept)];
  }

  [Symbol.iterator](): MapIterator<[string, JobRecord]> {
    return this.entries();
  }

  forEach(visit: (record: JobRecord, key: string, records: ReadonlyMap<string, JobRecord>) => void): void {
    for (const [key, record] of this.entries()) visit(record, key, this);
  }
}
