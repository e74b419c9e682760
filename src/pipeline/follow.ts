import { isEnd } from "../ledger/standing.ts";
import type { StoryPace } from "../remote/pace.ts";
import { type PatientReading, readPatiently } from "../remote/patient.ts";
import type { Trouble } from "../remote/port.ts";
import type { ReadStory } from "../remote/readable.ts";
import { exportBook, saveStory } from "./collect.ts";
import { type DearerStory, dearerStory } from "./dearer.ts";
import type { RunProblem } from "./problem.ts";
import { accessProblem } from "./quote.ts";
import { rememberNarration } from "./remember.ts";
import { StoryPath } from "./story-path.ts";
import { patienceOf, type Tools } from "./tools.ts";
import type { FollowedStory } from "./work.ts";

const knownStatuses = new Set(["writing", "ready", "making_audiobook", "done", "failed", "canceled"]);

/**
 * Follows stories to their ends, each in a loop of its own: read, record what changed, save the text once it is there, export the book once
 * it is ready. A read may start and charge the audiobook that was asked for, so a story comes here only after its id is durable.
 */
export class Follower {
  readonly #tools: Tools;
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | null = null;
  #ended: { promise: Promise<void>; resolve: () => void } = endSignal();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Begins to follow. `isNew`: it was created just now, so its first read waits as long as such stories take. */
  follow(story: FollowedStory, { isNew }: { isNew: boolean }): void {
    const following = followToTheEnd(story, isNew, this.#tools).finally(() => {
      this.#running.delete(following);
      this.#ended.resolve();
      this.#ended = endSignal();
    });
    this.#running.add(following);
    // A ledger or a disk that can't be written ends the whole run; `allEnded` hands the error on.
    following.catch((error: unknown) => {
      this.#failure ??= { error };
      this.#tools.stops.stopEverything();
    });
  }

  /** Resolves once one more story has ended, with false at once when none is followed. */
  async nextEnd(): Promise<boolean> {
    if (this.#running.size === 0) return false;
    await this.#ended.promise;
    return true;
  }

  /** Resolves once no story is followed any more; rejects when following one met a broken ledger or disk. */
  async allEnded(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    if (this.#failure !== null) throw this.#failure.error;
  }
}

function endSignal(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function followToTheEnd(story: FollowedStory, isNew: boolean, tools: Tools): Promise<void> {
  const { world, stops, patiences } = tools;
  const path = new StoryPath(story, isNew, tools);
  let status: string | null = null;
  // A story that waits for its turn is not slow: what counts is how long its answers have been the same.
  let sameSince = world.monotonic();
  try {
    while (!stops.everything.aborted) {
      const reading = await readStory(story, { pace: path.pace, isNew }, tools);
      if (!reading.ok) {
        if (reading.trouble !== null) await giveReason(story, reading.trouble, tools);
        return;
      }
      path.saw(reading.value);
      await rememberNarration(story.edition, tools);
      if (await takeIn(story, reading.value, tools)) return;
      if (reading.value.status !== status) sameSince = world.monotonic();
      status = reading.value.status;
      if (world.monotonic() - sameSince > patiences.giveUpMs) {
        stops.note({ code: "given_up", job: story.jobId, id: story.id, status });
        return;
      }
    }
  } finally {
    path.end();
  }
}

/**
 * Reads a story once, without waiting for its end, and keeps what it shows, as following it would. `takeBook` may find the book's file at hand:
 * then it is not exported again. False where it could not be read; the stops say why.
 */
export async function readOnce(
  story: FollowedStory,
  takeBook: (book: string) => Promise<boolean>,
  tools: Tools,
): Promise<boolean> {
  const path = new StoryPath(story, false, tools);
  try {
    const reading = await readStory(story, { pace: path.pace, isNew: false }, tools);
    if (!reading.ok) {
      if (reading.trouble !== null) await giveReason(story, reading.trouble, tools);
      return false;
    }
    const { book } = reading.value;
    const isAtHand = book !== null && (await takeBook(book.id));
    await takeIn(isAtHand ? { ...story, wantsBook: false } : story, reading.value, tools);
    return true;
  } finally {
    path.end();
  }
}

function readStory(
  story: FollowedStory,
  { pace, isNew }: { pace: StoryPace; isNew: boolean },
  tools: Tools,
): Promise<PatientReading<ReadStory>> {
  const observed = observedOf(story, tools);
  // Until the audiobook was seen to have started, any read may be the one that starts it.
  const mayStart = story.wantsBook && observed?.book == null && !isEnd(observed?.status, story.wantsBook);
  return readPatiently(
    {
      kind: mayStart ? "firstRead" : "read",
      once: () => tools.reads.add(() => tools.remote.readStory(story.id)),
      started: (read) => {
        const isStarted = read.book !== null || read.status === "making_audiobook" || read.status === "done";
        // A story that was read before, with an answer that was lost, may have been started then.
        return isStarted && (observed === null && !isNew ? "perhaps" : true);
      },
      story: pace,
    },
    {
      ...patienceOf(tools),
      // What a refusal has taught is kept before its wait, which a process may not outlive.
      onWait: async (trouble, forMs) => {
        tools.tell({ kind: "retrying", forMs, trouble });
        await rememberNarration(story.edition, tools);
      },
    },
  );
}

/** Records and keeps what a read showed. True once the story needs no further read in this run. */
async function takeIn(story: FollowedStory, read: ReadStory, tools: Tools): Promise<boolean> {
  await observe(story, read, tools);
  await saveStory(story, read, tools);
  if (read.status === "failed" || read.status === "canceled") return true;
  const bookStatus = read.book?.status;
  if (isEnd(read.status, story.wantsBook)) {
    if (story.wantsBook) await collectBook(story, read, tools);
    if (read.text === null) await noText(story, read, tools);
    tools.tell({ kind: "finished", job: story.jobId, id: story.id });
    return true;
  }
  if (bookStatus === "error" || bookStatus === "canceled") {
    tools.stops.note({ code: "audiobook_failed", job: story.jobId, id: story.id, status: bookStatus });
    return true;
  }
  return false;
}

async function observe(story: FollowedStory, read: ReadStory, tools: Tools): Promise<void> {
  const { edition, job, jobId, id } = story;
  const before = observedOf(story, tools);
  const unchanged =
    before !== null &&
    before.status === read.status &&
    before.credits === read.credits &&
    before.book?.id === read.book?.id &&
    before.book?.status === read.book?.status;
  if (unchanged) return;
  const { status, credits, book, error } = read;
  const dearerBefore = dearerOf(story, tools);
  await tools.journal.record({ type: "story.observed", edition, job, id, status, credits, book, error });
  tellDearer(story, dearerBefore, tools);
  if (before?.status !== status) tools.tell({ kind: "observed", job: jobId, id, status });
  if (!knownStatuses.has(status))
    tools.tell({ kind: "notice", notice: { code: "status_unknown", job: jobId, status } });
}

function dearerOf({ edition, job, id }: FollowedStory, { journal }: Tools): DearerStory | null {
  const record = journal.jobRecord(edition, job);
  return record === undefined ? null : dearerStory(record, id);
}

function tellDearer(story: FollowedStory, before: DearerStory | null, tools: Tools): void {
  const dearer = dearerOf(story, tools);
  if (dearer === null || dearer.cost === before?.cost) return;
  const { id, quoted, cost } = dearer;
  tools.tell({ kind: "notice", notice: { code: "story_dearer", job: story.jobId, id, quoted, cost } });
}

async function collectBook(story: FollowedStory, read: ReadStory, tools: Tools): Promise<void> {
  const { edition, job, id } = story;
  if (read.book === null) {
    await tools.journal.record({
      type: "book.unavailable",
      edition,
      job,
      id,
      cause: "the story names no book",
    });
    return;
  }
  const failure = await exportBook(story, read.book.id, tools);
  if (failure === null || failure.trouble === null) return;
  const problem = problemForAll(failure.trouble);
  if (problem !== null) tools.stops.stopEverything(problem);
  else
    await tools.journal.record({
      type: "book.unavailable",
      edition,
      job,
      id,
      cause: causeOf(failure.trouble),
    });
}

async function noText(story: FollowedStory, read: ReadStory, tools: Tools): Promise<void> {
  const trouble: Trouble = {
    kind: "garbled",
    status: 200,
    why: `the story is ${read.status} but has no text`,
    retryAfterMs: null,
  };
  tools.stops.note({ code: "story_unreadable", job: story.jobId, id: story.id, trouble });
}

async function giveReason(story: FollowedStory, trouble: Trouble, tools: Tools): Promise<void> {
  const { edition, job, jobId, id } = story;
  if (trouble.kind === "refused") {
    const { refusal } = trouble;
    if (refusal.code === "payment_required") {
      tools.stops.note({ code: "audiobook_unpaid", job: jobId, id, refusal });
      return;
    }
    if (refusal.code === "not_found") {
      await tools.journal.record({ type: "story.missing", edition, job, id });
      return;
    }
  }
  const problem = problemForAll(trouble);
  if (problem !== null) tools.stops.stopEverything(problem);
  else tools.stops.note({ code: "story_unreadable", job: jobId, id, trouble });
}

/** The problem that a trouble with one story is for the whole run. An answer that broke off is that story's own: the service was there. */
function problemForAll(trouble: Trouble): RunProblem | null {
  return trouble.kind === "network" && !trouble.isUnsent ? null : accessProblem(trouble);
}

/** A trouble in a few words, for the ledger. */
function causeOf(trouble: Trouble): string {
  switch (trouble.kind) {
    case "refused":
      return `${trouble.refusal.status} ${trouble.refusal.code}`;
    case "garbled":
      return `${trouble.status}: ${trouble.why}`;
    case "network":
    case "certificate":
      return trouble.cause;
  }
}

function observedOf({ edition, job, id }: FollowedStory, { journal }: Tools) {
  return journal.jobRecord(edition, job)?.stories.get(id)?.observed ?? null;
}
