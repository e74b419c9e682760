import type { SentencePlace } from "../align/script.ts";
import type { SavedAlignment } from "../align/times-file.ts";
import type { CorrectedText } from "./apply-overlay.ts";

/** The sentences of a story before and after it was corrected, in order. */
export interface BothScripts {
  readonly original: readonly SentencePlace[];
  readonly corrected: readonly SentencePlace[];
}

/**
 * The times of a story's recording for its corrected text: moved to where the sentences are now. A sentence that says something else than
 * the recording has no times any more; if only whole paragraphs have times, neither has its paragraph. Pure.
 */
export function shiftTimes(
  times: SavedAlignment,
  { placeNow, isTitleUnheard }: Pick<CorrectedText, "placeNow" | "isTitleUnheard">,
  { original, corrected }: BothScripts,
): SavedAlignment {
  const isWhole = times.level === "paragraphs";
  const unheardParagraphs = new Set(
    isWhole ? original.filter((place) => placeNow(place).isUnheard).map(({ paragraph }) => paragraph) : [],
  );
  const heardPlace = (place: SentencePlace): SentencePlace | null => {
    const now = placeNow(place);
    return now.isUnheard || unheardParagraphs.has(place.paragraph) ? null : now.place;
  };
  return {
    ...times,
    title: isTitleUnheard ? null : times.title,
    sentences: times.sentences.flatMap((sentence) => {
      const place = heardPlace(sentence);
      return place === null ? [] : [{ ...sentence, ...place }];
    }),
    hints: times.hints.flatMap((hint) => {
      const place = original[hint.sentence];
      const now = place === undefined ? null : heardPlace(place);
      const sentence = now === null ? -1 : corrected.findIndex((one) => isIn(now, one));
      return sentence === -1 ? [] : [{ ...hint, sentence }];
    }),
  };
}

function isIn({ paragraph, from }: SentencePlace, sentence: SentencePlace): boolean {
  return paragraph === sentence.paragraph && sentence.from <= from && from < sentence.to;
}
