import type { LedgerEvent } from "../format/event.ts";

/** What the database knows of an event besides its line, so that it can check an intention by itself. All of it follows from the line. */
export interface EventColumns {
  readonly at: string;
  readonly type: string;
  readonly edition: string | null;
  readonly job: string | null;
  readonly attempt: string | null;
  readonly story: string | null;
  /** What the event says of its attempt: proven absent, present, or open. Null: nothing. */
  readonly verdict: "absent" | "present" | "open" | null;
  /** Of an intention the whole price, of a story what the service's figures show. */
  readonly credits: number | null;
  /** Of an intention the audiobook's part of the price. */
  readonly audiobook: number | null;
  readonly status: string | null;
  /** Of a story whether its audiobook has been started. */
  readonly started: boolean | null;
}

export const columnNames = [
  "at",
  "type",
  "edition",
  "job",
  "attempt",
  "story",
  "verdict",
  "credits",
  "audiobook",
  "status",
  "started",
] as const satisfies readonly (keyof EventColumns)[];

const noColumns = {
  edition: null,
  job: null,
  attempt: null,
  story: null,
  verdict: null,
  credits: null,
  audiobook: null,
  status: null,
  started: null,
} as const;

/** The columns of an event. */
export function columnsOf(event: LedgerEvent): EventColumns {
  const columns = { ...noColumns, at: event.at, type: event.type, ...ownColumns(event) };
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      typeof value === "string" ? storable(value) : value,
    ]),
  ) as unknown as EventColumns;
}

function ownColumns(event: LedgerEvent): Partial<EventColumns> {
  switch (event.type) {
    case "creation.intended": {
      const { credits, audiobook } = event.price;
      return { ...ofAttempt(event), credits, audiobook };
    }
    case "creation.accepted":
      return { ...ofAttempt(event), verdict: "present", story: event.id };
    case "creation.refused":
    case "creation.unsent":
      return { ...ofAttempt(event), verdict: "absent" };
    case "creation.uncertain":
      return { ...ofAttempt(event), verdict: "open" };
    case "creation.resolved":
      if (event.how === "not-created") return { ...ofAttempt(event), verdict: "absent" };
      // A word that names no story settles nothing.
      return { ...ofAttempt(event), ...(event.id === null ? {} : { verdict: "present", story: event.id }) };
    case "story.observed": {
      const { id, status, credits, book } = event;
      return {
        ...ofJob(event),
        story: id,
        status,
        credits,
        started: book !== null || status === "making_audiobook",
      };
    }
    case "story.missing":
    case "story.saved":
    case "book.exported":
    case "book.unavailable":
    case "times.saved":
      return { ...ofJob(event), story: event.id };
    case "ledger.opened":
    case "ledger.repaired":
    case "ledger.rejoined":
    case "ledger.joined":
    case "ledger.consented":
    case "ledger.rebuilt":
      return {};
    default:
      return { edition: event.edition };
  }
}

function ofJob({ edition, job }: { edition: string; job: string }): Partial<EventColumns> {
  return { edition, job };
}

function ofAttempt(event: { edition: string; job: string; attempt: string }): Partial<EventColumns> {
  return { ...ofJob(event), attempt: event.attempt };
}

// A column holds neither a zero character nor half of a pair; the line, where both are escaped, keeps them.
function storable(text: string): string {
  return Buffer.from(text).toString().replaceAll("\0", "\ufffd");
}
