import { isOpen, isStoryOfLesson } from "../../ledger/format/job-status.ts";
import type { Attempt, LedgerState } from "../../ledger/format/state.ts";
import { type Rescued, rescuedId } from "../../ledger/rescue-file.ts";
import { likelyUuids } from "../../shared/uuid.ts";
import { crashCause } from "../crash-cause.ts";
import type { RecordName } from "../lesson.ts";

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
  const open: OpenCreation[] = [];
  for (const record of state.jobs.values()) {
    for (const attempt of record.attempts) {
      if (!isMeant(attempt)) continue;
      const event = attempt.outcome.kind === "uncertain" ? attempt.outcome.event : null;
      // A record torn off before an attempt started can't be its answer.
      const salvaged = state.repairs.flatMap(({ seq, salvaged }) =>
        seq > attempt.intended.seq ? salvaged : [],
      );
      open.push({
        recordName: { edition: record.edition, job: record.job },
        attempt,
        cause: event?.cause ?? crashCause,
        status: event?.status ?? null,
        answer: event?.answer ?? null,
        // Older versions kept only the start of the answer.
        named: (event?.ids ?? likelyUuids(event?.answer ?? "")).map((id) => ({
          id,
          isKnown: isKnown(id, state),
        })),
        receivedBytes: event?.received?.bytes ?? null,
        salvaged: salvaged.filter((id) => id !== attempt.attempt && !isKnown(id, state)),
        rescued: rescues
          .filter(({ body }) => body.attempt === attempt.attempt)
          .map(({ file, body }) => ({ file, outcome: body.type, id: rescuedId(body) })),
        isDeclared: attempt.outcome.kind === "notCreated",
      });
    }
  }
  return open.sort((a, b) => a.attempt.intended.seq - b.attempt.intended.seq);
}

// The ids of the ledger's own attempts, runs and stories are nothing new.
function isKnown(id: string, state: LedgerState): boolean {
  if (isStoryOfLesson(id, state)) return true;
  for (const record of state.jobs.values()) {
    if (record.attempts.some(({ attempt, intended }) => attempt === id || intended.run === id)) return true;
  }
  return state.opened?.ledger === id;
}
