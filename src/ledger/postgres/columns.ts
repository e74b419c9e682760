import type { LedgerEvent } from "../format/event.ts";

/** An event's columns beside its line, which let the database check an intention by itself. All of them derive from the line. */
export interface EventColumns {
  readonly at: string;
  readonly type: string;
  readonly edition: string | null;
  readonly job: string | null;
  readonly attempt: string | null;
  readonly story: string | null;
  /** What the event proves about its attempt: absent, present, or open. Null: nothing. */
  readonly verdict: "absent" | "present" | "open" | null;
  /** For an intention, the whole price; for a story, the cost that the service reports. */
  readonly credits: number | null;
  /** For an intention, the audiobook's part of the price. */
  readonly audiobook: number | null;
  readonly status: string | null;
  /** For a story, whether its audiobook has been started. */
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

/** Derives an event's columns from the event alone. */
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
      // A resolution without a story settles nothing.
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
    case "words.saved":
    case "lesson.approved":
    case "lesson.held":
    case "lesson.rejected":
    case "comment.added":
    case "lesson.corrected":
    case "lesson.respoken":
      return { ...ofJob(event), story: event.id };
    case "lesson.moved":
    case "lesson.inherited":
      return ofJob(event);
    case "ledger.opened":
    case "ledger.repaired":
    case "ledger.rejoined":
    case "ledger.joined":
    case "ledger.consented":
    case "ledger.rebuilt":
      return {};
    case "run.started":
    case "run.ended":
    case "quote.received":
    case "lessons.matched":
    case "balance.accounted":
    case "package.written":
    case "pace.learned":
      return { edition: event.edition };
  }
}

function ofJob({ edition, job }: { edition: string; job: string }): Partial<EventColumns> {
  return { edition, job };
}

function ofAttempt(event: { edition: string; job: string; attempt: string }): Partial<EventColumns> {
  return { ...ofJob(event), attempt: event.attempt };
}

// A text column can hold neither a NUL nor a lone surrogate; the line keeps them, escaped.
function storable(text: string): string {
  return Buffer.from(text).toString().replaceAll("\0", "\ufffd");
}
