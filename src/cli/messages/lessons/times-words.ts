import type { Hint, Reason } from "../../../lessons/align/alignment.ts";
import type { LessonTimesReport } from "../../../run/run-context.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";

/** Why a recording can't be followed by sentence. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  no_voice: "no speech voice for this language",
  no_engine:
    "no speech engine is installed (the npm package @echogarden/espeak-ng-emscripten, or the program espeak-ng)",
  no_text: "nothing in the text can be spoken",
  not_mp3: "the recording is not an MP3",
  no_sound: "nothing can be heard in the recording",
  unlike: "the recording doesn't seem to say this text",
  band_edge: "the recording and the text are too far apart to be followed",
  uneven: "the recording follows the text only roughly",
  broken: "the recording could not be read to its end",
};

const levelWords = { sentences: "by sentence", paragraphs: "by paragraph", none: "none" } as const;

/** The state of one lesson's times in a few words. */
export function describeTimes({ level, why }: Pick<LessonTimesReport, "level" | "why">): string {
  if (level === null) return "not looked for yet";
  return why === null ? levelWords[level] : `${levelWords[level]}: ${reasonWords[why]}`;
}

/** A place in a lesson's recording that someone should listen to. */
export function describeHint({ kind, sentence, atMs }: Hint): string {
  const what = {
    missing: `sentence ${sentence + 1} seems to be missing from the recording`,
    repeated: `sentence ${sentence + 1} seems to be heard twice`,
    swapped: `sentences ${sentence + 1} and ${sentence + 2} seem to change places`,
  }[kind];
  return `${what}: listen at ${formatMoment(atMs)}`;
}

/** A moment of a recording, as players show it: `1:05`. */
export function formatMoment(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * How many lessons have times, and at which level; then those without, and why; then the places to listen to. Empty if no lesson has a
 * recording.
 */
export function describeAllTimes(times: readonly LessonTimesReport[]): string[] {
  if (times.length === 0) return [];
  const count = (level: LessonTimesReport["level"]): number =>
    times.filter((one) => one.level === level).length;
  const parts = [
    `${count("sentences")} by sentence`,
    ...(count("paragraphs") > 0 ? [`${count("paragraphs")} by paragraph`] : []),
    ...(count("none") > 0 ? [`${count("none")} without`] : []),
    ...(count(null) > 0 ? [`${count(null)} not looked for yet`] : []),
  ];
  return [
    `times    ${parts.join(", ")}, of ${pluralize(times.length, "recording")}`,
    ...describeDoubts(times),
  ];
}

/** What the user should know about the times of some lessons: which have none by sentence, and why; and where to listen. */
export function describeDoubts(times: readonly LessonTimesReport[]): string[] {
  return times.flatMap(({ job, level, why, hints }) => [
    ...(why === null ? [] : [`         ${showText(job)}: ${describeTimes({ level, why })}`]),
    ...hints.map((hint) => `         ${showText(job)}: ${describeHint(hint)}`),
  ]);
}

/** The times of lessons in JSON documents. */
export function timesDocument(times: readonly LessonTimesReport[]): object[] {
  return times.map(({ job, level, why, hints }) => ({ job, level, why, hints }));
}
