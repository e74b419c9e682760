import type { RespokenFacts } from "../../lessons/correction/respoken-file.ts";
import { inspectBook } from "../../package/books/inspect-book.ts";
import { BufferPool } from "../../shared/buffer-pool.ts";
import { bookOf, timesOf } from "../bind/bind.ts";
import type { CourseFolder } from "../bind/read-saved.ts";
import { Recording } from "../splice/recording.ts";
import { fileOf } from "../splice/splice.ts";
import { earlierSpeech } from "./earlier-speech.ts";
import { partsToSpeak } from "./parts-to-speak.ts";
import type { RespeakRefusal } from "./respeak-refusal.ts";
import { type CorrectedLesson, respokenFacts } from "./respoken-facts.ts";
import type { SentenceNarrator } from "./sentence-narrator.ts";
import { speakAndSplice } from "./speak-and-splice.ts";

/** A recording with corrected sentences spoken anew, in memory. */
export interface Respoken {
  readonly kind: "made";
  readonly sound: Buffer;
  /** What its file of facts has, but who asked for it and when. */
  readonly facts: Omit<RespokenFacts, "who" | "at">;
  /** The sentences that could not be spoken anew, by number among those to be spoken, and why. */
  readonly left: readonly RespeakRefusal[];
}

export interface LessonToRespeak extends CorrectedLesson {
  readonly job: string;
}

export interface RespeakMeans {
  readonly courseFolder: Pick<CourseFolder, "files" | "folder">;
  readonly narrator: SentenceNarrator;
}

/**
 * Speaks what is corrected in a lesson and heard otherwise anew, each sentence alone, and splices it into the recording as it was bought. Writes
 * and records nothing. Sends these sentences to the narrator, and nothing to the story service. Throws a Failure if a file is not what the
 * ledger recorded.
 */
export async function respeak(
  lesson: LessonToRespeak,
  { courseFolder, narrator }: RespeakMeans,
): Promise<Respoken | ({ readonly kind: "refused" } & RespeakRefusal)> {
  const refused = <Why extends RespeakRefusal>(why: Why): { kind: "refused" } & Why => ({
    kind: "refused",
    ...why,
  });
  const { job, lang, story, corrected } = lesson;
  const times = await timesOf(story, courseFolder);
  const book = bookOf(story, courseFolder);
  if (book === null || times === null || times.level !== "sentences") return refused({ why: "no_times" });
  const { parts, unsure } = partsToSpeak(corrected, times);
  if (parts.length === 0) return refused({ why: unsure > 0 ? "unsure" : "nothing" });
  if (!narrator.covers(lang)) return refused({ why: "no_language" });
  const inspected = await inspectBook({ job, book }, { files: courseFolder.files, pool: new BufferPool() });
  const sound = inspected?.sound?.extension === "mp3" ? inspected.sound : null;
  const recording = sound === null ? null : await Recording.read(await sound.read(), sound.soundStart);
  if (recording === null) return refused({ why: "not_mp3" });
  const known = await earlierSpeech(story, narrator.name, courseFolder);
  const spliced = await speakAndSplice(recording, parts, { lang, times, narrator, known });
  if (!("result" in spliced)) return refused(spliced);
  const file = fileOf(recording, spliced.result.frames);
  return {
    kind: "made",
    sound: file,
    facts: respokenFacts(lesson, spliced, { times, file, narrator: narrator.name }),
    left: [...spliced.left, ...Array.from({ length: unsure }, () => ({ why: "unsure" as const }))],
  };
}
