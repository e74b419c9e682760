import { isUtf8 } from "node:buffer";
import { uuidsIn } from "../../shared/uuid.ts";
import type { LedgerEvent } from "../format/event.ts";
import { emptyHead, type Head, isFork, type LineFault, type LineResult, readLine } from "../format/line.ts";

/** Damage that is nobody's torn write: the ledger is left as it is. Offset in bytes from the start of the file, line from 1. */
export interface Damage {
  readonly line: number;
  readonly offset: number;
  readonly fault: LineFault;
}

/** What the end of the file needs before anything may be appended. */
export type Tail =
  | { readonly kind: "clean" }
  /** The last event is whole but its newline is missing. */
  | { readonly kind: "unterminated" }
  /** A last record that was never acknowledged: it is set aside and cut off. */
  | { readonly kind: "torn"; readonly offset: number; readonly fragment: Buffer };

export interface LogResult {
  readonly events: readonly LedgerEvent[];
  readonly head: Head;
  readonly tail: Tail;
  readonly damage: Damage | null;
}

const newline = 0x0a;

/** Reads a whole ledger file. Decides nothing but what `FORMAT.md` says about its end. */
export function readLog(bytes: Buffer): LogResult {
  const events: LedgerEvent[] = [];
  const reader = new LogReader((event) => events.push(event));
  reader.push(bytes);
  return { events, ...reader.end() };
}

/** What is known once the last bytes of a ledger were read. */
export type LogEnd = Omit<LogResult, "events">;

/**
 * Reads a ledger piece by piece, and gives each event as soon as it is verified: a long ledger need not lie in memory to be checked. Keeps no
 * piece that it was given.
 */
export class LogReader {
  /** The hashes of the events so far, in their order. */
  readonly hashes: string[] = [];
  readonly #give: (event: LedgerEvent) => void;
  #head: Head = emptyHead;
  /** Where the line that is being read begins in the file. */
  #offset = 0;
  /** The beginning of a line whose end has not come yet; from the first bad line on, everything. */
  #rest: Buffer = Buffer.alloc(0);
  #fault: LineFault | null = null;

  constructor(give: (event: LedgerEvent) => void) {
    this.#give = give;
  }

  push(piece: Buffer): void {
    let start = 0;
    // Most pieces are text throughout, which is quicker to see at once than line by line.
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
    // Two lines decide what a bad one is; what follows them changes nothing.
    if (start < piece.length && !hasTwoLines(this.#rest)) {
      this.#rest = Buffer.concat([this.#rest, piece.subarray(start)]);
    }
  }

  end(): LogEnd {
    const clean = { head: this.#head, tail: { kind: "clean" }, damage: null } as const;
    if (this.#rest.length === 0) return clean;
    if (this.#fault === null) {
      // Bytes without a line feed: the last event, whole but for it, or one that was cut off.
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
    this.#give(event);
  }

  #judgeRest(fault: LineFault): LogEnd {
    const rest = this.#rest;
    const offset = this.#offset;
    // Torn: one fragment (no newline before its last byte) that has no newline at all, or lost sectors, which read as zeros.
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

/** Whether the only bytes of a file can be a first record that was cut off, or lost its sectors: any other file is somebody else's. */
function isBeginningOfLedger(bytes: Buffer): boolean {
  const start = bytes.subarray(0, ledgerStart.length);
  return start[0] === 0 || start.equals(ledgerStart.subarray(0, start.length));
}

function hasTwoLines(rest: Buffer): boolean {
  const first = rest.indexOf(newline);
  return first !== -1 && first < rest.length - 1;
}

// Bytes that are no text would all read as the same character, and so hide from the hash, which is one over text.
function readBytes(head: Head, line: Buffer): LineResult {
  return isUtf8(line) ? readLine(head, line.toString()) : { ok: false, fault: "not-json" };
}

// What a disk writes whole or not at all.
const sectorBytes = 512;

/**
 * Whether all zero bytes of a fragment that begins at `offset` in its file lie as lost sectors do: from a sector's start, or the record's own,
 * to a sector's end.
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
 * UUIDs that can be read in a torn record, each once: one of them may be the id of a story that was paid for. With their hyphens, as every ledger
 * writes them: half of a hash that was cut off would look like one without.
 */
export function salvageIds(fragment: Buffer): string[] {
  return uuidsIn(fragment.toString("latin1"));
}
