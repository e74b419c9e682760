import { isOpen, isStoryOfLesson } from "../../ledger/format/job-status.ts";
import type { Attempt, LedgerState } from "../../ledger/format/state.ts";
import { type Rescued, rescuedId } from "../../ledger/rescue-file.ts";
import { likelyUuids } from "../../shared/uuid.ts";
import { crashCause, type RecordName } from "../lesson.ts";

/** A creation of unknown outcome, with what the ledger knows about it. */
export interface OpenCreation {
  readonly recordName: RecordName;
  readonly attempt: Attempt;
  readonly cause: string;
  readonly status: number | null;
  /** The start of the answer, cleaned. */
  readonly answer: string | null;
  /** Possible ids in the answer, the likeliest first. `isKnown`: another lesson's story, or an attempt or a run of this ledger. */
  readonly named: readonly { readonly id: string; readonly isKnown: boolean }[];
  /** The answer's size in bytes; null if not known. */
  readonly receivedBytes: number | null;
  /** UUIDs found in torn ends of the ledger: one may be the story's id. */
  readonly salvaged: readonly string[];
  /** Rescue files with the outcome that the ledger could not record. `id`: the story's, if the answer named one. */
  readonly rescued: readonly {
    readonly file: string;
    readonly outcome: string;
    readonly id: string | null;
  }[];
  /** Whether the user has already declared that nothing was created. */
  readonly isDeclared: boolean;
}

/** All creations that the user has to settle, oldest first. `rescues`: the ledger's rescue files. */
export function openCreations(state: LedgerState, rescues: readonly Rescued[] = []): OpenCreation[] {
  return creationsOf(state, isOpen, rescues);
}

/** All creations that the user declared not created, oldest first: one's story may still turn up. */
export function declaredCreations(state: LedgerState): OpenCreation[] {
  return creationsOf(state, ({ outcome }) => outcome.kind === "notCreated", []);
}

function creationsOf(
  state: LedgerState,
  isMeant: (attempt: Attempt) => boolean,
  rescues: readonly Rescued[],
): OpenCreation[] {
  const attempts = [...state.jobs.values()].flatMap((record) => record.attempts).filter(isMeant);
  return attempts
    .map((attempt): OpenCreation => {
      const { intended, outcome } = attempt;
      const event = outcome.kind === "uncertain" ? outcome.event : null;
      // Older versions kept only the start of the answer.
      const named = event?.ids ?? likelyUuids(event?.answer ?? "");
      // A record torn off before an attempt started can't be its answer.
      const torn = state.repairs.filter(({ seq }) => seq > intended.seq).flatMap(({ salvaged }) => salvaged);
      return {
        recordName: { edition: intended.edition, job: intended.job },
        attempt,
        cause: event?.cause ?? crashCause,
        status: event?.status ?? null,
        answer: event?.answer ?? null,
        named: named.map((id) => ({ id, isKnown: isKnown(id, state) })),
        receivedBytes: event?.received?.bytes ?? null,
        salvaged: torn.filter((id) => id !== attempt.attempt && !isKnown(id, state)),
        rescued: rescues
          .filter(({ body }) => body.attempt === attempt.attempt)
          .map(({ file, body }) => ({ file, outcome: body.type, id: rescuedId(body) })),
        isDeclared: outcome.kind === "notCreated",
      };
    })
    .sort((a, b) => a.attempt.intended.seq - b.attempt.intended.seq);
}

// The ids of the ledger's own attempts, runs and stories are nothing new.
function isKnown(id: string, state: LedgerState): boolean {
  if (state.opened?.ledger === id || isStoryOfLesson(id, state)) return true;
  const attempts = [...state.jobs.values()].flatMap((record) => record.attempts);
  return attempts.some(({ attempt, intended }) => attempt === id || intended.run === id);
}

/** The possible ids of the story, the likeliest first. */
export function seenIds(
  open: OpenCreation,
): { where: "answer" | "rescue-file" | "torn-record"; id: string }[] {
  return [
    ...open.rescued.flatMap(({ id }) => (id === null ? [] : [{ where: "rescue-file" as const, id }])),
    ...open.named.flatMap(({ id, isKnown }) => (isKnown ? [] : [{ where: "answer" as const, id }])),
    ...open.salvaged.map((id) => ({ where: "torn-record" as const, id })),
  ];
}

/** How far the service's clock and ours may differ before a story named by the user is taken to be from another time. */
export const clocksApartMs = 10 * 60_000;
/** How long a request may be in flight, plus how far a clock may drift meanwhile. */
const laterMs = 20 * 60_000;

/** A period by the service's clock, in ms since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/**
 * When, by the service's clock, the story was created if this attempt created it. Based on that clock at the attempt; if the ledger doesn't
 * have that, on its difference from ours today (`aheadNow`, in ms), or on no difference: another machine may have made the attempt, or a clock
 * may have been corrected since.
 */
export function spansOf({ intended, outcome }: Attempt, aheadNow: number | null): Span[] {
  const at = Date.parse(intended.at);
  // The unknown outcome was recorded by the sender or after it. A suspended computer may have sent long after its intention.
  const sentUntil = outcome.kind === "uncertain" ? Date.parse(outcome.event.at) : at;
  const sendingMs = Math.max(0, sentUntil - at);
  const byService = serviceTimeOf(intended);
  const starts = byService === null ? [at, ...(aheadNow === null ? [] : [at + aheadNow])] : [byService];
  return starts.map((start) => ({ from: start - clocksApartMs, until: start + sendingMs + laterMs }));
}

/** The service's time when an attempt was intended, in ms since 1970; null if the ledger doesn't have it. */
export function serviceTimeOf({ serviceTime }: Attempt["intended"]): number | null {
  const time = Date.parse(serviceTime ?? "");
  return Number.isNaN(time) ? null : time;
}

/** Whether a time in ms fits a Date. */
export function isDate(ms: number | null): ms is number {
  return ms !== null && !Number.isNaN(new Date(ms).getTime());
}
