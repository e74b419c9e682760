import { setMaxListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { cleanLine, cleanText, shorten } from "../../shared/text.ts";
import type { World } from "../../shared/world.ts";
import { saveAudio } from "../books/audio-files.ts";
import type { Clock } from "../clock.ts";
import type { ConfiguredFault } from "../config.ts";
import type { Narrator, Recording, Writer, WrittenStory } from "../ports.ts";
import { narrationFails, slowFactor, writingFault } from "../sentinels.ts";
import type { Store } from "../store/store.ts";
import { keepTrying } from "./keep-trying.ts";
import { findBook, findStory, type StoryRow, unfinished } from "./states.ts";
import { longest } from "./timing.ts";
import { beginNarration, endWriting, failNarration, finishNarration, finishWriting } from "./transitions.ts";

/** Writes and narrates in the background, each when due. */
export interface Worker {
  readonly writingTimeMs: number;
  readonly narrationTimeMs: number;
  /** Call it once the story is durable. */
  beginWriting(storyId: string): void;
  /** Call it once the book is durable. */
  beginNarration(bookId: string): void;
  /** Resumes whatever an earlier process left unfinished. */
  resume(): Promise<void>;
  /** Resolves when nothing changes any more. Unfinished work resumes at the next start. */
  stop(): Promise<void>;
}

export interface WorkerNeeds {
  readonly store: Store;
  readonly clock: Clock;
  readonly world: World;
  readonly writer: Writer;
  readonly narrator: Narrator;
  readonly dataFolder: string;
  readonly faults: readonly ConfiguredFault[];
  readonly writingTimeMs: number;
  readonly narrationTimeMs: number;
}

export function startWorker(needs: WorkerNeeds): Worker {
  const stopping = new AbortController();
  // Every unfinished story listens to this signal.
  setMaxListeners(0, stopping.signal);
  const keeping = new Set<Promise<unknown>>();
  let lastTurn: Promise<unknown> = Promise.resolve();

  /** Stories due at the same time start one after the other, so that requests are answered in between. */
  const turn = (): Promise<unknown> => {
    lastTurn = lastTurn.then(() => setImmediate());
    return lastTurn;
  };

  const { signal } = stopping;
  const { world, store } = needs;
  /** Retries until the disk accepts it; stopping waits for the current try. */
  const kept = async (action: () => void | Promise<void>): Promise<boolean> => {
    const trying = keepTrying(action, { world, signal });
    keeping.add(trying);
    const isKept = await trying;
    keeping.delete(trying);
    return isKept;
  };

  /** Waits until a step is due, runs it and saves its result, unless the service stops first. */
  async function work<Made>(stepOf: () => Promise<Step<Made> | null>): Promise<void> {
    const found: { step: Step<Made> | null } = { step: null };
    const isRead = await kept(async () => {
      found.step = await stepOf();
    });
    const { step } = found;
    if (!isRead || step === null) return;
    await world.sleep(Math.min(Math.max(0, step.dueAt - needs.clock()), step.waitMostMs), signal);
    await turn();
    if (signal.aborted || !(await kept(() => step.begin?.()))) return;
    const made = await outcomeOf(step.make);
    if (signal.aborted) return;
    await kept(async () => {
      if (made.ok) await step.done(made.value);
      else await step.failed(reasonOf(made.error));
      await store.settled();
    });
  }

  const worker: Worker = {
    writingTimeMs: needs.writingTimeMs,
    narrationTimeMs: needs.narrationTimeMs,
    beginWriting(storyId) {
      void work(async () => {
        const story = await findStory(store, storyId);
        return story === null ? null : writingStep(needs, story);
      });
    },
    beginNarration(bookId) {
      void work(() => narrationStep(needs, bookId));
    },
    async resume() {
      const { stories, books } = await unfinished(needs.store);
      for (const id of stories) worker.beginWriting(id);
      for (const id of books) worker.beginNarration(id);
    },
    async stop() {
      stopping.abort();
      await Promise.all(keeping);
    },
  };
  return worker;
}

interface Step<Made> {
  readonly dueAt: number;
  /** The longest wait, even if the service's clock was set back. */
  readonly waitMostMs: number;
  /** Records that the step is starting. */
  readonly begin?: () => Promise<void>;
  /** The slow part, abandoned when the service stops. Its failure is the story's: it does not touch the disk. */
  readonly make: () => Promise<Made>;
  /** `done` and `failed` make the result durable, are retried while the disk fails, and are completed before the service stops. */
  readonly done: (made: Made) => Promise<void>;
  readonly failed: (reason: string) => Promise<void>;
}

type Outcome<Made> =
  | { readonly ok: true; readonly value: Made }
  | { readonly ok: false; readonly error: unknown };

async function outcomeOf<Made>(make: () => Promise<Made>): Promise<Outcome<Made>> {
  try {
    return { ok: true, value: await make() };
  } catch (error) {
    return { ok: false, error };
  }
}

const reasonCharactersMost = 300;

function reasonOf(error: unknown): string {
  return shorten(cleanLine(error instanceof Error ? error.message : String(error)), reasonCharactersMost);
}

function writingStep(needs: WorkerNeeds, { id, request, dueAt }: StoryRow): Step<WrittenStory | "canceled"> {
  const { store, clock, writer, world } = needs;
  return {
    dueAt,
    waitMostMs: longest(needs.writingTimeMs) * slowFactor,
    async make() {
      const fault = writingFault(request.topic, needs.faults);
      if (fault === "cancel") return "canceled";
      if (fault === "fail") throw new Error("this topic asks for a failure");
      if (!writer.covers(request.lang))
        throw new Error(`no writer of this service knows the language ${request.lang}`);
      const { topic, lang, difficulty, length } = request;
      const words = (request.words ?? []).map(({ word, gloss }) => ({ word, gloss: gloss ?? null }));
      const style = { genre: request.genre ?? null, form: request.form ?? null };
      return checked(await writer.write({ topic, lang, difficulty, length, ...style, words }));
    },
    async done(made) {
      const moment = { store, now: clock() };
      if (made === "canceled") await endWriting(moment, id, { status: "canceled", error: null });
      else await finishWriting(moment, id, made);
      world.log.info({ story: id }, made === "canceled" ? "story canceled" : "story written");
    },
    async failed(reason) {
      const error = `The story could not be written: ${reason}.`;
      await endWriting({ store, now: clock() }, id, { status: "failed", error });
      world.log.info({ story: id, reason }, "writing failed");
    },
  };
}

/** A writer's text comes from outside, so it is cleaned once, here. */
function checked({ title, text }: WrittenStory): WrittenStory {
  const story = { title: cleanLine(title), text: cleanText(text).trim() };
  if (story.title === "" || story.text === "") throw new Error("the writer gave an empty story");
  return story;
}

async function narrationStep(needs: WorkerNeeds, bookId: string): Promise<Step<Recording> | null> {
  const { store, clock, narrator, world } = needs;
  const book = await findBook(store, bookId);
  const story = book === null ? null : await findStory(store, book.storyId);
  if (book === null || story === null) return null;
  return {
    dueAt: book.dueAt,
    waitMostMs: longest(needs.narrationTimeMs),
    begin: () => beginNarration(store, bookId),
    async make() {
      const { topic, lang } = story.request;
      if (narrationFails(topic, needs.faults)) throw new Error("this topic asks for a failure");
      if (!narrator.covers(lang)) throw new Error(`no narrator of this service speaks the language ${lang}`);
      return narrator.narrate({ lang, title: story.title ?? topic, text: story.text ?? "" });
    },
    async done({ bytes, durationMs }) {
      await saveAudio(needs.dataFolder, bookId, bytes);
      await finishNarration(store, bookId, durationMs);
      world.log.info({ book: bookId }, "audiobook ready");
    },
    async failed(reason) {
      const error = `The audiobook could not be made: ${reason}.`;
      await failNarration({ store, now: clock() }, bookId, error);
      world.log.info({ book: bookId, reason }, "narration failed");
    },
  };
}
