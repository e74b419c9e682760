import { readPatiently } from "../remote/patient.ts";
import type { Trouble } from "../remote/port.ts";
import type { ReadStory } from "../remote/readable.ts";
import { aheadNow, isDate, isWithin, type Span, spansOf } from "./clocks.ts";
import type { Contrary } from "./contrary.ts";
import type { Journal } from "./journal.ts";
import type { OpenCreation } from "./open-creations.ts";
import { type AskingTools, patienceOf } from "./tools.ts";

export type Misfit = "topic" | "language" | "difficulty" | "time" | "other-lesson";

export interface Fitting {
  readonly journal: Pick<Journal, "knowsStory">;
  /** When the story was created if the attempt made it, by the service's clock. */
  readonly spans: readonly Span[];
}

/** Whether a story that a person names can be the one that an attempt made. Empty where everything fits. */
export function misfitsOf(read: ReadStory, { attempt }: OpenCreation, { journal, spans }: Fitting): Misfit[] {
  const { request } = attempt.intended;
  const misfits: Misfit[] = [];
  if (read.topic !== request.topic) misfits.push("topic");
  if (read.lang !== request.lang) misfits.push("language");
  if (read.difficulty !== request.difficulty) misfits.push("difficulty");
  if (!isWithin(Date.parse(read.createdAt), spans)) misfits.push("time");
  if (journal.knowsStory(read.id)) misfits.push("other-lesson");
  return misfits;
}

/** A story that was created at another time than the attempt, in a person's word all the same. */
export interface TimeDiffers {
  readonly code: "time-differs";
  readonly createdAt: string;
  /** By the service's clock. */
  readonly expected: readonly { readonly from: string; readonly until: string }[];
}

export interface Verdict {
  readonly who: string;
  readonly why: string;
  /** What spoke against it. Left out: nothing. */
  readonly evidence?: readonly (Contrary | TimeDiffers)[];
}

export interface StoryCheckTools extends AskingTools {
  readonly journal: Pick<Journal, "knowsStory">;
  /** What the service's clock said at the attempt, in ms since 1970. Left out or null: the ledger does not know. */
  readonly serviceTime?: number | null;
}

export type StoryCheck =
  | { readonly kind: "fits"; readonly story: ReadStory }
  | {
      readonly kind: "misfit";
      readonly story: ReadStory;
      readonly misfits: readonly Misfit[];
      readonly time: TimeDiffers;
    }
  | { readonly kind: "unread"; readonly trouble: Trouble | null };

/**
 * Reads the story that a person found for an open creation, and checks it. Records nothing. The read starts, and charges, the audiobook that
 * was asked for, as any first read does (interface 4.4).
 */
export async function checkStory(
  open: OpenCreation,
  id: string,
  tools: StoryCheckTools,
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
  const story = reading.value;
  const spans = spansOf(open.attempt, { atAttempt: tools.serviceTime ?? null, aheadNow: aheadNow(tools) });
  const misfits = misfitsOf(story, open, { journal: tools.journal, spans });
  if (misfits.length === 0) return { kind: "fits", story };
  return { kind: "misfit", story, misfits, time: timeDiffers(story.createdAt, spans) };
}

function timeDiffers(createdAt: string, spans: readonly Span[]): TimeDiffers {
  const date = (ms: number): string => (isDate(ms) ? new Date(ms).toISOString() : String(ms));
  const expected = spans.map(({ from, until }) => ({ from: date(from), until: date(until) }));
  return { code: "time-differs", createdAt, expected };
}

/** Settles an open creation with a story that was checked; `id: null`: by a person's word that nothing was created, so the next run may buy it. */
export async function settleOpen(
  open: OpenCreation,
  { id, who, why, evidence = [] }: Verdict & { readonly id: string | null },
  journal: Journal,
): Promise<void> {
  const { edition, job, attempt, isDeclared } = open;
  const how = id === null ? "not-created" : "story";
  const settled = { edition, job, attempt: attempt.attempt, how, id, who, why } as const;
  const against = evidence.length === 0 ? {} : { evidence: evidence.map((one) => ({ ...one })) };
  const corrects = isDeclared ? { corrects: true } : {};
  await journal.record({ type: "creation.resolved", ...settled, ...against, ...corrects });
}
