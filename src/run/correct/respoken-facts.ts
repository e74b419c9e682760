import type { StoryFacts } from "../../ledger/format/state.ts";
import type { SentencePlace } from "../../lessons/align/script.ts";
import type { SavedAlignment } from "../../lessons/align/times-file.ts";
import type { RespokenFacts, RespokenPart } from "../../lessons/correction/respoken-file.ts";
import { sha256 } from "../../shared/hash.ts";
import type { Replaced } from "../splice/splice.ts";
import { type CorrectedStory, timesFor } from "./corrected-story.ts";
import type { SplicedParts } from "./speak-and-splice.ts";

/** A lesson with what is corrected in it. */
export interface CorrectedLesson {
  readonly lang: string;
  readonly story: StoryFacts;
  readonly corrected: CorrectedStory;
  /** The hash of the correction's file. */
  readonly correction: string;
}

/** What is known about a spliced recording: what was spoken anew in it, and when all of the corrected text is heard. Pure. */
export function respokenFacts(
  { story, lang, corrected, correction }: CorrectedLesson,
  { result, parts }: SplicedParts,
  { times, file, narrator }: { times: SavedAlignment; file: Buffer; narrator: string },
): Omit<RespokenFacts, "who" | "at"> {
  const { shiftAt, replaced } = result;
  const shifted = <Heard extends { startMs: number; endMs: number }>(one: Heard): Heard => {
    const shift = shiftAt(one.startMs);
    return { ...one, startMs: one.startMs + shift, endMs: one.endMs + shift };
  };
  const hash = sha256(file);
  const base = timesFor(corrected, times, lang) ?? times;
  const spoken = parts.flatMap(({ place }, index): SavedAlignment["sentences"] => {
    const [heard, now] = [replaced[index]?.heard, place === null ? null : placeNow(corrected, place)];
    return heard == null || now === null ? [] : [{ ...now, ...heard, confidence: 1 }];
  });
  const title = parts.findIndex(({ place }) => place === null);
  const ownTitle = base.title === null ? null : shifted(base.title);
  const isSpoken = (place: SentencePlace): boolean => parts.some((part) => isAt(part.place, place));
  return {
    story: story.id,
    correction,
    book: story.book?.sha256 ?? "",
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
    parts: parts.map(({ place, spoken: text }, index) => partOf({ place, text }, replaced[index])),
    unwritten: times.sentences
      .filter((place) => isUnheard(corrected, place) && !isSpoken(place))
      .map(({ startMs, endMs }) => shifted({ startMs, endMs })),
  };
}

function partOf(
  { place, text }: { readonly place: SentencePlace | null; readonly text: string | null },
  replaced: Replaced | undefined,
): RespokenPart {
  if (replaced === undefined) throw new Error("a part that was not replaced");
  const { frames, heard, loudness, neighbours, joints, wave } = replaced;
  return {
    place,
    spoken: text,
    frames: [...frames],
    heard,
    loudness,
    neighbours,
    joints: joints.map((joint) => ({ ...joint })),
    wave: { ...wave, peaks: [...wave.peaks] },
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
