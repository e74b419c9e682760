import type { CallError } from "../../client/port.ts";
import type { ReadStory } from "../../client/readable.ts";
import { readWithRetry } from "../../client/with-retry.ts";
import type { Journal } from "../journal.ts";
import { type CallContext, retryPolicyOf } from "../run-context.ts";
import { foldTopic } from "../topic-text.ts";
import { aheadNow, isDate, isWithin, type Span, spansOf } from "./clocks.ts";
import type { Contrary } from "./contrary.ts";
import type { OpenCreation } from "./open-creations.ts";

export type Misfit = "topic" | "language" | "difficulty" | "time" | "other-lesson";

export interface Fitting {
  readonly journal: Pick<Journal, "knowsStory">;
  /** When the story was created if this attempt created it, by the service's clock. */
  readonly spans: readonly Span[];
}

/** Checks that a story named by the user can be the one that an attempt created. Empty if everything fits. */
export function misfitsOf(read: ReadStory, { attempt }: OpenCreation, { journal, spans }: Fitting): Misfit[] {
  const { request } = attempt.intended;
  const misfits: Misfit[] = [];
  if (foldTopic(read.topic) !== foldTopic(request.topic)) misfits.push("topic");
  if (read.lang !== request.lang) misfits.push("language");
  if (read.difficulty !== request.difficulty) misfits.push("difficulty");
  if (!isWithin(Date.parse(read.createdAt), spans)) misfits.push("time");
  if (journal.knowsStory(read.id)) misfits.push("other-lesson");
  return misfits;
}

/** The user accepted a story although it was created at another time than the attempt. */
export interface TimeDiffers {
  readonly code: "time-differs";
  readonly createdAt: string;
  /** By the service's clock. */
  readonly expected: readonly { readonly from: string; readonly until: string }[];
}

export interface Verdict {
  readonly who: string;
  readonly why: string;
  /** Evidence against the decision. Left out: none. */
  readonly evidence?: readonly (Contrary | TimeDiffers)[];
}

export interface StoryCheckContext extends CallContext {
  readonly journal: Pick<Journal, "knowsStory">;
  /** The service's time at the attempt, in ms since 1970. Left out or null: the ledger doesn't have it. */
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
  | { readonly kind: "unread"; readonly callError: CallError | null };

/**
 * Reads and checks the story that the user found for an open creation. Records nothing. Like any first read, it starts and charges the
 * requested audiobook (interface 4.4).
 */
export async function checkStory(
  open: OpenCreation,
  id: string,
  context: StoryCheckContext,
): Promise<StoryCheck> {
  const result = await readWithRetry(
    {
      kind: "firstRead",
      once: () => context.remote.readStory(id),
      started: (read) => read.book !== null && "perhaps",
    },
    retryPolicyOf(context),
  );
  if (!result.ok) return { kind: "unread", callError: result.callError };
  const story = result.value;
  const spans = spansOf(open.attempt, {
    atAttempt: context.serviceTime ?? null,
    aheadNow: aheadNow(context),
  });
  const misfits = misfitsOf(story, open, { journal: context.journal, spans });
  if (misfits.length === 0) return { kind: "fits", story };
  return { kind: "misfit", story, misfits, time: timeDiffers(story.createdAt, spans) };
}

function timeDiffers(createdAt: string, spans: readonly Span[]): TimeDiffers {
  const date = (ms: number): string => (isDate(ms) ? new Date(ms).toISOString() : String(ms));
  const expected = spans.map(({ from, until }) => ({ from: date(from), until: date(until) }));
  return { code: "time-differs", createdAt, expected };
}

/**
 * Settles an open creation with a checked story; `id: null`: by the user's declaration that nothing was created, so that the next run may
 * buy it.
 */
export async function settleOpen(
  open: OpenCreation,
  { id, who, why, evidence = [] }: Verdict & { readonly id: string | null },
  journal: Journal,
): Promise<void> {
  const { recordName, attempt, isDeclared } = open;
  const how = id === null ? "not-created" : "story";
  const settled = { ...recordName, attempt: attempt.attempt, how, id, who, why } as const;
  const against = evidence.length === 0 ? {} : { evidence: evidence.map((one) => ({ ...one })) };
  const corrects = isDeclared ? { corrects: true } : {};
  await journal.record({ type: "creation.resolved", ...settled, ...against, ...corrects });
}
