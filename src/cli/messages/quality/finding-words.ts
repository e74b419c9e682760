import type { Check } from "../../../lessons/quality/checks.ts";
import type { Fact, Spot, VolumeFact } from "../../../lessons/quality/finding.ts";
import { type AudiobookLevel, audiobookLimits } from "../../../lessons/recording/audiobook-limits.ts";
import { findLanguage } from "../../../shared/languages/languages.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { shorten, showText } from "../../../shared/text.ts";
import { formatMoment, reasonWords } from "../lessons/times-words.ts";

type Words = { readonly [Name in Fact["check"]]: (fact: Fact & { readonly check: Name }) => string };

/** Short names of the checks, for lists of them. */
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
  audiobook: "audiobook shops",
  speed: "speed",
};

const silentPlaces = {
  start: "at the start",
  within: "in the middle of the recording",
  end: "at the end",
} as const;

const words: Words = {
  missing: (fact) => `${pluralize(fact.words.length, "required word")} missing: ${listed(fact.words)}`,
  possible: (fact) => `required words that may be other words: ${listed(fact.words)}`,
  inflected: (fact) => `required words only in another form: ${listed(fact.words)}`,
  offList: ({ share, words: off }) =>
    `${percent(share)} of its running words are not on any list up to its level: ${listed(off)}`,
  language: ({ share, found }) => `${percent(share)} of it seems to be in ${found.map(nameOf).join(" and ")}`,
  level: ({ value, usual }) => `${tenth(value)} words per sentence; ${tenth(usual)} is usual in its volume`,
  length: ({ value, usual }) =>
    `${Math.round(value)} words; ${Math.round(usual)} is usual in its volume for this length`,
  brokenOff: () => "the story ends in the middle of a sentence",
  repeats: ({ share }) => `${percent(share)} of it repeats earlier passages`,
  echo: (fact) => `${percent(fact.share)} of it also occurs in ${showText(fact.with)}`,
  title: (fact) => `the same title as ${fact.with.slice(0, namedMost).map(showText).join(", ")}`,
  recording: ({ why }) => reasonWords[why],
  sentences: ({ kinds }) =>
    `the recording ${kinds.length === 1 ? sentenceWords[kinds[0] ?? "missing"] : "differs from the text"} at ${pluralize(kinds.length, "place")}`,
  silent: () => "its recording has no audible sound",
  silence: ({ where, from, to }) =>
    `${tenth((to - from) / 1_000)} s of silence ${silentPlaces[where]}, from ${formatMoment(from)}`,
  clipped: ({ perMinute, atMs }) =>
    `its sound clips at full scale ${pluralize(Math.round(perMinute), "time")} per minute, first at ${formatMoment(atMs)}`,
  loudness: ({ value, usual }) =>
    `a loudness of ${tenth(value)} LUFS; ${tenth(usual)} is usual in its volume`,
  peak: ({ value }) => `a true peak of ${tenth(value)} dBTP`,
  audiobook: ({ outside }) => `audiobook shops would refuse it: ${outside.map(describeLevel).join(", ")}`,
  speed: ({ value, usual }) =>
    `${Math.round(value)} words per minute; ${Math.round(usual)} is usual in its volume`,
};

const { rms, peak, floor } = audiobookLimits;

const levelWords = {
  rms: (value: number) => `a level of ${tenth(value)} dB RMS, not ${rms.least} to ${rms.most}`,
  peak: (value: number) => `a peak of ${tenth(value)} dB, over ${peak}`,
  floor: (value: number) => `noise of ${tenth(value)} dB RMS, over ${floor}`,
} as const;

function describeLevel({ measure, value }: AudiobookLevel): string {
  return levelWords[measure](value);
}

const sentenceWords = {
  missing: "seems to skip a sentence",
  repeated: "seems to repeat a sentence",
  swapped: "seems to swap two sentences",
} as const;

const volumeWords = {
  openings: "begin with the same sentence",
  endings: "end with the same sentences",
  names: "have the same name in them",
} as const;

/** Describes a finding about a lesson, without the lesson's name. */
export function describeFact(fact: Fact): string {
  const word = words[fact.check] as (fact: Fact) => string;
  return word(fact);
}

/** Describes a finding about a volume, without the volume's name. */
export function describeVolumeFact({ check, jobs, of, text }: VolumeFact): string {
  return `${jobs.length} of ${of} stories ${volumeWords[check]}: “${sample(text)}”`;
}

/** A place to read or to listen to. */
export function describeSpot({ sentence, text, atMs }: Spot): string {
  const heard = atMs === null ? "" : `, at ${formatMoment(atMs)}`;
  return `sentence ${sentence + 1}${heard}: “${sample(text)}”`;
}

const namedMost = 8;
const sampleCharacters = 90;

function sample(text: string): string {
  return showText(shorten(text, sampleCharacters));
}

function listed(list: readonly string[]): string {
  const shown = list.slice(0, namedMost).map(showText).join(", ");
  return list.length > namedMost ? `${shown} and ${list.length - namedMost} more` : shown;
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
