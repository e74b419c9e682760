import { addTo } from "../../shared/grouped.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { median } from "../align/fit.ts";
import { runningWords } from "../text/running-words.ts";

/** Consecutive sentences that are judged together: `first` to `last`, from 0, inclusive. */
export interface Passage {
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly letters: number;
}

/** A sentence, and the number of its paragraph. */
export interface PlacedText {
  readonly text: string;
  readonly paragraph: number;
}

/** Shorter texts fit several languages. In scripts without an alphabet, fewer characters are enough. */
const fewestLetters = 50;
const fewestSigns = 14;

const signs =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/** A sentence that is too short is joined with the next ones in its paragraph, or with the passage before it; a short paragraph with the next one. */
export function passagesOf(sentences: readonly PlacedText[]): Passage[] {
  const passages: Passage[] = [];
  let open: Passage | null = null;
  for (const [at, { text, paragraph }] of sentences.entries()) {
    const one = { first: at, last: at, text, letters: lettersIn(text) };
    open = open === null ? one : joined(open, one);
    const isEnd = sentences[at + 1]?.paragraph !== paragraph;
    if (weightOf(open) >= 1) {
      passages.push(open);
      open = null;
      continue;
    }
    const before = passages.at(-1);
    if (isEnd && before !== undefined && sentences[before.last]?.paragraph === paragraph) {
      passages[passages.length - 1] = joined(before, open);
      open = null;
    }
  }
  const last = passages.at(-1);
  if (open === null) return passages;
  return last === undefined ? [open] : [...passages.slice(0, -1), joined(last, open)];
}

function joined(before: Passage, after: Passage): Passage {
  return {
    first: before.first,
    last: after.last,
    text: `${before.text} ${after.text}`,
    letters: before.letters + after.letters,
  };
}

export function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** A passage's weight: at least 1 if the passage is long enough to be judged. */
export function weightOf({ text, letters }: Pick<Passage, "text" | "letters">): number {
  const ofSigns = text.match(signs)?.length ?? 0;
  return (letters - ofSigns) / fewestLetters + ofSigns / fewestSigns;
}

/** The languages that a text may be in, each with a score from 0 to 1. Impossible languages are left out. */
export type Detect = (text: string) => Readonly<Record<string, number>>;

/** Loads the language detector only when it is needed: loading takes about half a second, and 50 MB of memory that is never released. */
export async function loadDetector(): Promise<Detect> {
  const { eld } = await import("eld/small");
  return (text) => eld.detect(text).getScores();
}

export interface Outlier {
  readonly value: number;
  readonly usual: number;
}

/** Fewer values have no meaningful median. */
const fewest = 3;

/** Values farther from the median than this many median absolute deviations are no chance; the factor scales those to standard deviations. */
const deviations = 4;
const toStandardDeviation = 1.4826;

/** Finds the values that are outliers by their group's own spread and by `isFar`. Null for the other values, and for unknown ones. */
export function outliersIn(
  values: readonly (number | null)[],
  isFar: (value: number, usual: number) => boolean,
): (Outlier | null)[] {
  const known = values.filter((value) => value !== null);
  if (known.length < fewest) return values.map(() => null);
  const usual = median(known);
  const spread = toStandardDeviation * median(known.map((value) => Math.abs(value - usual)));
  return values.map((value) =>
    value !== null && Math.abs(value - usual) > deviations * spread && isFar(value, usual)
      ? { value, usual }
      : null,
  );
}

/** The relative difference between two values; 1 if either value is twice the other. */
export function distance(value: number, usual: number): number {
  const [less, more] = [Math.min(value, usual), Math.max(value, usual)];
  return less <= 0 ? (more <= 0 ? 0 : Number.POSITIVE_INFINITY) : more / less - 1;
}

/** The length of a run, in words, or in characters of scripts without word spacing: shorter runs are shared by chance. */
const wordsInRun = 5;
const signsInRun = 12;

/** Every run of words in a text, with the number of the sentence in which it begins. Case is ignored. */
export interface WordRuns {
  readonly runs: readonly string[];
  /** For each run, from 0. */
  readonly sentences: readonly number[];
}

/** The runs of words in a text, which may cross the ends of sentences. */
export function wordRunsOf(sentences: readonly string[], language: LanguageFacts): WordRuns {
  const words = sentences.flatMap((text, sentence) =>
    runningWords(text, language).map((word) => ({ word: word.toLowerCase(), sentence })),
  );
  const length = language.spaces ? wordsInRun : signsInRun;
  const places = words.slice(0, Math.max(0, words.length - length + 1));
  return {
    runs: places.map((_, at) =>
      words
        .slice(at, at + length)
        .map(({ word }) => word)
        .join(" "),
    ),
    sentences: places.map(({ sentence }) => sentence),
  };
}

/** The overlap of a text with another one. */
export interface Echo {
  /** Its number among the texts. */
  readonly other: number;
  /** Shared runs, as a share of the runs of the text that has fewer. */
  readonly share: number;
  /** The first few shared sentences of this text, by number. */
  readonly sentences: readonly number[];
}

const sentencesMost = 3;

/** For each text, the one with which it shares the most. Time is proportional to the number of shared runs. */
export function echoesAmong(texts: readonly WordRuns[]): (Echo | null)[] {
  const holders = new Map<string, number[]>();
  for (const [at, { runs }] of texts.entries()) {
    for (const run of new Set(runs)) addTo(holders, run, at);
  }
  return texts.map((text, at) => echoOf(text, at, { texts, holders }));
}

interface RunIndex {
  readonly texts: readonly WordRuns[];
  readonly holders: ReadonlyMap<string, readonly number[]>;
}

function echoOf({ runs, sentences }: WordRuns, at: number, { texts, holders }: RunIndex): Echo | null {
  const shared = new Map<number, number>();
  const own = new Set(runs);
  for (const run of own)
    for (const other of holders.get(run) ?? [])
      if (other !== at) shared.set(other, (shared.get(other) ?? 0) + 1);
  const shares = [...shared].map(([other, count]) => {
    const fewer = Math.min(own.size, new Set(texts[other]?.runs).size);
    return { other, share: count / Math.max(1, fewer) };
  });
  const most = shares.toSorted((a, b) => b.share - a.share || a.other - b.other)[0];
  if (most === undefined) return null;
  const theirs = new Set(texts[most.other]?.runs);
  const repeated = sentences.filter((_, index) => theirs.has(runs[index] ?? ""));
  return { ...most, sentences: [...new Set(repeated)].slice(0, sentencesMost) };
}

/** The share of a text's runs that occurred earlier in it, and the first few sentences that repeat them. */
export function repetitionIn({ runs, sentences }: WordRuns): Omit<Echo, "other"> {
  const seen = new Set<string>();
  const again = sentences.filter((_, at) => {
    const run = runs[at] ?? "";
    return seen.has(run) || !seen.add(run);
  });
  return {
    share: runs.length === 0 ? 0 : again.length / runs.length,
    sentences: [...new Set(again)].slice(0, sentencesMost),
  };
}
