import type { SentencePlace } from "../../lessons/align/script.ts";
import type { OriginalLesson } from "../../lessons/correction/change-corrections.ts";
import type { CorrectedStory } from "../../lessons/correction/corrected-story.ts";
import type { RespokenPart } from "../../lessons/correction/respoken-file.ts";
import type { LessonParagraph } from "../../package/contents/lesson-words.ts";
import { cutByParts, type ReadAlong } from "../../package/contents/read-along.ts";
import type { PieceDocument, SentenceDocument } from "../documents.ts";

/** A sentence of the story as it was bought, and its place in the corrected text. */
export interface SentenceNow extends SentenceDocument {
  /** Null: it is left out. */
  readonly place: SentencePlace | null;
}

/** The sentences of the original story, each with its correction. `respoken`: what was spoken anew, in which the recording says it too. Pure. */
export function sentencesNow(
  { corrections, laid }: Pick<CorrectedStory, "corrections" | "laid">,
  originals: OriginalLesson["sentences"],
  respoken: readonly Pick<RespokenPart, "place">[],
): SentenceNow[] {
  return originals.map(({ text, ...place }) => {
    const own = corrections.sentences.find(
      ({ paragraph, from }) => paragraph === place.paragraph && from === place.from,
    );
    const now = laid?.placeNow(place) ?? { place, isUnheard: false };
    const isRespoken = respoken.some((part) => isSame(part.place, place));
    const isUnheard = now.isUnheard && !isRespoken;
    return { original: text, corrected: own?.corrected ?? null, place: now.place, isUnheard };
  });
}

/** Whether a place is that of a sentence; null is the title's. Pure. */
export function isSame(one: SentencePlace | null, { paragraph, from }: SentencePlace): boolean {
  return one !== null && one.paragraph === paragraph && one.from === from;
}

/** The paragraphs of the corrected text cut into sentences, each with when it is heard. Pure. */
export function piecesOf(
  paragraphs: readonly LessonParagraph[],
  sentences: readonly SentenceNow[],
  readAlong: ReadAlong | null,
): PieceDocument[][] {
  const places = sentences.flatMap(({ place }, sentence) => (place === null ? [] : [{ ...place, sentence }]));
  return paragraphs.map((paragraph, index) =>
    cutByParts(paragraph, index, places).map(({ text, marks, part }): PieceDocument => {
      const heard = part === null ? null : heardAt(part, readAlong);
      return { text, marks, sentence: part?.sentence ?? null, heard };
    }),
  );
}

function heardAt(
  { paragraph, from, to }: SentencePlace,
  readAlong: ReadAlong | null,
): PieceDocument["heard"] {
  const heard = readAlong?.parts.find(
    (part) => part.paragraph === paragraph && part.from < to && from < part.to,
  );
  return heard === undefined ? null : { from: heard.startMs / 1_000, to: heard.endMs / 1_000 };
}
