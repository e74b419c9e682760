import { cleanLine, cleanText } from "../../shared/text.ts";
import type { World } from "../../shared/world.ts";
import type { Clock } from "../clock.ts";
import type { Job } from "../jobs/jobs.ts";
import type { Narrator, Recording, Writer, WrittenStory } from "../ports.ts";
import { type Recordings, recordingName } from "../recordings/recordings.ts";
import { type FaultSettings, narrationFails, writingFault } from "../sentinels.ts";
import type { Store } from "../store/store.ts";
import { countSameBefore, findBookOf, findStory } from "./states.ts";
import { beginNarration, endWriting, failNarration, finishNarration, finishWriting } from "./transitions.ts";

export interface StepNeeds {
  readonly store: Store;
  readonly clock: Clock;
  readonly world: World;
  readonly writer: Writer;
  readonly narrator: Narrator;
  readonly recordings: Recordings;
  readonly config: FaultSettings;
}

/** Why a step failed, and whether all its attempts are used up. */
export interface Reason {
  readonly reason: string;
  readonly isDead: boolean;
}

/** A job that is being done. */
export interface Step<Made> {
  /** Records that the step is starting. */
  readonly begin?: () => Promise<void>;
  /**
   * The slow part, abandoned when the service stops. Its failure is the story's, so it uses neither the database nor this machine's disk. `leftMs`: the
   * time left for it.
   */
  readonly make: (leftMs: number) => Promise<Made>;
  /**
   * `done` and `failed` make the result durable, are retried while the disk fails, and are completed before the service stops. They resolve with false,
   * and have changed nothing, if another process has the job now or has ended it.
   */
  readonly done: (made: Made) => Promise<boolean>;
  readonly failed: (why: Reason) => Promise<boolean>;
  /** Writes to the log what was recorded. */
  readonly logDone: (made: Made) => void;
  readonly logFailed: (why: Reason) => void;
  /** Removes what was made for nothing, once it is known that another process has the job or has ended it. */
  readonly discard?: () => Promise<void>;
}

/** Foreign keys exclude it. */
const orphaned = "a job has no story";

/** Writes a story. */
export async function writingStep(
  { store, clock, writer, world, config }: StepNeeds,
  job: Job,
): Promise<Step<WrittenStory | "canceled">> {
  const story = await findStory(store, job.storyId);
  if (story === null) throw new Error(orphaned);
  const { id, request } = story;
  // Here, where a database that is away is waited for.
  const take = await countSameBefore(store, story);
  return {
    async make(leftMs) {
      const fault = writingFault(request.topic, config);
      if (fault === "cancel") return "canceled";
      if (fault === "fail") throw new Error("this topic triggers a test failure");
      if (!writer.covers(request.lang))
        throw new Error(`this service has no writer for the language ${request.lang}`);
      const { topic, lang, difficulty, length } = request;
      const words = (request.words ?? []).map(({ word, gloss }) => ({ word, gloss: gloss ?? null }));
      const style = { genre: request.genre ?? null, form: request.form ?? null };
      return checked(
        await writer.write(
          { topic, lang, difficulty, length, ...style, words, ...(take > 0 && { take }) },
          leftMs,
        ),
      );
    },
    done: (made) => {
      const moment = { store, now: clock() };
      return made === "canceled" ? endWriting(moment, job, made) : finishWriting(moment, job, made);
    },
    failed: ({ reason, isDead }) =>
      endWriting({ store, now: clock() }, job, {
        error: `The story could not be written: ${reason}.`,
        isDead,
      }),
    logDone: (made) =>
      world.log.info({ story: id }, made === "canceled" ? "story canceled" : "story written"),
    logFailed: ({ reason }) => world.log.info({ story: id, reason }, "writing failed"),
  };
}

/** A writer's text comes from outside, so it is cleaned once, here. */
function checked({ title, text }: WrittenStory): WrittenStory {
  const story = { title: cleanLine(title), text: cleanText(text).trim() };
  if (story.title === "" || story.text === "") throw new Error("the writer returned an empty story");
  return story;
}

/** Narrates a story. */
export async function narrationStep(
  { store, clock, narrator, world, recordings, config }: StepNeeds,
  job: Job,
): Promise<Step<Recording>> {
  const book = await findBookOf(store, job.storyId);
  const story = await findStory(store, job.storyId);
  if (book === null || story === null) throw new Error(orphaned);
  const recording = recordingName(book.id, job.fence);
  return {
    begin: () => beginNarration(store, story.id),
    async make() {
      const { topic, lang } = story.request;
      if (narrationFails(topic, config)) throw new Error("this topic triggers a test failure");
      if (!narrator.covers(lang)) throw new Error(`this service has no narrator for the language ${lang}`);
      const made = await narrator.narrate({ lang, title: story.title ?? topic, text: story.text ?? "" });
      // A store that is away is like a narrator that is: tried again, by whichever process, a few times. A full disk is waited for.
      if (recordings.isRemote) await recordings.save(recording, made.bytes);
      return made;
    },
    async done({ bytes, durationMs }) {
      if (!recordings.isRemote) await recordings.save(recording, bytes);
      return finishNarration(store, job, { recording, durationMs });
    },
    failed: ({ reason, isDead }) =>
      failNarration({ store, now: clock() }, job, {
        error: `The audiobook could not be made: ${reason}.`,
        isDead,
      }),
    logDone: () => world.log.info({ book: book.id }, "audiobook ready"),
    logFailed: ({ reason }) => world.log.info({ book: book.id, reason }, "narration failed"),
    async discard() {
      const current = await findBookOf(store, story.id);
      if (current?.recording !== recording) await recordings.remove(recording);
    },
  };
}
