import { sha256 } from "../../shared/hash.ts";
import { canonicalUuid } from "../../shared/uuid.ts";
import { type EventBody, eventBodySchema, formatVersion, type LedgerEvent } from "./event.ts";

/** The hash before the first event. */
const genesis = "0".repeat(64);

/** Where a ledger ends: what the next line is chained to. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export const emptyHead: Head = { seq: 0, hash: genesis };

/** Why a complete line can't be believed. `columns`: a database's own columns contradict it. */
export type LineFault = "not-json" | "crlf" | "sequence" | "hash" | "fork" | "shape" | "version" | "columns";

export type LineResult = { ok: true; event: LedgerEvent } | { ok: false; fault: LineFault };

// How every line ends: `,"hash":"` and 64 digits and `"}`.
const tailStart = ',"hash":"';
const tailLength = tailStart.length + 64 + 2;
const digits = /^[0-9a-f]{64}$/;

/** One event as its line, newline included, chained to `head` (`FORMAT.md`). `at` is UTC in ISO 8601. */
export function writeLine(head: Head, at: string, body: EventBody): { line: string; event: LedgerEvent } {
  const { type, ...rest } = body;
  const content = JSON.stringify({ seq: head.seq + 1, at, type, ...rest });
  const hash = chainHash(head.hash, content);
  return {
    line: `${content.slice(0, -1)},"hash":"${hash}"}\n`,
    event: { ...body, seq: head.seq + 1, at, hash } as LedgerEvent,
  };
}

/** Reads a line, without its newline, that should follow `head`. */
export function readLine(head: Head, line: string): LineResult {
  if (line.endsWith("\r")) return { ok: false, fault: "crlf" };
  const parsed = parseObject(line);
  if (parsed === null) return { ok: false, fault: "not-json" };
  const fault = checkHash(head, line);
  if (fault !== null) return { ok: false, fault };
  if (parsed.seq !== head.seq + 1) return { ok: false, fault: "sequence" };
  const opens = parsed.type === "ledger.opened";
  if (opens && parsed.format !== formatVersion) return { ok: false, fault: "version" };
  // What a ledger is for is said once, at its start.
  if (opens !== (head.seq === 0)) return { ok: false, fault: "shape" };
  if (!isEventBody(parsed) || typeof parsed.at !== "string") return { ok: false, fault: "shape" };
  makeIdsCanonical(parsed);
  return { ok: true, event: parsed as LedgerEvent };
}

/** Whether a value that came out of JSON says what an event of a known type says. */
export function isEventBody(value: unknown): value is EventBody {
  return eventBodySchema.safeParse(value).success;
}

/** Ids are compared as UUIDs: a ledger of an older version may hold one in the capitals in which a service wrote it. */
function makeIdsCanonical(event: Record<string, unknown>): void {
  for (const name of ["id", "book"]) {
    const value = event[name];
    if (typeof value === "string") event[name] = canonicalUuid(value);
    else if (name === "book" && value !== null && typeof value === "object")
      makeIdsCanonical(value as Record<string, unknown>);
  }
}

function checkHash(head: Head, line: string): LineFault | null {
  const expected = chainHash(head.hash, contentOf(line));
  const end = `${expected}"}`;
  if (line.endsWith(end) && line.startsWith(tailStart, line.length - tailLength)) return null;
  return hashIn(line) === null ? "not-json" : "hash";
}

/** Whether a line that does not follow the end of the log follows an earlier event, by their hashes: two copies went on separately. */
export function isFork(line: string, earlier: Iterable<string>): boolean {
  const hash = hashIn(line);
  if (hash === null) return false;
  const content = contentOf(line);
  for (const previous of earlier) if (chainHash(previous, content) === hash) return true;
  return chainHash(genesis, content) === hash;
}

/** Whether a line, without its line feed, is the very one that an event was read from or written as. `before`: the event before it. */
export function isChained(before: Head | null, event: Head, line: string): boolean {
  return hashIn(line) === event.hash && chainHash(before?.hash ?? genesis, contentOf(line)) === event.hash;
}

function chainHash(previous: string, content: string): string {
  return sha256(previous + content);
}

/** The hash at the end of a line; null where it has none. */
function hashIn(line: string): string | null {
  const start = line.length - tailLength;
  if (start < 0 || !line.startsWith(tailStart, start) || !line.endsWith('"}')) return null;
  const hash = line.slice(start + tailStart.length, -2);
  return digits.test(hash) ? hash : null;
}

function contentOf(line: string): string {
  return `${line.slice(0, -tailLength)}}`;
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
