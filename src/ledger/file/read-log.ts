import { isUtf8 } from "node:buffer";
import { uuidsIn } from "../../shared/uuid.ts";
import type { LedgerEvent } from "../format/event.ts";
import { emptyHead, type Head, isFork, type LineFault, type LineResult, readLine } from "../format/line.ts";

/** Damage that a torn write can't explain: the ledger is left unchanged. Offset in bytes from the start of the file, line counted from 1. */
export interface Damage {
  readonly line: number;
  readonly offset: number;
  readonly fault: LineFault;
}

/** What the end of the file needs before an append. */
export type Tail =
  | { readonly kind: "clean" }
  /** The last event is whole but its newline is missing. */
  | { readonly kind: "unterminated" }
  | TornTail;

/** A last record that was never acknowledged; it is set aside and cut off. */
export interface TornTail {
  readonly kind: "torn";
  readonly offset: number;
  readonly fragment: Buffer;
}

export interface LogResult {
  readonly events: readonly LedgerEvent[];
  readonly head: Head;
  readonly tail: Tail;
  readonly damage: Damage | null;
}

const newline = 0x0a;

/** Reads and verifies a whole ledger file, by the rules of `FORMAT.md` about its end. */
export function readLog(bytes: Buffer): LogResult {
  const events: LedgerEvent[] = [];
  const reader = new LogReader((event) => events.push(event));
  reader.push(bytes);
  return { events, ...reader.end() };
}

/** What is known after the last byte of a ledger. */
export type LogEnd = Omit<LogResult, "events">;

/**
 * Reads a ledger piece by piece and yields each event once it is verified, so that a long ledger need not fit in memory. Keeps no reference
 * to the pieces.
 */
export class LogReader {
  /** The hashes of the events so far, in order. */
  readonly hashes: string[] = [];
  readonly #onEvent: (event: LedgerEvent) => void;
  #head: Head = emptyHead;
  /** Byte offset in the file of the line being read. */
  #offset = 0;
  /** The start of a line whose end has not arrived yet; after the first bad line, all remaining bytes. */
  #rest: Buffer = Buffer.alloc(0);
  #fault: LineFault | null = null;

  constructor(give: (event: LedgerEvent) => void) {
    this.#onEvent = give;
  }

  push(piece: Buffer): void {
    let start = 0;
    // Most pieces are entirely valid UTF-8; checking the whole piece is faster than line by line.
    const whole = piece.subarray(0, piece.lastIndexOf(newline) + 1);
    const isText = isUtf8(whole);
    while (this.#fault === null && start < whole.length) {
      const end = whole.indexOf(newline, start);
      const begun = this.#rest;
      if (begun.length === 0 && isText) this.#take(readLine(this.#head, whole.toString("utf8", start, end)));
      else this.#take(readBytes(this.#head, Buffer.concat([begun, whole.subarray(start, end)])));
      if (this.#fault !== null) break;
      this.#offset += begun.length + end + 1 - start;
      start = end + 1;
      if (begun.length > 0) this.#rest = Buffer.alloc(0);
    }
    // Two lines are enough to classify the bad one; later ones change nothing.
    if (start < piece.length && !hasTwoLines(this.#rest)) {
      this.#rest = Buffer.concat([this.#rest, piece.subarray(start)]);
    }
  }

  end(): LogEnd {
    const clean = { head: this.#head, tail: { kind: "clean" }, damage: null } as const;
    if (this.#rest.length === 0) return clean;
    if (this.#fault === null) {
      // Bytes without a line feed: either the last event lacks only that, or it was cut off.
      this.#take(readBytes(this.#head, this.#rest));
      if (this.#fault === null) return { ...clean, head: this.#head, tail: { kind: "unterminated" } };
    }
    return this.#judgeRest(this.#fault);
  }

  #take(result: LineResult): void {
    if (!result.ok) {
      this.#fault = result.fault;
      return;
    }
    const { event } = result;
    this.#head = { seq: event.seq, hash: event.hash };
    this.hashes.push(event.hash);
    this.#onEvent(event);
  }

  #judgeRest(fault: LineFault): LogEnd {
    const rest = this.#rest;
    const offset = this.#offset;
    // Torn means one fragment (no newline before its last byte) that either lacks its newline or has lost sectors, which read as zeros.
    const firstNewline = rest.indexOf(newline);
    const oneFragment = firstNewline === -1 || firstNewline === rest.length - 1;
    const mayBeTorn = offset > 0 || isBeginningOfLedger(rest);
    if (oneFragment && mayBeTorn && (firstNewline === -1 || hasLostSectors(rest, offset))) {
      return { head: this.#head, tail: { kind: "torn", offset, fragment: Buffer.from(rest) }, damage: null };
    }
    const text = rest.subarray(0, firstNewline === -1 ? rest.length : firstNewline).toString();
    const forked = fault === "hash" && isFork(text, this.hashes);
    const damage = { line: this.#head.seq + 1, offset, fault: forked ? "fork" : fault } as const;
    return { head: this.#head, tail: { kind: "clean" }, damage };
  }
}

const ledgerStart = Buffer.from('{"seq":1,"at":"');

/** Whether a file's only bytes can be a first record that was cut off or lost sectors. Any other file is not ours. */
function isBeginningOfLedger(bytes: Buffer): boolean {
  const start = bytes.subarray(0, ledgerStart.length);
  return start[0] === 0 || start.equals(ledgerStart.subarray(0, start.length));
}

function hasTwoLines(rest: Buffer): boolean {
  const first = rest.indexOf(newline);
  return first !== -1 && first < rest.length - 1;
}

// Invalid bytes would all decode to the replacement character and so escape the hash, which is computed over text.
function readBytes(head: Head, line: Buffer): LineResult {
  return isUtf8(line) ? readLine(head, line.toString()) : { ok: false, fault: "not-json" };
}

// The unit that a disk writes atomically.
const sectorBytes = 512;

/**
 * Whether every zero byte of a fragment fits a lost sector: runs from a sector's start, or the record's own, to a sector's end. `offset`:
 * of the fragment in its file.
 */
function hasLostSectors(fragment: Buffer, offset: number): boolean {
  let start = fragment.indexOf(0);
  if (start === -1) return false;
  while (start !== -1) {
    let end = start;
    while (fragment[end] === 0) end++;
    if ((start !== 0 && (offset + start) % sectorBytes !== 0) || (offset + end) % sectorBytes !== 0)
      return false;
    start = fragment.indexOf(0, end);
  }
  return true;
}

/**
 * UUIDs readable in a torn record, without duplicates: one may be the id of a paid story. Only UUIDs with hyphens, as ledgers write them,
 * since half of a cut-off hash would match one without.
 */
export function salvageIds(fragment: Buffer): string[] {
  return uuidsIn(fragment.toString("latin1"));
}

/** Offset and bytes of the last whole line. An earlier process may have written it without waiting for its fsync. */
export function lastLine(bytes: Buffer, { tail }: Pick<LogResult, "tail">): [offset: number, line: Buffer] {
  const end = tail.kind === "torn" ? tail.offset : bytes.length;
  const start = bytes.subarray(0, Math.max(0, end - 1)).lastIndexOf("\n") + 1;
  return [start, bytes.subarray(start, end)];
}

/** The whole lines of a ledger file, with the line feed that the last one may lack. */
export function wholeLines(bytes: Buffer, { tail }: Pick<LogResult, "tail">): Buffer {
  if (tail.kind === "unterminated") return Buffer.concat([bytes, Buffer.from("\n")]);
  return tail.kind === "torn" ? bytes.subarray(0, tail.offset) : bytes;
}
