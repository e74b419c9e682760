import { sha256 } from "../../shared/hash.ts";
import type { SavedAlignment } from "../align/alignment.ts";
import { type CorrectedStory, timesFor } from "../correction/corrected-story.ts";
import type { RespokenFacts } from "../correction/respoken-file.ts";
import type { SentencePlace } from "../text/story-text.ts";
import { Recording } from "./recording.ts";
import type { RevoicingRefusal } from "./refusal.ts";
import { speechIn } from "./speech.ts";
import { fileOf, type Replacement, type Spliced, splice } from "./splice.ts";

/** Speaks sentences. The sound is used as it comes: narration doesn't cost a story, and any cost of the narrator's server concerns only its operator. */
export interface SentenceNarrator {
  /** As the package's manifest names the voice. */
  readonly name: string;
  covers(lang: string): boolean;
  /** An MP3. Rejects, with a message fit for users, if it can't speak the text. */
  narrate(story: {
    readonly lang: string;
    readonly title: string;
    readonly text: string;
  }): Promise<{ readonly bytes: Uint8Array }>;
}

export interface LessonToRevoice {
  readonly story: string;
  readonly lang: string;
  readonly corrected: CorrectedStory;
  /** The hashes of the correction's file and of the exported book. */
  readonly correction: string;
  readonly book: string;
}

export interface Revoiced {
  readonly kind: "made";
  readonly sound: Buffer;
  /** The contents of its file of facts, without who asked for it and when. */
  readonly facts: Omit<RespokenFacts, "who" | "at">;
  /** Why some sentences could not be spoken anew. */
  readonly left: readonly RevoicingRefusal[];
}

export interface SoundToRevoice {
  /** The recording as it was bought. Null: it isn't an MP3. */
  readonly recording: Buffer | null;
  /** When its sentences are heard. Null: nobody knows. */
  readonly times: SavedAlignment | null;
}

/** Sends the corrected sentences that sound different to the narrator, one by one, and splices what it speaks into the recording. Writes nothing. */
export async function revoice(
  lesson: LessonToRevoice,
  { recording: bought, times }: SoundToRevoice,
  narrator: SentenceNarrator,
): Promise<Revoiced | ({ readonly kind: "refused" } & RevoicingRefusal)> {
  const refused = (why: RevoicingRefusal): { readonly kind: "refused" } & RevoicingRefusal => ({
    kind: "refused",
    ...why,
  });
  const { lang, corrected } = lesson;
  if (times === null || times.level !== "sentences") return refused({ why: "no_times" });
  const { parts, unsure } = partsToSpeak(corrected, times);
  if (parts.length === 0) return refused({ why: unsure > 0 ? "unsure" : "nothing" });
  if (!narrator.covers(lang)) return refused({ why: "no_language" });
  const recording = bought === null ? null : await Recording.read(bought);
  if (recording === null) return refused({ why: "not_mp3" });
  const spliced = await speakAndSplice(recording, parts, { lang, times, narrator });
  if (!("result" in spliced)) return refused(spliced);
  const file = fileOf(recording, spliced.result.frames);
  return {
    kind: "made",
    sound: file,
    facts: respokenFacts(lesson, spliced, { times, file, narrator: narrator.name }),
    left: [...spliced.left, ...Array.from({ length: unsure }, () => ({ why: "unsure" as const }))],
  };
}

interface ToSpeak {
  /** Its place in the story as it was bought; null: the title. */
  readonly place: SentencePlace | null;
  /** What should be heard; null: nothing, it is left out. */
  readonly spoken: string | null;
  /** When the recording says it as it was. */
  readonly heard: { readonly startMs: number; readonly endMs: number };
}

/** The confidence from which a sentence can be cut out of its recording. */
const sureConfidence = 0.5;

/** The parts to speak anew, in the order of the recording, and how many more there are whose times are not certain enough. Pure. */
function partsToSpeak(
  corrected: CorrectedStory,
  times: SavedAlignment,
): { readonly parts: readonly ToSpeak[]; readonly unsure: number } {
  const { laid, title, corrections } = corrected;
  if (laid === null) return { parts: [], unsure: 0 };
  const ofTitle: ToSpeak[] =
    laid.isTitleUnheard && times.title !== null
      ? [{ place: null, spoken: title, heard: { startMs: times.title.startMs, endMs: times.title.endMs } }]
      : [];
  const changed = times.sentences.filter((place) => isUnheard(corrected, place));
  const sure = changed.filter(({ confidence }) => confidence >= sureConfidence);
  const ofSentences = sure.flatMap(({ paragraph, from, to, startMs, endMs }): ToSpeak[] => {
    const own = corrections.sentences.find((one) => one.paragraph === paragraph && one.from === from);
    if (own === undefined || own.to !== to) return [];
    const spoken = /[\p{L}\p{N}]/u.test(own.corrected) ? own.corrected : null;
    return [{ place: { paragraph, from, to }, spoken, heard: { startMs, endMs } }];
  });
  return { parts: [...ofTitle, ...ofSentences], unsure: changed.length - sure.length };
}

/** A spliced recording, and the parts that were replaced in it, in order. */
interface SplicedParts {
  readonly result: Spliced;
  readonly parts: readonly ToSpeak[];
  readonly left: readonly RevoicingRefusal[];
}

/** Speaks and splices all parts that can be; refuses if that is none. */
async function speakAndSplice(
  recording: Recording,
  parts: readonly ToSpeak[],
  voice: { readonly lang: string; readonly times: SavedAlignment; readonly narrator: SentenceNarrator },
): Promise<SplicedParts | RevoicingRefusal> {
  const { times } = voice;
  const heard = [...(times.title === null ? [] : [times.title]), ...times.sentences];
  const left: RevoicingRefusal[] = [];
  let rest: { part: ToSpeak; replacement: Replacement }[] = [];
  for (const part of parts) {
    const own = await speechFor(part, voice);
    if (own !== null && "why" in own) {
      // The next sentence would wait for the same answer.
      if (own.why === "narrator_failed") return own;
      left.push(own);
    } else rest.push({ part, replacement: { ...part.heard, by: own } });
  }
  while (rest.length > 0) {
    const replacements = rest.map(({ replacement }) => replacement);
    const result = await splice(recording, replacements, heard);
    if (result.kind === "spliced") return { result, parts: rest.map(({ part }) => part), left };
    left.push({ why: result.why });
    rest = rest.filter((_, index) => index !== result.index);
  }
  return left[0] ?? { why: "nothing" };
}

async function speechFor(
  { spoken }: ToSpeak,
  { lang, narrator }: { readonly lang: string; readonly narrator: SentenceNarrator },
): Promise<Replacement["by"] | RevoicingRefusal> {
  if (spoken === null) return null;
  try {
    const { bytes } = await narrator.narrate({ lang, title: "", text: spoken });
    return (await speechIn(bytes)) ?? { why: "no_speech" };
  } catch (error) {
    return { why: "narrator_failed", cause: error instanceof Error ? error.message : String(error) };
  }
}

/** What is known about a spliced recording: what was spoken anew in it, and when all of the corrected text is heard. Pure. */
function respokenFacts(
  { story, book, lang, corrected, correction }: LessonToRevoice,
  { result, parts }: SplicedParts,
  { times, file, narrator }: { times: SavedAlignment; file: Buffer; narrator: string },
): Revoiced["facts"] {
  const { shiftAt, replaced } = result;
  const shifted = <Heard extends { startMs: number; endMs: number }>(one: Heard): Heard => {
    const shift = shiftAt(one.startMs);
    return { ...one, startMs: one.startMs + shift, endMs: one.endMs + shift };
  };
  const hash = sha256(file);
  const base = timesFor(corrected, times, lang);
  const spoken = parts.flatMap(({ place }, index): SavedAlignment["sentences"] => {
    const [heard, now] = [replaced[index]?.heard, place === null ? null : placeNow(corrected, place)];
    return heard == null || now === null ? [] : [{ ...now, ...heard, confidence: 1 }];
  });
  const title = parts.findIndex(({ place }) => place === null);
  const ownTitle = base.title === null ? null : shifted(base.title);
  const isSpoken = (place: SentencePlace): boolean => parts.some((part) => isAt(part.place, place));
  return {
    story,
    correction,
    book,
    narrator,
    sound: { bytes: file.length, sha256: hash },
    times: {
      ...base,
      sound: hash,
      durationMs: times.durationMs + shiftAt(Number.POSITIVE_INFINITY),
      title: title === -1 ? ownTitle : (replaced[title]?.heard ?? null),
      sentences: [...base.sentences.map(shifted), ...spoken].sort(
        (one, other) => one.paragraph - other.paragraph || one.from - other.from,
      ),
      hints: base.hints.map((hint) => ({ ...hint, atMs: hint.atMs + shiftAt(hint.atMs) })),
    },
    parts: parts.flatMap(({ place, spoken: text }, index) => {
      const own = replaced[index];
      return own === undefined ? [] : [{ place, spoken: text, ...own }];
    }),
    unwritten: times.sentences
      .filter((place) => isUnheard(corrected, place) && !isSpoken(place))
      .map(({ startMs, endMs }) => shifted({ startMs, endMs })),
  };
}

function placeNow({ laid }: CorrectedStory, place: SentencePlace): SentencePlace | null {
  return laid === null ? place : laid.placeNow(place).place;
}

function isUnheard({ laid }: CorrectedStory, sentence: SentencePlace): boolean {
  const now = laid?.placeNow(sentence);
  return now !== undefined && (now.isUnheard || now.place === null);
}

function isAt(one: SentencePlace | null, { paragraph, from, to }: SentencePlace): boolean {
  return one !== null && one.paragraph === paragraph && one.from === from && one.to === to;
}
