import PQueue from "p-queue";
import type { Uncertain } from "../../client/creation-reply.ts";
import type { CallError } from "../../client/port.ts";
import type { ReadStory } from "../../client/readable.ts";
import { type RetriedResult, readWithRetry } from "../../client/with-retry.ts";
import { type StoryAboveQuote, storiesAboveQuote } from "../../ledger/format/charges.ts";
import { isEnd } from "../../ledger/format/job-status.ts";
import type { ReadTimes } from "../../rate-limit/rate-limiter.ts";
import { recordOutcome } from "../create/create.ts";
import { outcomeEvent, whyAnother } from "../create/outcome-events.ts";
import type { RunProblem } from "../problem.ts";
import { accessProblem } from "../quote.ts";
import { rememberNarration } from "../remember.ts";
import { type RunContext, retryPolicyOf } from "../run-context.ts";
import { exportBook, saveStory } from "./collect.ts";
import type { FollowedStory } from "./followed-story.ts";
import { StoryProgress } from "./story-progress.ts";

const knownStatuses = new Set(["writing", "ready", "making_audiobook", "done", "failed", "canceled"]);

/**
 * Follows stories to their ends, each in its own loop: read, record changes, save the text, export the book when ready. A read may start,
 * and charge, the requested audiobook, so a story is followed only after its id is durable.
 */
export class Follower {
  readonly #context: RunContext;
  /** Unlimited concurrency: their calls already wait for the queue of reads and for the rate limiter. */
  readonly #stories = new PQueue();
  #failure: { readonly error: unknown } | null = null;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /**
   * Starts to follow a story. `contradiction`: left out for one of an earlier run; for one that was just created, what may still come on its
   * creation's connection, and its first read waits as long as such stories usually take.
   */
  follow(story: FollowedStory, contradiction?: Promise<Uncertain | null>): void {
    void this.#stories.add(async () => {
      try {
        await followToTheEnd(story, contradiction, this.#context);
      } catch (error) {
        // A ledger or disk that can't be written ends the whole run; `allEnded` rejects with the error.
        this.#failure ??= { error };
        this.#context.stops.stopEverything();
      }
    });
  }

  /** Resolves with true once one more story has ended; with false at once if none is followed. */
  async nextEnd(): Promise<boolean> {
    if (this.#stories.pending === 0) return false;
    await new Promise<void>((resolve) => this.#stories.once("next", resolve));
    return true;
  }

  /** Resolves once no story is followed any more; rejects if following one failed to write the ledger or the disk. */
  async allEnded(): Promise<void> {
    await this.#stories.onIdle();
    if (this.#failure !== null) throw this.#failure.error;
  }
}

async function followToTheEnd(
  story: FollowedStory,
  contradiction: Promise<Uncertain | null> | undefined,
  context: RunContext,
): Promise<void> {
  const { world, stops, timeLimits } = context;
  const isNew = contradiction !== undefined;
  const progress = new StoryProgress(story, isNew, context);
  let status: string | null = null;
  // Time spent waiting for a permit doesn't count: only how long the answers have stayed the same.
  let sameSince = world.monotonic();
  try {
    const uncertain = (await contradiction) ?? null;
    if (uncertain !== null) return await recordContradiction(story, uncertain, context);
    while (!stops.everything.aborted) {
      const result = await readStory(story, { rateLimiter: progress.rateLimiter, isNew }, context);
      if (!result.ok) {
        if (result.callError !== null) await recordReadFailure(story, result.callError, context);
        return;
      }
      progress.recordRead(result.value);
      await rememberNarration(story.recordName.edition, context);
      if (await applyRead(story, result.value, context)) return;
      if (result.value.status !== status) sameSince = world.monotonic();
      status = result.value.status;
      if (world.monotonic() - sameSince > timeLimits.giveUpMs) {
        stops.note({ code: "given_up", job: story.job, id: story.id, status });
        return;
      }
    }
  } finally {
    progress.end();
  }
}

function readStory(
  story: FollowedStory,
  { rateLimiter, isNew }: { rateLimiter: ReadTimes; isNew: boolean },
  context: RunContext,
): Promise<RetriedResult<ReadStory>> {
  const observed = observedOf(story, context);
  // Until the audiobook is known to have started, any read may start it.
  const mayStart = story.wantsBook && observed?.book == null && !isEnd(observed?.status, story.wantsBook);
  return readWithRetry(
    {
      kind: mayStart ? "firstRead" : "read",
      once: () => context.reads.add(() => context.remote.readStory(story.id)),
      started: (read) => {
        const isStarted = read.book !== null || read.status === "making_audiobook" || read.status === "done";
        // An earlier read whose answer was lost may have started it.
        return isStarted && (observed === null && !isNew ? "perhaps" : true);
      },
      story: rateLimiter,
    },
    {
      ...retryPolicyOf(context),
      // Save what a refusal has taught before waiting, since the process may not survive the wait.
      onWait: async (callError, forMs) => {
        context.tell({ kind: "retrying", forMs, callError });
        await rememberNarration(story.recordName.edition, context);
      },
    },
  );
}

/** Records and saves what a read showed. True if the story needs no further read in this run. */
async function applyRead(story: FollowedStory, read: ReadStory, context: RunContext): Promise<boolean> {
  const cause = contradictionIn(story, read, context);
  if (cause !== null) {
    const received = { bytes: 0, start: null, ids: [story.id] };
    const unclear = { cause, status: null, answer: null, received };
    await recordContradiction(story, { kind: "uncertain", ...unclear }, context);
    return true;
  }
  await observe(story, read, context);
  await saveStory(story, read, context);
  if (read.status === "failed" || read.status === "canceled") return true;
  const bookStatus = read.book?.status;
  if (isEnd(read.status, story.wantsBook)) {
    if (story.wantsBook) await collectBook(story, read, context);
    if (read.text === null) await noText(story, read, context);
    context.tell({ kind: "finished", job: story.job, id: story.id });
    context.times?.add(story, context);
    return true;
  }
  if (bookStatus === "error" || bookStatus === "canceled") {
    context.stops.note({ code: "audiobook_failed", job: story.job, id: story.id, status: bookStatus });
    return true;
  }
  return false;
}

async function observe(story: FollowedStory, read: ReadStory, context: RunContext): Promise<void> {
  const { recordName, job, id } = story;
  const before = observedOf(story, context);
  const unchanged =
    before !== null &&
    before.status === read.status &&
    before.credits === read.credits &&
    before.book?.id === read.book?.id &&
    before.book?.status === read.book?.status;
  if (unchanged) return;
  const { status, credits, book, error } = read;
  const aboveBefore = aboveQuote(story, context);
  await context.journal.record({ type: "story.observed", ...recordName, id, status, credits, book, error });
  tellAboveQuote(story, aboveBefore, context);
  if (before?.status !== status) context.tell({ kind: "observed", job, id, status });
  if (!knownStatuses.has(status))
    context.tell({ kind: "notice", notice: { code: "status_unknown", job, status } });
}

function aboveQuote({ recordName, id }: FollowedStory, { journal }: RunContext): StoryAboveQuote | undefined {
  const record = journal.jobRecord(recordName);
  return storiesAboveQuote(record === undefined ? [] : [record]).find((story) => story.id === id);
}

function tellAboveQuote(
  story: FollowedStory,
  before: StoryAboveQuote | undefined,
  context: RunContext,
): void {
  const now = aboveQuote(story, context);
  if (now === undefined || now.cost === before?.cost) return;
  const { id, quoted, cost } = now;
  context.tell({ kind: "notice", notice: { code: "story_above_quote", job: story.job, id, quoted, cost } });
}

async function collectBook(story: FollowedStory, read: ReadStory, context: RunContext): Promise<void> {
  const { recordName, id } = story;
  if (read.book === null) {
    await context.journal.record({
      type: "book.unavailable",
      ...recordName,
      id,
      cause: "the story names no book",
    });
    return;
  }
  const failure = await exportBook(story, read.book.id, context);
  if (failure === null || failure.callError === null) return;
  const problem = problemForAll(failure.callError);
  if (problem !== null) context.stops.stopEverything(problem);
  else
    await context.journal.record({
      type: "book.unavailable",
      ...recordName,
      id,
      cause: causeOf(failure.callError),
    });
}

/**
 * Why the first read of a story shows that it was made for another request; null if it doesn't. Later reads, and stories that a person named
 * (`resolve --story`), were judged before.
 */
function contradictionIn(story: FollowedStory, read: ReadStory, context: RunContext): string | null {
  const bought = acceptedAttempt(story, context);
  if (bought === undefined || bought.outcome.byPerson || observedOf(story, context) !== null) return null;
  return whyAnother(read, bought.intended.request);
}

/**
 * Records that the acceptance of a creation was contradicted: its outcome is uncertain from now on, and its story not the job's. Nothing more is
 * created in this run.
 */
async function recordContradiction(
  story: FollowedStory,
  contradiction: Uncertain,
  context: RunContext,
): Promise<void> {
  const bought = acceptedAttempt(story, context);
  if (bought === undefined) return;
  context.stops.stopCreating();
  const event = outcomeEvent({ ...story.recordName, attempt: bought.attempt }, contradiction);
  await recordOutcome({ job: { id: story.job } }, event, context);
}

function acceptedAttempt({ recordName, id }: FollowedStory, { journal }: RunContext) {
  for (const attempt of journal.jobRecord(recordName)?.attempts ?? []) {
    const { outcome } = attempt;
    if (outcome.kind === "accepted" && outcome.id === id) return { ...attempt, outcome };
  }
  return undefined;
}

async function noText(story: FollowedStory, read: ReadStory, context: RunContext): Promise<void> {
  const callError: CallError = {
    kind: "garbled",
    status: 200,
    why: `the story is ${read.status} but has no text`,
    retryAfterMs: null,
  };
  context.stops.note({ code: "story_unreadable", job: story.job, id: story.id, callError });
}

async function recordReadFailure(
  story: FollowedStory,
  callError: CallError,
  context: RunContext,
): Promise<void> {
  const { recordName, job, id } = story;
  if (callError.kind === "refused") {
    const { refusal } = callError;
    if (refusal.code === "payment_required" && story.wantsBook) {
      context.stops.note({ code: "audiobook_unpaid", job, id, refusal });
      return;
    }
    if (refusal.code === "not_found") {
      await context.journal.record({ type: "story.missing", ...recordName, id });
      return;
    }
  }
  const problem = problemForAll(callError);
  if (problem !== null) context.stops.stopEverything(problem);
  else context.stops.note({ code: "story_unreadable", job, id, callError });
}

/**
 * The problem that a story's call error means for the whole run, if any. A broken-off answer concerns that story only, since the service
 * was reachable.
 */
function problemForAll(callError: CallError): RunProblem | null {
  return callError.kind === "network" && !callError.isUnsent ? null : accessProblem(callError);
}

/** A call error in a few words, for the ledger. */
function causeOf(callError: CallError): string {
  switch (callError.kind) {
    case "refused":
      return `${callError.refusal.status} ${callError.refusal.code}`;
    case "garbled":
      return `${callError.status}: ${callError.why}`;
    case "network":
    case "certificate":
      return callError.cause;
  }
}

function observedOf({ recordName, id }: FollowedStory, { journal }: RunContext) {
  return journal.jobRecord(recordName)?.stories.get(id)?.observed ?? null;
}
