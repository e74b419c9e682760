import { isUtf8 } from "node:buffer";
import type { LedgerEvent } from "./event.ts";
import { emptyHead, type Head, isFork, type LineFault, type LineReading, readLine } from "./line.ts";

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

export interface LogReading {
  readonly events: readonly LedgerEvent[];
  readonly head: Head;
  readonly tail: Tail;
  readonly damage: Damage | null;
}

const newline = 0x0a;

/** Reads a whole ledger file. Decides nothing but what `FORMAT.md` says about its end. */
export function readLog(bytes: Buffer): LogReading {
  const events: LedgerEvent[] = [];
  let head = emptyHead;
  let offset = 0;
  while (offset < bytes.length) {
    const end = bytes.indexOf(newline, offset);
    const line = bytes.subarray(offset, end === -1 ? bytes.length : end);
    const reading = readBytes(head, line);
    if (!reading.ok) {
      return judgeRest(bytes, { events, head, offset, text: line.toString(), fault: reading.fault });
    }
    const { event } = reading;
    events.push(event);
    head = { seq: event.seq, hash: event.hash };
    if (end === -1) return { events, head, tail: { kind: "unterminated" }, damage: null };
    offset = end + 1;
  }
  return { events, head, tail: { kind: "clean" }, damage: null };
}

// Bytes that are no text would all read as the same character, and so hide from the hash, which is one over text.
function readBytes(head: Head, line: Buffer): LineReading {
  return isUtf8(line) ? readLine(head, line.toString()) : { ok: false, fault: "not-json" };
}

interface Position {
  readonly events: readonly LedgerEvent[];
  readonly head: Head;
  readonly offset: number;
}

function judgeRest(bytes: Buffer, at: Position & { text: string; fault: LineFault }): LogReading {
  const rest = bytes.subarray(at.offset);
  // Torn: one fragment (no newline before its last byte) that has no newline at all, or lost sectors, which read as zeros.
  const firstNewline = rest.indexOf(newline);
  const oneFragment = firstNewline === -1 || firstNewline === rest.length - 1;
  if (oneFragment && (firstNewline === -1 || hasLostSectors(bytes, at.offset))) {
    const fragment = Buffer.from(rest);
    return {
      events: at.events,
      head: at.head,
      tail: { kind: "torn", offset: at.offset, fragment },
      damage: null,
    };
  }
  return broken(at, at.fault === "hash" && isFork(at.text, at.events) ? "fork" : at.fault);
}

// What a disk writes whole or not at all.
const sectorBytes = 512;

/** Whether all zero bytes from `offset` on lie as lost sectors do: from a sector's start, or the record's own, to a sector's end. */
function hasLostSectors(bytes: Buffer, offset: number): boolean {
  let start = bytes.indexOf(0, offset);
  if (start === -1) return false;
  while (start !== -1) {
    let end = start;
    while (bytes[end] === 0) end++;
    if ((start !== offset && start % sectorBytes !== 0) || end % sectorBytes !== 0) return false;
    start = bytes.indexOf(0, end);
  }
  return true;
}

function broken(at: Position, fault: LineFault): LogReading {
  const damage = { line: at.events.length + 1, offset: at.offset, fault };
  return { events: at.events, head: at.head, tail: { kind: "clean" }, damage };
}

/** UUIDs that can be read in a torn record, each once: one of them may be the id of a story that was paid for. */
export function salvageIds(fragment: Buffer): string[] {
  const found = fragment
    .toString("latin1")
    .match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi);
  return [...new Set(found ?? [])];
}
