import { languageOf } from "../../shared/languages/languages.ts";
import type { SavedAlignment } from "../align/alignment.ts";
import { type Script, scriptOf } from "../align/script.ts";
import type { SentencePlace, StoryText } from "../text/story-text.ts";
import type { CorrectedText } from "./apply-overlay.ts";
import type { Corrections } from "./overlay.ts";

export interface CorrectedStory extends StoryText {
  /** As it was bought. */
  readonly original: StoryText;
  readonly corrections: Corrections;
  /** Null: nothing is corrected. */
  readonly laid: CorrectedText | null;
}

/** The times of a recording for the corrected text of its story. Pure. */
export function timesFor(
  { original, text, title, laid }: CorrectedStory,
  times: SavedAlignment,
  lang: string,
): SavedAlignment {
  if (laid === null) return times;
  const sentencesOf = (story: StoryText): Script["sentences"] => scriptOf(story, languageOf(lang)).sentences;
  return shiftTimes(times, laid, {
    original: sentencesOf(original),
    corrected: sentencesOf({ title, text }),
  });
}

/** The sentences of a story before and after it was corrected, in order. */
export interface BothScripts {
  readonly original: readonly SentencePlace[];
  readonly corrected: readonly SentencePlace[];
}

/** A sentence that differs from what the recording says has no times; if only paragraphs have times, its paragraph has none. Pure. */
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
