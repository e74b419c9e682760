import { addTo } from "../../shared/grouped.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { runningWords } from "../text/running-words.ts";

/** The length of a run, in words, or in characters of scripts without word spacing: shorter runs are shared by chance. */
const wordsInRun = 5;
const signsInRun = 12;

/** Every run of words in a text, with the number of the sentence in which it begins. Case is ignored. */
export interface WordRuns {
  readonly runs: readonly string[];
  /** For each run, from 0. */
  readonly sentences: readonly number[];
}

/** The runs of a text, across the ends of its sentences. */
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

/** For each text the one that it shares most with; null if it shares nothing. Time is proportional to the number of shared runs. */
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
