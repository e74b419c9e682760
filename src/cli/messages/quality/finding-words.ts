import type { Check } from "../../../lessons/quality/checks.ts";
import type { Fact, Spot, VolumeFact } from "../../../lessons/quality/finding.ts";
import { findLanguage } from "../../../shared/languages/languages.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { shorten, showText } from "../../../shared/text.ts";
import { formatMoment, reasonWords } from "../lessons/times-words.ts";

type Words = { readonly [Name in Fact["check"]]: (fact: Fact & { readonly check: Name }) => string };

/** What a check is called where a lesson is named for several of them. */
export const checkNames: Readonly<Record<Check, string>> = {
  missing: "missing words",
  possible: "doubtful words",
  inflected: "words in another form",
  offList: "words off the lists",
  language: "language",
  level: "level",
  length: "length",
  brokenOff: "broken off",
  repeats: "repetition",
  echo: "echo of another story",
  title: "title",
  openings: "openings",
  endings: "endings",
  names: "names",
  recording: "recording",
  sentences: "spoken sentences",
  silent: "silent recording",
  silence: "silence",
  clipped: "clipped sound",
  loudness: "loudness",
  peak: "peak",
  speed: "speed",
};

const silentPlaces = { start: "at the start", within: "within the recording", end: "at the end" } as const;

const words: Words = {
  missing: (fact) => `${pluralize(fact.words.length, "required word")} missing: ${listed(fact.words)}`,
  possible: (fact) => `perhaps other words than the required ones: ${listed(fact.words)}`,
  inflected: (fact) => `required words in another form only: ${listed(fact.words)}`,
  offList: ({ share, words: off }) =>
    `${percent(share)} of its running words are on no list up to its level: ${listed(off)}`,
  language: ({ share, found }) => `${percent(share)} of it seems to be in ${found.map(nameOf).join(" and ")}`,
  level: ({ value, usual }) =>
    `sentences of ${tenth(value)} words, where ${tenth(usual)} are usual in its volume`,
  length: ({ value, usual }) =>
    `${Math.round(value)} words long, where ${Math.round(usual)} are usual in its volume`,
  brokenOff: () => "the story ends within a sentence",
  repeats: ({ share }) => `${percent(share)} of it repeats what it has said before`,
  echo: (fact) => `${percent(fact.share)} of it is in ${showText(fact.with)} as well`,
  title: (fact) => `the same title as ${fact.with.slice(0, namedMost).map(showText).join(", ")}`,
  recording: ({ why }) => reasonWords[why],
  sentences: ({ kinds }) =>
    `the recording ${kinds.length === 1 ? sentenceWords[kinds[0] ?? "missing"] : "differs from the text"} at ${pluralize(kinds.length, "place")}`,
  silent: () => "nothing is heard in its recording",
  silence: ({ where, from, to }) =>
    `${tenth((to - from) / 1_000)} s of silence ${silentPlaces[where]}, from ${formatMoment(from)}`,
  clipped: ({ perMinute, atMs }) =>
    `its sound is cut off at full scale ${pluralize(Math.round(perMinute), "time")} a minute, first at ${formatMoment(atMs)}`,
  loudness: ({ value, usual }) =>
    `a loudness of ${tenth(value)} LUFS, where ${tenth(usual)} are usual in its volume`,
  peak: ({ value }) => `peaks of ${tenth(value)} dB of full scale`,
  speed: ({ value, usual }) =>
    `${Math.round(value)} words a minute, where ${Math.round(usual)} are usual in its volume`,
};

const sentenceWords = {
  missing: "seems to leave out a sentence",
  repeated: "seems to say a sentence twice",
  swapped: "seems to change two sentences round",
} as const;

const volumeWords = {
  openings: "begin with the same sentence",
  endings: "end with the same sentences",
  names: "have somebody of the same name",
} as const;

/** A finding about a lesson in a few words, without the lesson's name. */
export function describeFact(fact: Fact): string {
  const word = words[fact.check] as (fact: Fact) => string;
  return word(fact);
}

/** A finding about a volume in a few words, without the volume's name. */
export function describeVolumeFact({ check, jobs, of, text }: VolumeFact): string {
  return `${jobs.length} of ${of} stories ${volumeWords[check]}: “${sample(text)}”`;
}

/** Where to look and to listen. */
export function describeSpot({ sentence, text, atMs }: Spot): string {
  const heard = atMs === null ? "" : `, at ${formatMoment(atMs)}`;
  return `sentence ${sentence + 1}${heard}: “${sample(text)}”`;
}

const namedMost = 8;
const sampleCharacters = 90;

function sample(text: string): string {
  return showText(shorten(text, sampleCharacters));
}

function listed(those: readonly string[]): string {
  const shown = those.slice(0, namedMost).map(showText).join(", ");
  return those.length > namedMost ? `${shown} and ${those.length - namedMost} more` : shown;
}

function percent(share: number): string {
  return `${share > 0 && share < 0.01 ? "under 1" : Math.round(100 * share)} %`;
}

function tenth(value: number): string {
  return (Math.round(value * 10) / 10).toString();
}

function nameOf(code: string): string {
  return findLanguage(code)?.name ?? code;
}
