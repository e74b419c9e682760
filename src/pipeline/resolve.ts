import { type Rescued, rescuedId } from "../ledger/rescue.ts";
import { isOpen } from "../ledger/standing.ts";
import type { Attempt, LedgerState } from "../ledger/state.ts";
import { readPatiently } from "../remote/patient.ts";
import type { Trouble } from "../remote/port.ts";
import type { ReadStory } from "../remote/readable.ts";
import { clocksApartMs } from "./clocks.ts";
import type { Journal } from "./journal.ts";
import { type AskingTools, patienceOf } from "./tools.ts";

/** A creation that nobody can tell the outcome of, with what the ledger knows of it. */
export interface OpenCreation {
  readonly edition: string;
  readonly job: string;
  readonly attempt: Attempt;
  readonly cause: string;
  readonly status: number | null;
  /** The start of what came back, cleaned. */
  readonly answer: string | null;
  /** Whatever looks like an id in what came back, the likeliest first. `isKnown`: another lesson's story, or an attempt or a run of this ledger. */
  readonly named: readonly { readonly id: string; readonly isKnown: boolean }[];
  /** How many bytes came back; null where that is not known. */
  readonly receivedBytes: number | null;
  /** UUIDs read in torn ends of the ledger: one may be the story's id. */
  readonly salvaged: readonly string[];
  /** Files that keep the outcome which the ledger could not take. `id`: the story's, where the answer named one. */
  readonly rescued: readonly {
    readonly file: string;
    readonly outcome: string;
    readonly id: string | null;
  }[];
}

/** All creations that wait for a person's word, oldest first. `rescues`: the ledger's rescue files. */
export function openCreations(state: LedgerState, rescues: readonly Rescued[] = []): OpenCreation[] {
  const salvaged = state.repairs.flatMap((repair) => repair.salvaged).filter((id) => !isKnown(id, state));
  const open: OpenCreation[] = [];
  for (const record of state.jobs.values()) {
    for (const attempt of record.attempts) {
      if (!isOpen(attempt)) continue;
      const event = attempt.outcome.kind === "uncertain" ? attempt.outcome.event : null;
      open.push({
        edition: record.edition,
        job: record.job,
        attempt,
        cause: event?.cause ?? "the run ended before the answer was recorded",
        status: event?.status ?? null,
        answer: event?.answer ?? null,
        named: (event?.ids ?? []).map((id) => ({ id, isKnown: isKnown(id, state) })),
        receivedBytes: event?.received?.bytes ?? null,
        salvaged: salvaged.filter((id) => id !== attempt.attempt),
        rescued: rescues
          .filter(({ body }) => body.attempt === attempt.attempt)
          .map(({ file, body }) => ({ file, outcome: body.type, id: rescuedId(body) })),
      });
    }
  }
  return open.sort((a, b) => a.attempt.intended.seq - b.attempt.intended.seq);
}

// Ids of attempts, runs and stories that are in the ledger are no news.
function isKnown(id: string, state: LedgerState): boolean {
  for (const record of state.jobs.values()) {
    if (record.stories.has(id)) return true;
    if (record.attempts.some(({ attempt, intended }) => attempt === id || intended.run === id)) return true;
  }
  return state.opened?.ledger === id;
}

export type Misfit = "topic" | "language" | "difficulty" | "time" | "other-lesson";

// How far the clocks may be apart, and how long a request may be on its way.
const laterMs = 20 * 60_000;

/** The time until which an attempt's request may have been written: a computer that slept may have sent it long after it was intended. */
function sentUntil({ intended, outcome }: Attempt): number {
  // Whoever recorded that nobody knows was the sender itself, or came after it.
  return Date.parse(outcome.kind === "uncertain" ? outcome.event.at : intended.at);
}

/** Whether a story that a person names can be the one that an attempt made. Empty where everything fits. */
export function misfitsOf(read: ReadStory, { attempt }: OpenCreation, journal: Journal): Misfit[] {
  const { request, at } = attempt.intended;
  const misfits: Misfit[] = [];
  if (read.topic !== request.topic) misfits.push("topic");
  if (read.lang !== request.lang) misfits.push("language");
  if (read.difficulty !== request.difficulty) misfits.push("difficulty");
  const createdAt = Date.parse(read.createdAt);
  const isAfter = createdAt >= Date.parse(at) - clocksApartMs;
  if (!(isAfter && createdAt <= sentUntil(attempt) + laterMs)) misfits.push("time");
  if (journal.knowsStory(read.id)) misfits.push("other-lesson");
  return misfits;
}

export interface Verdict {
  readonly who: string;
  readonly why: string;
}

export type StoryCheck =
  | { readonly kind: "fits"; readonly story: ReadStory }
  | { readonly kind: "misfit"; readonly story: ReadStory; readonly misfits: readonly Misfit[] }
  | { readonly kind: "unread"; readonly trouble: Trouble | null };

/**
 * Reads the story that a person found for an open creation, and checks it. Records nothing. The read starts, and charges, the audiobook that
 * was asked for, as any first read does (interface 4.4).
 */
export async function checkStory(
  open: OpenCreation,
  id: string,
  tools: AskingTools & { readonly journal: Journal },
): Promise<StoryCheck> {
  const reading = await readPatiently(
    {
      kind: "firstRead",
      once: () => tools.remote.readStory(id),
      started: (read) => read.book !== null && "perhaps",
    },
    patienceOf(tools),
  );
  if (!reading.ok) return { kind: "unread", trouble: reading.trouble };
  const misfits = misfitsOf(reading.value, open, tools.journal);
  if (misfits.length > 0) return { kind: "misfit", story: reading.value, misfits };
  return { kind: "fits", story: reading.value };
}

/** Settles an open creation with a story that was checked; `id: null`: by a person's word that nothing was created, so the next run may buy it. */
export async function settleOpen(
  open: OpenCreation,
  { id, who, why }: Verdict & { readonly id: string | null },
  journal: Journal,
): Promise<void> {
  const { edition, job, attempt } = open;
  const how = id === null ? "not-created" : "story";
  const settled = { edition, job, attempt: attempt.attempt, how, id, who, why } as const;
  await journal.record({ type: "creation.resolved", ...settled });
}
