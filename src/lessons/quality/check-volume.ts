import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { type Headword, newWordsPerHundred, type Profile, profiler } from "../profile/profiler.ts";
import { outsideAudiobook, type SoundMeasures } from "../recording/sound-measures.ts";
import { type Detect, wordRunsOf } from "../series/passages.ts";
import { checkBesideOthers, checkVariety, sentenceLength, speedOf } from "./check-series.ts";
import { checkText } from "./check-text.ts";
import { type CheckedLesson, checkedLesson, type LessonToCheck } from "./checked-lesson.ts";
import type { Finding, Found, Limits, Severity, Spot, VolumeFinding } from "./finding.ts";

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
  /** Words (or characters) per minute; LUFS; dBTP; dB of full scale (RMS). Null if there is no recording that could be measured. */
  readonly speed: number | null;
  readonly loudness: number | null;
  readonly peak: number | null;
  readonly rms: number | null;
  readonly floor: number | null;
  /** Why the recording was not compared with the text; null if it was, or if there is none. */
  readonly unheard: "not_aligned" | "not_measured" | null;
}

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

/** Sorts by severity and leaves out findings with severity `ignore`. Stable. */
export function gravestFirst<Graded extends { readonly severity: Severity }>(
  findings: readonly Graded[],
): Graded[] {
  const rank = ({ severity }: Graded): number => ranks[severity];
  return findings.filter(({ severity }) => severity !== "ignore").toSorted((a, b) => rank(b) - rank(a));
}

function factsOf(lesson: CheckedLesson, profile: LessonProfile | null): LessonFacts {
  const { job, language, running, sentences, sound, hasSound, times } = lesson;
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

interface LessonProfile {
  /** levels: compared with the plan's lists of headwords. lists: with the required words of the volume up to this lesson. */
  readonly by: "levels" | "lists";
  /** Running words by the level of their headword; empty if the plan has no levels. */
  readonly byLevel: Profile["byLevel"];
  /** The share of running words that are known at the lesson's level, or were required so far. */
  readonly known: number;
  /** New words per hundred running words: words that no earlier lesson of the volume has. */
  readonly newPerHundred: number | null;
}

interface Profiled {
  readonly profile: LessonProfile | null;
  readonly found: readonly Found[];
}

/** The reference that a volume's words are compared with. */
interface KnownWords {
  /** Headwords of the volume's language, of all levels; null if the plan names none. */
  readonly headwords: readonly Headword[] | null;
  readonly reader: LanguageFacts;
}

const spotsMost = 5;
const wordsMost = 20;

/** Profiles each lesson of a volume, in their order. `offList` is reported only if the plan names levels. */
function checkProfiles(
  lessons: readonly CheckedLesson[],
  { headwords, reader }: KnownWords,
  limits: Limits,
): Profiled[] {
  const [first] = lessons;
  if (first === undefined) return [];
  const { language } = first;
  const profileText = profiler(headwords ?? requiredSoFar(lessons), { language, reader });
  const texts = lessons.map(({ sentences }) => sentences.map(({ text }) => text));
  const fresh = newWordsPerHundred(texts, language);
  return lessons.map(({ difficulty, spot }, at) => {
    const profile = profileText(texts[at] ?? [], headwords === null ? at : difficulty);
    if (profile === null) return { profile: null, found: [] };
    const { byLevel, known, offList } = profile;
    const shown = { known: Math.round(known * 1_000) / 1_000, newPerHundred: fresh[at] ?? null };
    if (headwords === null) return { profile: { by: "lists", byLevel: [], ...shown }, found: [] };
    const isOver = 1 - known > limits.offList.most;
    const off: Found = {
      check: "offList",
      share: 1 - known,
      words: offList.slice(0, wordsMost).map(({ word }) => word),
      spots: offList.slice(0, spotsMost).map(({ sentence }) => spot(sentence)),
    };
    return { profile: { by: "levels", byLevel, ...shown }, found: isOver ? [off] : [] };
  });
}

function requiredSoFar(lessons: readonly CheckedLesson[]): Headword[] {
  const required = new Map<string, Headword>();
  for (const [level, { words }] of lessons.entries())
    for (const { word } of words) if (!required.has(word)) required.set(word, { word, gloss: null, level });
  return [...required.values()];
}

/** Published speech is never this quiet. In LUFS. */
const quietest = -50;

function checkSound(lesson: CheckedLesson, limits: Limits): Found[] {
  const { sound } = lesson;
  const found = [...textOfRecording(lesson, limits)];
  if (sound === null) return found;
  if (sound.loudness === null || sound.loudness < quietest) {
    // Not also reported as a recording that does not match the text.
    return [{ check: "silent", spots: [] }];
  }
  return [
    ...found,
    ...silences(sound, { limits, spotAt: (ms) => spotsAt(lesson, ms) }),
    ...clipped(lesson, sound, limits),
    ...overPeak(sound, limits),
    ...forShops(sound),
  ];
}

/** Whether the recording matches the text, as found by the alignment. */
function textOfRecording({ times, spot }: CheckedLesson, limits: Limits): Found[] {
  if (times === null) return [];
  const { why, hints } = times;
  if (why === "no_sound") return [{ check: "silent", spots: [] }];
  if (why === "unlike" || why === "band_edge" || why === "uneven")
    return [{ check: "recording", why, spots: [] }];
  if (hints.length <= limits.sentences.most) return [];
  return [
    {
      check: "sentences",
      kinds: hints.map(({ kind }) => kind),
      spots: hints.map(({ sentence, atMs }) => ({ ...spot(sentence), atMs })),
    },
  ];
}

function spotsAt({ spot, sentenceAt }: CheckedLesson, ms: number): Spot[] {
  const sentence = sentenceAt(ms);
  return sentence === null ? [] : [{ ...spot(sentence), atMs: ms }];
}

/** A silence this close to the start or the end of the recording belongs there. */
const atEndMs = 30;

function silences(
  { silences, durationMs }: SoundMeasures,
  { limits, spotAt }: { limits: Limits; spotAt: (ms: number) => Spot[] },
): Found[] {
  return silences
    .filter(({ from, to }) => to - from > limits.silence.most)
    .map(({ from, to }) => {
      const where = from <= atEndMs ? "start" : to >= durationMs - atEndMs ? "end" : "within";
      return { check: "silence", where, from, to, spots: where === "start" ? [] : spotAt(from) };
    });
}

function overPeak({ peak }: SoundMeasures, limits: Limits): Found[] {
  return peak !== null && peak > limits.peak.most ? [{ check: "peak", value: peak, spots: [] }] : [];
}

function forShops(sound: SoundMeasures): Found[] {
  const outside = outsideAudiobook(sound);
  return outside.length === 0 ? [] : [{ check: "audiobook", outside, spots: [] }];
}

const minuteMs = 60_000;

function clipped(lesson: CheckedLesson, sound: SoundMeasures, limits: Limits): Found[] {
  // A recording shorter than a minute counts as a minute, so that a few clips in it don't become many per minute.
  const perMinute = (sound.clipped * minuteMs) / Math.max(minuteMs, sound.durationMs);
  const atMs = sound.clippedAtMs;
  if (atMs === null || perMinute <= limits.clipped.most) return [];
  return [{ check: "clipped", perMinute, atMs, spots: spotsAt(lesson, atMs) }];
}
