import type { Detect } from "../series/detector.ts";
import { wordRunsOf } from "../series/word-runs.ts";
import { checkProfiles, type KnownWords, type LessonProfile } from "./check-profile.ts";
import { checkBesideOthers, checkVariety, sentenceLength, speedOf } from "./check-series.ts";
import { checkSound } from "./check-sound.ts";
import { checkText } from "./check-text.ts";
import { type CheckedLesson, checkedLesson, type LessonToCheck } from "./checked-lesson.ts";
import type { Limits } from "./checks.ts";
import type { Finding, VolumeFinding } from "./finding.ts";
import type { Severity } from "./severity.ts";

/** The measures of a lesson, whether or not there are findings. */
export interface LessonFacts {
  readonly job: string;
  readonly unit: "words" | "characters";
  /** Running words, or characters in scripts without word spacing. */
  readonly running: number;
  readonly sentences: number;
  readonly perSentence: number | null;
  /** Letters per word. */
  readonly perWord: number | null;
  /** Null if words can't be told apart in its language. */
  readonly profile: LessonProfile | null;
  readonly genre: string | null;
  readonly form: string | null;
  /** Words (or characters) per minute; LUFS; dBTP; dB of full scale (RMS). Null if there is no recording that could be measured. */
  readonly speed: number | null;
  readonly loudness: number | null;
  readonly peak: number | null;
  readonly rms: number | null;
  readonly floor: number | null;
  /** Why the recording was not compared with the text; null if it was, or if there is none. */
  readonly unheard: "not_aligned" | "not_measured" | null;
}

/** The result of the checks. */
export interface Quality {
  /** The most severe first, then in the order of the lessons. */
  readonly findings: readonly Finding[];
  readonly ofVolumes: readonly VolumeFinding[];
  readonly lessons: readonly LessonFacts[];
}

export interface CheckOptions extends KnownWords {
  readonly limits: Limits;
  /** Null if the plan ignores the language. */
  readonly detect: Detect | null;
}

/** Checks each lesson of a volume, alone and compared with the others. Pure except for the language detector. */
export function checkVolume(
  volume: string,
  given: readonly LessonToCheck[],
  { limits, detect, ...known }: CheckOptions,
): Quality {
  const lessons = given.map(checkedLesson);
  const runs = lessons.map(({ sentences, language }) =>
    wordRunsOf(
      sentences.map(({ text }) => text),
      language,
    ),
  );
  const profiles = checkProfiles(lessons, known, limits);
  const beside = checkBesideOthers(lessons, runs, limits);
  const findings = lessons.flatMap((lesson, at) =>
    [
      ...checkText(lesson, runs[at] ?? { runs: [], sentences: [] }, { limits, detect }),
      ...checkSound(lesson, limits),
      ...(profiles[at]?.found ?? []),
      ...(beside[at] ?? []),
    ].map((found): Finding => ({ ...found, job: lesson.job, severity: limits[found.check].severity })),
  );
  const ofVolume = checkVariety(lessons, limits).map((fact) => ({
    ...fact,
    volume,
    severity: limits[fact.check].severity,
  }));
  return {
    findings: gravestFirst(findings),
    ofVolumes: gravestFirst(ofVolume),
    lessons: lessons.map((lesson, at) => factsOf(lesson, profiles[at]?.profile ?? null)),
  };
}

const ranks: Readonly<Record<Severity, number>> = { ignore: 0, warn: 1, hold: 2, fail: 3 };

/** Sorts by severity and leaves out `ignore`. Stable. */
export function gravestFirst<Graded extends { readonly severity: Severity }>(
  findings: readonly Graded[],
): Graded[] {
  const rank = ({ severity }: Graded): number => ranks[severity];
  return findings.filter(({ severity }) => severity !== "ignore").toSorted((a, b) => rank(b) - rank(a));
}

function factsOf(lesson: CheckedLesson, profile: LessonProfile | null): LessonFacts {
  const { job, language, running, sentences, genre, form, sound, hasSound, times } = lesson;
  const letters = lesson.text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  const unheard = times === null ? "not_aligned" : sound === null ? "not_measured" : null;
  return {
    job,
    unit: language.spaces ? "words" : "characters",
    running,
    sentences: sentences.length,
    perSentence: tenths(sentenceLength(lesson)),
    perWord: language.spaces && running > 0 ? tenths(letters / running) : null,
    profile,
    genre,
    form,
    speed: tenths(speedOf(lesson)),
    loudness: sound?.loudness ?? null,
    peak: sound?.peak ?? null,
    rms: sound?.rms ?? null,
    floor: sound?.floor ?? null,
    unheard: hasSound ? unheard : null,
  };
}

function tenths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}
