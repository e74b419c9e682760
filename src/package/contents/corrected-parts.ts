import type { SavedAlignment } from "../../lessons/align/alignment.ts";
import type { CorrectedStory } from "../../lessons/correction/corrected-story.ts";
import type { RespokenFacts } from "../../lessons/correction/respoken-file.ts";
import type { SentencePlace } from "../../lessons/text/story-text.ts";
import { cleanLine } from "../../shared/text.ts";
import type { CorrectedParts } from "./course.ts";

/**
 * The corrected parts of a lesson; null if nothing is corrected. `times`: those of the story as it was bought; `respoken`: of the recording that is bound
 * instead of the bought one.
 */
export function correctedParts(
  { corrections: { title, sentences, glosses }, laid }: CorrectedStory,
  bound: {
    readonly hasSound: boolean;
    readonly times: SavedAlignment | null;
    readonly respoken: RespokenFacts | null;
  },
): CorrectedParts | null {
  if (laid === null) return null;
  const { respoken } = bound;
  const isRespoken = ({ paragraph, from }: Pick<SentencePlace, "paragraph" | "from">): boolean =>
    respoken?.parts.some(({ place }) => place?.paragraph === paragraph && place.from === from) === true;
  const placesOf = (isSpoken: boolean) =>
    (bound.hasSound ? sentences : []).flatMap((sentence) => {
      const { place, isUnheard } = laid.placeNow(sentence);
      return isUnheard && place !== null && isRespoken(sentence) === isSpoken ? [place] : [];
    });
  const isUnwritten = (sentence: SentencePlace): boolean => {
    const { place, isUnheard } = laid.placeNow(sentence);
    return isUnheard || place === null;
  };
  const unwritten = respoken?.unwritten ?? bound.times?.sentences.filter(isUnwritten) ?? [];
  return {
    title: title !== null,
    sentences: sentences.length,
    glosses: glosses.length,
    unheard: placesOf(false),
    unwritten: unwritten.map(({ startMs, endMs }) => {
      return { startMs: Math.round(startMs), endMs: Math.round(endMs) };
    }),
    ...(respoken && {
      respoken: {
        narrator: cleanLine(respoken.narrator),
        title: respoken.parts.some(({ place }) => place === null),
        sentences: placesOf(true),
      },
    }),
  };
}
