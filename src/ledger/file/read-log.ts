import { isUtf8 } from "node:buffer";
import { Failure } from "../../shared/failure.ts";
import type { LedgerEvent } from "../format/event.ts";
import { extend, fold } from "../format/fold.ts";
import {
  type Damage,
  emptyHead,
  type Head,
  headOf,
  type LineFault,
  type LineResult,
  readLine,
} from "../format/line.ts";
import type { LedgerState } from "../format/state.ts";
import type { LedgerProblem } from "../problem.ts";

/** A last record that was never acknowledged; it is set aside and cut off. */
export interface TornTail {
  readonly offset: number;
  readonly fragment: Buffer;
}

/** A ledger as it was read, from a file or a database. */
export interface LogResult {
  /** The state after its events, of which most are not needed again: `eventsIn` reads them. */
  readonly state: LedgerState;
  /** The bytes of its whole lines, with the line feed that the last one may lack. */
  readonly lines: Buffer;
  readonly head: Head;
  /** Null: the ledger ends with a whole line. */
  readonly torn: TornTail | null;
  readonly damage: Damage | null;
}

/** Throws a Failure with a LedgerProblem if the ledger at this path is damaged, or is none. */
export function refuseDamage({ damage }: Pick<LogResult, "damage">, path: string): void {
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
}

const newline = 0x0a;

/** Reads, verifies and folds a whole ledger file; its end is judged by the rules in `FORMAT.md`. The events are added to a list, if one is given. */
export function readLog(bytes: Buffer, events?: LedgerEvent[]): LogResult {
  const state = fold([]);
  const read = readLines(bytes, (event) => {
    extend(state, event);
    events?.push(event);
  });
  return { ...read, state };
}

/** The events of a ledger that was read. */
export function eventsIn({ lines }: Pick<LogResult, "lines">): LedgerEvent[] {
  const events: LedgerEvent[] = [];
  readLog(lines, events);
  return events;
}

type ReadLines = Omit<LogResult, "state">;

function readLines(bytes: Buffer, take: (event: LedgerEvent) => void): ReadLines {
  let head = emptyHead;
  // Checking the whole is faster than line by line, and most ledgers are valid throughout.
  const isText = isUtf8(bytes);
  let start = 0;
  while (start < bytes.length) {
    const lineFeed = bytes.indexOf(newline, start);
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    // Invalid bytes would all decode to the replacement character and so escape the hash, which is computed over text.
    const isReadable = isText || isUtf8(bytes.subarray(start, end));
    const result: LineResult = isReadable
      ? readLine(head, bytes.toString("utf8", start, end))
      : { ok: false, fault: "not-json" };
    if (!result.ok) return judgeRest(bytes, result.fault, { head, offset: start });
    take(result.event);
    head = headOf(result.event);
    start = end + 1;
  }
  // The last line may be whole but for its line feed.
  const lines = start > bytes.length ? Buffer.concat([bytes, Buffer.of(newline)]) : bytes;
  return { lines, head, torn: null, damage: null };
}

/** What to make of the bytes from the first bad line on. `offset`: where that begins. */
function judgeRest(
  bytes: Buffer,
  fault: LineFault,
  { head, offset }: { head: Head; offset: number },
): ReadLines {
  const [lines, rest] = [bytes.subarray(0, offset), bytes.subarray(offset)];
  // Torn means one fragment (no line feed before its last byte) that either lacks its line feed or has lost sectors, which read as zeros.
  const end = rest.indexOf(newline);
  const oneFragment = end === -1 || end === rest.length - 1;
  const mayBeTorn = offset > 0 || isBeginningOfLedger(rest);
  if (oneFragment && mayBeTorn && (end === -1 || hasLostSectors(rest, offset)))
    return { lines, head, torn: { offset, fragment: Buffer.from(rest) }, damage: null };
  // Even a ledger with a damaged or missing first line has this member.
  const isForeign = offset === 0 && !rest.includes('"seq":');
  const damage: Damage = { line: head.seq + 1, offset, fault: isForeign ? "foreign" : fault };
  return { lines, head, torn: null, damage };
}

const ledgerStart = Buffer.from('{"seq":1,"at":"');

/** Whether a file's only bytes can be a first record that was cut off or lost sectors. Any other file is not ours. */
function isBeginningOfLedger(bytes: Buffer): boolean {
  const start = bytes.subarray(0, ledgerStart.length);
  return start[0] === 0 || start.equals(ledgerStart.subarray(0, start.length));
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
