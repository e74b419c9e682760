import { setMaxListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { cleanLine, cleanText, shorten } from "../../shared/text.ts";
import { randomUuid } from "../../shared/world.ts";
import { every, type Recurring } from "../clock.ts";
import { freeAll, giveBack, type Job, type JobKind, postpone, renewLeases, takeJobs } from "../jobs/jobs.ts";
import type { Parts } from "../parts.ts";
import { type Narrator, TemporaryFailure, type Writer } from "../ports.ts";
import { recordingName } from "../recordings/recordings.ts";
import { narrationFails, slowFactor, writingFault } from "../sentinels.ts";
import { isAwayForNow, sql } from "../store/store.ts";
import { conclude, countSameBefore, findStory, type Result, type StoryRow } from "./states.ts";

/** Writes and narrates stories in the background, each when it is due, whichever of the service's processes accepted it. */
export interface Worker {
  /** Starts working, on what earlier processes left unfinished too. */
  start(): Promise<void>;
  /** Resolves when nothing changes any more. Others, or the next start, take what is unfinished. */
  stop(): Promise<void>;
}

export interface WorkerNeeds
  extends Pick<
    Parts,
    "store" | "config" | "clock" | "world" | "recordings" | "writingTimeMs" | "narrationTimeMs"
  > {
  readonly writer: Writer;
  readonly narrator: Narrator;
}

/** How much of each kind is under way at once in this process. The rest waits, and other processes can take it. */
const mostAtOnce = { writing: 16, narration: 4 } as const;

/** How often a job is tried whose failure may pass, and how long after the first failure; the wait doubles with each. */
const triesMost = 5;
const firstRetryMs = 500;
/** How long all tries of a job may take together: a server that hangs must not hold an account's credits for an hour. */
const triesMostMs = { writing: 600_000, narration: 1_800_000 } as const;
/** What each try has at least, however late it begins: after a pause of the whole machine, for example. */
const tryLeastMs = 60_000;
/** How often a job is begun at all: one that ends its process each time must not end them for ever. */
const beginningsMost = 10;

const exhausted = new TemporaryFailure(`it was started ${beginningsMost} times, and interrupted each time`);

/** The message of the log for each result of a job. */
const messages: Record<JobKind, Partial<Record<Result["kind"], string>>> = {
  writing: { written: "story written", canceled: "story canceled", failed: "writing failed" },
  narration: { narrated: "audiobook ready", failed: "narration failed" },
};

/** How long a lease lasts without being renewed: a slow database or a busy machine must not make it lapse. */
const leaseMs = 15_000;
/** How often a process looks for work that is due, about. */
const pollMs = 200;

/** The pause after the first failure of a step that must be made durable; it doubles with each, up to the longest. */
const firstPauseMs = 250;
const longestPauseMs = 15_000;

const reasonCharactersMost = 300;

function reasonOf(error: unknown): string {
  return shorten(cleanLine(error instanceof Error ? error.message : String(error)), reasonCharactersMost);
}

/** What came of a job, with the recording that is still to be stored on this machine's disk, or why it failed. */
type Made = Result & { readonly bytes?: Uint8Array; readonly reason?: string; readonly isGivenUp?: boolean };

/** Writes a story. Any failure counts as the story's own, so this uses neither the database nor the disk. */
async function write(
  { writer, config }: WorkerNeeds,
  { request }: StoryRow,
  { take, leftMs }: { readonly take: number; readonly leftMs: number },
): Promise<Made> {
  const fault = writingFault(request.topic, config);
  if (fault === "cancel") return { kind: "canceled" };
  if (fault === "fail") throw new Error("this topic triggers a test failure");
  if (!writer.covers(request.lang))
    throw new Error(`this service has no writer for the language ${request.lang}`);
  const { topic, lang, difficulty, length, genre = null, form = null } = request;
  const words = (request.words ?? []).map(({ word, gloss }) => ({ word, gloss: gloss ?? null }));
  const order = { topic, lang, difficulty, length, genre, form, words, ...(take > 0 && { take }) };
  const written = await writer.write(order, leftMs);
  // The text comes from outside, so it is cleaned once, here.
  const [title, text] = [cleanLine(written.title), cleanText(written.text).trim()];
  if (title === "" || text === "") throw new Error("the writer returned an empty story");
  return { kind: "written", title, text };
}

async function narrate(
  { narrator, recordings, config }: WorkerNeeds,
  { request: { topic, lang }, title, text }: StoryRow,
  recording: string,
): Promise<Made> {
  if (narrationFails(topic, config)) throw new Error("this topic triggers a test failure");
  if (!narrator.covers(lang)) throw new Error(`this service has no narrator for the language ${lang}`);
  const { bytes, durationMs } = await narrator.narrate({ lang, title: title ?? topic, text: text ?? "" });
  const made = { kind: "narrated", recording, durationMs } as const;
  // An unavailable store is treated like an unavailable narrator: any process tries again, a few times. If a disk is full, this process waits.
  if (!recordings.isRemote) return { ...made, bytes };
  await recordings.save(recording, bytes);
  return made;
}

/** Prepares the work of a process; nothing begins before `start`. */
export function startWorker(needs: WorkerNeeds): Worker {
  const { world, store, clock, recordings } = needs;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every job under way listens to this signal.
  setMaxListeners(0, signal);
  const keeping = new Set<Promise<unknown>>();
  /** Jobs that this process has taken and neither ended nor given back. */
  const unfinished = new Set<number>();
  /** When this process began a job's tries, by the monotonic clock. */
  const begunAt = new Map<number, number>();
  const holder = randomUuid(world);
  let lastTurn: Promise<unknown> = Promise.resolve();

  /**
   * Repeats a step until the disk or the database accepts it: a full disk may have space later, and nobody should have to restart the service. Resolves
   * with null if the service stops first, which waits for the current try.
   */
  async function kept<Value>(step: () => Promise<Value>): Promise<{ readonly value: Value } | null> {
    const trying = (async () => {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        try {
          return { value: await step() };
        } catch (error) {
          const message = "a background step could not be saved; it will be retried";
          if (!isAwayForNow(error)) world.log.error({ error: String(error), pauseMs }, message);
          else if (pauseMs === firstPauseMs) world.log.warn({ error: String(error) }, message);
          await world.sleep(pauseMs, signal);
          if (signal.aborted) return null;
        }
      }
    })();
    keeping.add(trying);
    const result = await trying;
    keeping.delete(trying);
    return result;
  }

  /** Reads what a job is about; resolves with a function that does the slow part. */
  async function begin({ kind, storyId, fence }: Job): Promise<(leftMs: number) => Promise<Made>> {
    const story = await findStory(store, storyId);
    // Foreign keys rule this out.
    if (story === null) throw new Error("a job has no story");
    if (kind === "writing") {
      const take = await countSameBefore(store, story);
      return (leftMs) => write(needs, story, { take, leftMs });
    }
    await store.run(
      sql`UPDATE books SET status = 'processing' WHERE story_id = ${storyId} AND status = 'pending'`,
    );
    const book = await store.get<{ id: string }>(sql`SELECT id FROM books WHERE story_id = ${storyId}`);
    if (book === undefined) throw new Error("a narration has no book");
    return () => narrate(needs, story, recordingName(book.id, fence));
  }

  /** Does a job and makes its result durable, unless the service stops first. */
  async function work(job: Job): Promise<void> {
    unfinished.add(job.id);
    if (!begunAt.has(job.id)) begunAt.set(job.id, world.monotonic());
    const leftMs = (): number => triesMostMs[job.kind] - (world.monotonic() - (begunAt.get(job.id) ?? 0));
    // Stories due at the same time start one after the other, so that requests are answered in between.
    lastTurn = lastTurn.then(() => setImmediate());
    await lastTurn;
    if (signal.aborted) return;
    const begun = await kept(() => begin(job));
    if (begun === null) return;
    let made: Made;
    try {
      if (job.attempts > beginningsMost) throw exhausted;
      made = await begun.value(Math.max(tryLeastMs, leftMs()));
    } catch (error) {
      const isPassing = error instanceof TemporaryFailure;
      const pauseMs = Math.max(firstRetryMs * 2 ** (job.attempts - 1), isPassing ? error.retryAfterMs : 0);
      if (signal.aborted) return;
      const reason = reasonOf(error);
      if (isPassing && job.attempts < triesMost && pauseMs < leftMs())
        return retryLater(job, { pauseMs, reason });
      const what =
        job.kind === "writing" ? "The story could not be written" : "The audiobook could not be made";
      made = { kind: "failed", error: `${what}: ${reason}.`, reason, isGivenUp: isPassing };
    }
    if (signal.aborted) return;
    begunAt.delete(job.id);
    if ((await kept(() => record(job, made))) !== null) unfinished.delete(job.id);
  }

  async function record(job: Job, made: Made): Promise<void> {
    if (made.kind === "narrated" && made.bytes !== undefined)
      await recordings.save(made.recording, made.bytes);
    const { storyId: story, attempts } = job;
    if (!(await conclude({ store, now: clock() }, job, made))) {
      world.log.warn({ story }, "a result was not recorded: this work has ended, or another process has it");
      return;
    }
    const { reason } = made;
    world.log.info(
      { story, ...(reason !== undefined && { reason }) },
      messages[job.kind][made.kind] ?? made.kind,
    );
    if (made.isGivenUp === true) world.log.error({ story, reason, attempts }, "work on a story was given up");
  }

  async function retryLater(
    job: Job,
    { pauseMs, reason }: { readonly pauseMs: number; readonly reason: string },
  ): Promise<void> {
    const { storyId: story } = job;
    world.log.debug({ story, reason, pauseMs }, "work on a story failed and will be retried");
    const dueAt = clock() + pauseMs;
    if ((await kept(() => postpone(store, job, dueAt))) !== null) unfinished.delete(job.id);
  }

  /** Takes the jobs of one kind when they are due, those that other processes left among them, until the service stops. */
  async function takeAll(kind: JobKind, timeMs: number): Promise<void> {
    const most = mostAtOnce[kind];
    // The longest that a job can have to wait, even if the service's clock was set back.
    const waitMostMs = Math.max(timeMs, triesMostMs[kind]);
    const underWay = new Set<number>();
    let alarm = new AbortController();
    signal.addEventListener("abort", () => alarm.abort(), { once: true });
    const perform = async (job: Job): Promise<void> => {
      underWay.add(job.id);
      await work(job);
      underWay.delete(job.id);
      // There may be more than there was room for, or the same job again.
      alarm.abort();
    };
    while (!signal.aborted) {
      alarm = new AbortController();
      const [lookedAt, now] = [world.monotonic(), clock()];
      const search = { kind, now, dueMost: now + waitMostMs, holder, underWay: [...underWay] };
      const look = () => takeJobs(store, search, { most: most - underWay.size, leaseMs });
      const taken = underWay.size < most ? await kept(look) : null;
      for (const job of taken?.value ?? []) void perform(job);
      // Spread, so that several processes do not look at once, and counted from before this look, whose answer may be old by now.
      const nextLookAt = lookedAt + pollMs * (0.75 + world.random() / 2);
      await world.sleep(nextLookAt - world.monotonic(), alarm.signal);
    }
  }

  let running: Promise<unknown> = Promise.resolve();
  let beating: Recurring | null = null;
  return {
    async start() {
      if (!store.isShared) await freeAll(store);
      // Shows other processes that this one lives.
      else
        beating = every(world, () => leaseMs / 4, {
          async step() {
            if (unfinished.size > 0) await renewLeases(store, holder, leaseMs);
          },
          failed: "the leases could not be renewed; other processes may take this work",
        });
      running = Promise.all([
        takeAll("writing", needs.writingTimeMs * slowFactor),
        takeAll("narration", needs.narrationTimeMs),
      ]);
    },
    async stop() {
      stopping.abort();
      await beating?.stop();
      await running;
      await Promise.all(keeping);
      if (unfinished.size === 0) return;
      await giveBack(store, holder).catch((error: unknown) => {
        world.log.warn(
          { error: String(error) },
          "unfinished work could not be released; its leases will lapse",
        );
      });
    },
  };
}
