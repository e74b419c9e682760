import type { EventBody, LedgerEvent } from "../format/event.ts";
import { isEventBody } from "../format/line.ts";
import { isOfCreation } from "../format/money-events.ts";
import type { LedgerIdentity } from "../store.ts";

/** The version of the lines below; lines of any other version are skipped. */
const lineVersion = 1;

/** One event of a ledger as this machine remembers it, with the ledger's identity and location. */
export interface RememberedEvent extends LedgerIdentity {
  /** When it was recorded in its ledger, in UTC. */
  readonly at: string;
  /** The ledger's own id. */
  readonly ledger: string;
  readonly path: string;
  readonly event: EventBody;
}

/** The ledger that a line's event belongs to. */
export type RememberedLedger = Omit<RememberedEvent, "at" | "event">;

/**
 * Whether an event is remembered: everything about creations, which must not be bought again, and what a lost ledger needs for a rebuild
 * (how a story ended, which files are its text and book, what people corrected in it, and what was spoken anew).
 */
export function isRemembered(event: EventBody): boolean {
  switch (event.type) {
    case "story.observed":
      return ends.has(event.status);
    case "story.saved":
    case "book.exported":
    case "lesson.corrected":
    case "lesson.respoken":
      return true;
    default:
      return isOfCreation(event);
  }
}

const ends: ReadonlySet<string> = new Set(["ready", "done", "failed", "canceled"]);

/** Encodes an event as a line of the memory. It starts with a line feed, which ends a line that a crash may have cut off. */
export function purchaseLine(event: LedgerEvent, ledger: RememberedLedger): string {
  const { seq: _seq, hash: _hash, at, ...body } = event;
  const { course, service, ledger: id, path } = ledger;
  return `\n${JSON.stringify({ memory: lineVersion, at, course, service, ledger: id, path, event: body })}\n`;
}

/** Parses a line; null if it is torn, empty, or not one of ours. */
export function readPurchaseLine(line: string): RememberedEvent | null {
  if (line === "") return null;
  try {
    const read: unknown = JSON.parse(line);
    return isRememberedEvent(read) ? read : null;
  } catch {
    return null;
  }
}

function isRememberedEvent(read: unknown): read is RememberedEvent {
  if (typeof read !== "object" || read === null) return false;
  const { memory, at, course, service, ledger, path, event } = read as Record<string, unknown>;
  const texts = [at, course, service, ledger, path];
  return memory === lineVersion && texts.every((text) => typeof text === "string") && isEventBody(event);
}
