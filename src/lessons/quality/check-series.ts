import { addTo, grouped } from "../../shared/grouped.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import {
  distance,
  type Echo,
  echoesAmong,
  type Outlier,
  outliersIn,
  type WordRuns,
} from "../series/passages.ts";
import { runningWords, withCapitalNouns } from "../text/running-words.ts";
import type { CheckedLesson } from "./checked-lesson.ts";
import type { Found, Limits, VolumeFact } from "./finding.ts";

/** A character who plays a part is named at least this often. */
const fewestTimes = 3;

/** Capitalized words within a sentence that never occur in lower case. None for languages that have no capitals, or capitalize every noun. */
function namesIn(sentences: readonly string[], language: LanguageFacts): string[] {
  if (withCapitalNouns.has(language.code) || !language.spaces) return [];
  const counts = new Map<string, number>();
  const small = new Set<string>();
  for (const text of sentences) {
    for (const [at, word] of runningWords(text, language).entries()) {
      const lower = word.toLowerCase();
      if (word === lower) small.add(lower);
      else if (at > 0 && /^\p{Lu}\p{Ll}/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([word, count]) => count >= fewestTimes && !small.has(word.toLowerCase()))
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([word]) => word);
}

/** A smaller volume shows no pattern. */
const fewestLessons = 4;

/** Compares each lesson with the others of its volume. One array of findings per lesson, in the order of the lessons. */
export function checkBesideOthers(
  lessons: readonly CheckedLesson[],
  runs: readonly WordRuns[],
  limits: Limits,
): Found[][] {
  const outliers = outliersOf(lessons, limits);
  const echoes = echoesOf(runs, limits);
  const titles = sameTitles(lessons, limits);
  return lessons.map(({ spot }, at) => {
    const echo = echoes[at];
    const job = echo == null ? undefined : lessons[echo.other]?.job;
    return [
      ...(outliers[at] ?? []),
      ...(echo == null || job === undefined
        ? []
        : [{ check: "echo", with: job, share: echo.share, spots: echo.sentences.map(spot) } as const]),
      ...(titles[at] ?? []),
    ];
  });
}

/** Length is compared among lessons with the same requested length; sound and sentences among all lessons. */
function outliersOf(lessons: readonly CheckedLesson[], limits: Limits): Found[][] {
  const beyond =
    (most: number) =>
    (value: number, usual: number): boolean =>
      distance(value, usual) > most;
  const sentences = outliersIn(lessons.map(sentenceLength), beyond(limits.level.most));
  const speeds = outliersIn(lessons.map(speedOf), beyond(limits.speed.most));
  const lengths = lengthsOf(lessons, beyond(limits.length.most));
  const loudness = outliersIn(
    lessons.map(({ sound }) => sound?.loudness ?? null),
    (value, usual) => Math.abs(value - usual) > limits.loudness.most,
  );
  return lessons.map((_, at) => [
    ...findingsOf("level", sentences[at]),
    ...findingsOf("length", lengths[at]),
    ...findingsOf("loudness", loudness[at]),
    ...findingsOf("speed", speeds[at]),
  ]);
}

function findingsOf(
  check: "level" | "length" | "loudness" | "speed",
  outlier: Outlier | null | undefined,
): Found[] {
  return outlier == null ? [] : [{ check, ...outlier, spots: [] }];
}

function lengthsOf(
  lessons: readonly CheckedLesson[],
  isFar: (value: number, usual: number) => boolean,
): (Outlier | null)[] {
  const found = new Map<CheckedLesson, Outlier | null>();
  for (const group of grouped(lessons, ({ length }) => length).values()) {
    const outliers = outliersIn(
      group.map(({ running }) => running),
      isFar,
    );
    for (const [at, lesson] of group.entries()) found.set(lesson, outliers[at] ?? null);
  }
  return lessons.map((lesson) => found.get(lesson) ?? null);
}

export function sentenceLength({ running, sentences }: CheckedLesson): number | null {
  return sentences.length === 0 ? null : running / sentences.length;
}

const minuteMs = 60_000;

export function speedOf({ running, sound }: CheckedLesson): number | null {
  if (sound === null || sound.loudness === null) return null;
  const silentMs = sound.silences.reduce((sum, { from, to }) => sum + to - from, 0);
  const spokenMs = sound.durationMs - silentMs;
  return spokenMs <= 0 ? null : (running * minuteMs) / spokenMs;
}

/** Stories that share more with another one than the limit, and those beyond half of it that share far more than the others. */
function echoesOf(runs: readonly WordRuns[], limits: Limits): (Echo | null)[] {
  const echoes = echoesAmong(runs);
  const { most } = limits.echo;
  const shares = echoes.map((echo) => echo?.share ?? 0);
  const unusual = outliersIn(shares, (share, usual) => share > usual && share > most / 2);
  return echoes.map((echo, at) =>
    echo !== null && (echo.share > most || unusual[at] != null) ? echo : null,
  );
}

function sameTitles(lessons: readonly CheckedLesson[], limits: Limits): Found[][] {
  const groups = grouped(lessons, ({ title }) => folded(title ?? ""));
  return lessons.map(({ job, title }): Found[] => {
    const others = (groups.get(folded(title ?? "")) ?? []).filter((one) => one.job !== job);
    if (folded(title ?? "") === "" || others.length <= limits.title.most) return [];
    return [{ check: "title", with: others.map((one) => one.job), spots: [] }];
  });
}

/** The texts that the checks on variety compare. */
const sharedTexts = {
  openings: ({ spot }: CheckedLesson) => [spot(0).text],
  // Two sentences, because the last one alone is often a formula.
  endings: ({ spot, sentences }: CheckedLesson) => [
    `${spot(sentences.length - 2).text} ${spot(sentences.length - 1).text}`.trim(),
  ],
  names: ({ sentences, language }: CheckedLesson) =>
    namesIn(
      sentences.map(({ text }) => text),
      language,
    ),
} as const;

/** Texts that occur in a larger share of the volume's stories than the plan allows. */
export function checkVariety(lessons: readonly CheckedLesson[], limits: Limits): VolumeFact[] {
  if (lessons.length < fewestLessons) return [];
  return (["openings", "endings", "names"] as const).flatMap((check) => {
    const sharing = new Map<string, string[]>();
    for (const lesson of lessons)
      for (const text of new Set(sharedTexts[check](lesson)))
        if (text !== "") addTo(sharing, text, lesson.job);
    return [...sharing]
      .filter(([, jobs]) => jobs.length / lessons.length > limits[check].most)
      .map(([text, jobs]) => ({ check, jobs, of: lessons.length, text }));
  });
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
