import type { CallError } from "../../client/port.ts";
import type { ReadStory } from "../../client/readable.ts";
import { readWithRetry } from "../../client/with-retry.ts";
import type { Attempt } from "../../ledger/format/state.ts";
import type { Journal } from "../journal.ts";
import { type CallContext, retryPolicyOf } from "../run-context.ts";
import { foldTopic } from "../topic-text.ts";
import { aheadNow, type Contrary } from "./evidence.ts";
import { isDate, type OpenCreation, type Span, spansOf } from "./open-creations.ts";

export type Misfit = "topic" | "language" | "difficulty" | "time" | "other-lesson";

/** The user accepted a story although it was created at another time than the attempt. */
export interface TimeDiffers {
  readonly code: "time-differs";
  readonly createdAt: string;
  /** By the service's clock. */
  readonly expected: readonly { readonly from: string; readonly until: string }[];
}

/** What the service shows of the story that the user named. */
type StoryCheck =
  | { readonly kind: "fits"; readonly story: ReadStory }
  | {
      readonly kind: "misfit";
      readonly story: ReadStory;
      readonly misfits: readonly Misfit[];
      readonly time: TimeDiffers;
    }
  | { readonly kind: "unread"; readonly callError: CallError | null };

/**
 * Reads the story that the user found for an open creation, and checks that the attempt can have created it. Records nothing. Like any first
 * read, it starts and charges the requested audiobook (interface 4.4).
 */
export async function checkStory(
  { attempt }: OpenCreation,
  id: string,
  context: CallContext & { readonly journal: Pick<Journal, "knowsStory"> },
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
  const spans = spansOf(attempt, aheadNow(context));
  const misfits = misfitsOf(story, attempt, { journal: context.journal, spans });
  if (misfits.length === 0) return { kind: "fits", story };
  return { kind: "misfit", story, misfits, time: timeDiffers(story.createdAt, spans) };
}

/** What shows that an attempt can't have created a story. `spans`: when the story was created if it did, by the service's clock. Pure. */
export function misfitsOf(
  { id, topic, lang, difficulty, createdAt }: ReadStory,
  { intended: { request } }: Attempt,
  { journal, spans }: { readonly journal: Pick<Journal, "knowsStory">; readonly spans: readonly Span[] },
): Misfit[] {
  const at = Date.parse(createdAt);
  const misfits: Misfit[] = [];
  if (foldTopic(topic) !== foldTopic(request.topic)) misfits.push("topic");
  if (lang !== request.lang) misfits.push("language");
  if (difficulty !== request.difficulty) misfits.push("difficulty");
  if (!spans.some(({ from, until }) => at >= from && at <= until)) misfits.push("time");
  if (journal.knowsStory(id)) misfits.push("other-lesson");
  return misfits;
}

function timeDiffers(createdAt: string, spans: readonly Span[]): TimeDiffers {
  const date = (ms: number): string => (isDate(ms) ? new Date(ms).toISOString() : String(ms));
  const expected = spans.map(({ from, until }) => ({ from: date(from), until: date(until) }));
  return { code: "time-differs", createdAt, expected };
}

/**
 * Settles an open creation with a checked story; `id: null`: by the user's declaration that nothing was created, so that the next run may
 * buy it. `evidence`: against the decision.
 */
export async function settleOpen(
  { recordName, attempt: { attempt }, isDeclared }: OpenCreation,
  {
    id,
    who,
    why,
    evidence = [],
  }: {
    readonly id: string | null;
    readonly who: string;
    readonly why: string;
    readonly evidence?: readonly (Contrary | TimeDiffers)[];
  },
  journal: Journal,
): Promise<void> {
  await journal.record({
    type: "creation.resolved",
    ...recordName,
    attempt,
    how: id === null ? "not-created" : "story",
    id,
    who,
    why,
    ...(evidence.length === 0 ? {} : { evidence: evidence.map((one) => ({ ...one })) }),
    ...(isDeclared ? { corrects: true } : {}),
  });
}
