import { sha256 } from "../../shared/hash.ts";
import { parseJson } from "../../shared/parse-json.ts";
import { canonicalUuid } from "../../shared/uuid.ts";
import { type EventBody, formatVersion, isEventBody, type LedgerEvent } from "./event.ts";

/** The hash that the first event is chained to. */
const genesis = "0".repeat(64);

/** The end of a ledger, which the next line is chained to. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export const emptyHead: Head = { seq: 0, hash: genesis };

/** The head of a ledger that ends with this event. */
export function headOf({ seq, hash }: LedgerEvent): Head {
  return { seq, hash };
}

/** Why a complete line is rejected. `foreign`: no line of the file is one of a ledger. */
export type LineFault = "not-json" | "crlf" | "sequence" | "hash" | "shape" | "version" | "foreign";

/** Damage that a torn write can't explain: the ledger is left unchanged. The offset is in bytes from the start of the file; lines are counted from 1. */
export interface Damage {
  readonly line: number;
  readonly offset: number;
  readonly fault: LineFault;
}

export type LineResult = { ok: true; event: LedgerEvent } | { ok: false; fault: LineFault };

// Every line ends with `,"hash":"`, 64 hex digits and `"}`.
const tailStart = ',"hash":"';
const tailLength = tailStart.length + 64 + 2;
const tail = /^,"hash":"[0-9a-f]{64}"\}$/;

/** An event as the next line of a ledger. `line`: with its line feed; `after`: what it is chained to. */
export interface ChainedLine {
  readonly event: LedgerEvent;
  readonly line: string;
  readonly after: Head;
}

/**
 * Encodes one event as its line, chained to `after` (`FORMAT.md`). `at` is UTC in ISO 8601. Throws if the line can't be read back: such a line would
 * make the ledger unusable for good.
 */
export function writeLine(after: Head, at: string, { type, ...rest }: EventBody): ChainedLine {
  const content = JSON.stringify({ seq: after.seq + 1, at, type, ...rest });
  const line = `${content.slice(0, -1)}${tailStart}${chainHash(after.hash, content)}"}`;
  const result = readLine(after, line);
  if (!result.ok) throw new Error(`a ledger can't hold this event: ${type}`);
  return { event: result.event, line: `${line}\n`, after };
}

/** Parses a line, without its newline, as the successor of `head`. */
export function readLine(head: Head, line: string): LineResult {
  if (line.endsWith("\r")) return { ok: false, fault: "crlf" };
  const parsed = parseJson(line) as Record<string, unknown> | null;
  if (parsed === null || typeof parsed !== "object") return { ok: false, fault: "not-json" };
  const fault = checkHash(head, line);
  if (fault !== null) return { ok: false, fault };
  if (parsed.seq !== head.seq + 1) return { ok: false, fault: "sequence" };
  const opens = parsed.type === "ledger.opened";
  if (opens && parsed.format !== formatVersion) return { ok: false, fault: "version" };
  // A ledger is opened exactly once, by its first event.
  if (opens !== (head.seq === 0)) return { ok: false, fault: "shape" };
  if (typeof parsed.at !== "string" || !isEventBody(parsed)) return { ok: false, fault: "shape" };
  makeIdsCanonical(parsed);
  return { ok: true, event: parsed as LedgerEvent };
}

/** Ids are compared as canonical UUIDs; a ledger of an older version may hold one in the upper case that a service used. */
function makeIdsCanonical(event: Record<string, unknown>): void {
  for (const name of ["id", "book"]) {
    const value = event[name];
    if (typeof value === "string") event[name] = canonicalUuid(value);
    else if (name === "book" && value !== null && typeof value === "object")
      makeIdsCanonical(value as Record<string, unknown>);
  }
}

function checkHash(head: Head, line: string): LineFault | null {
  const content = `${line.slice(0, -tailLength)}}`;
  if (line.endsWith(`${tailStart}${chainHash(head.hash, content)}"}`)) return null;
  return tail.test(line.slice(-tailLength)) ? "hash" : "not-json";
}

function chainHash(previous: string, content: string): string {
  return sha256(previous + content);
}
