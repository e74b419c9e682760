import type { EventBody, LedgerEvent } from "../format/event.ts";
import { isEventBody } from "../format/line.ts";
import type { LedgerIdentity } from "../store.ts";

/** The version of the lines below: a line of another one is passed over. */
const lineVersion = 1;

/** One event of a ledger as a machine remembers it, with what tells whose it is and where that ledger was. */
export interface RememberedEvent extends LedgerIdentity {
  /** When it was recorded in its ledger, in UTC. */
  readonly at: string;
  /** The ledger's own id. */
  readonly ledger: string;
  /** Where the ledger is, for good: no relative path. */
  readonly path: string;
  readonly event: EventBody;
}

/** Whose events a line is about. */
export type RememberedLedger = Omit<RememberedEvent, "at" | "event">;

/**
 * Whether an event is worth remembering: everything about creations, because it must not be bought again, and what a lost ledger would need
 * to be whole again: how a story ended, and which files are its text and its book.
 */
export function isRemembered(event: EventBody): boolean {
  switch (event.type) {
    case "story.observed":
      return ends.has(event.status);
    case "story.saved":
    case "book.exported":
      return true;
    default:
      return event.type.startsWith("creation.");
  }
}

const ends: ReadonlySet<string> = new Set(["ready", "done", "failed", "canceled"]);

/** An event as a line of the memory. It begins with a line feed too, which ends whatever a crash has left of the line before it. */
export function purchaseLine(event: LedgerEvent, ledger: RememberedLedger): string {
  const { seq: _seq, hash: _hash, at, ...body } = event;
  const { course, service, ledger: id, path } = ledger;
  return `\n${JSON.stringify({ memory: lineVersion, at, course, service, ledger: id, path, event: body })}\n`;
}

/** Reads a line; null where it is torn, empty, or none of these. */
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
