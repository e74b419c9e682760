import type { SentencePlace } from "../../lessons/align/script.ts";
import type { SavedAlignment } from "../../lessons/align/times-file.ts";
import type { CorrectedStory } from "./corrected-story.ts";

/** A part of a story whose recording says something else than its corrected text. */
export interface ToSpeak {
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
export function partsToSpeak(
  { laid, title, corrections }: Pick<CorrectedStory, "laid" | "title" | "corrections">,
  times: SavedAlignment,
): { readonly parts: readonly ToSpeak[]; readonly unsure: number } {
  if (laid === null) return { parts: [], unsure: 0 };
  const ofTitle: ToSpeak[] =
    laid.isTitleUnheard && times.title !== null
      ? [{ place: null, spoken: title, heard: { startMs: times.title.startMs, endMs: times.title.endMs } }]
      : [];
  const changed = times.sentences.filter((place) => {
    const now = laid.placeNow(place);
    return now.isUnheard || now.place === null;
  });
  const sure = changed.filter(({ confidence }) => confidence >= sureConfidence);
  const ofSentences = sure.flatMap(({ paragraph, from, to, startMs, endMs }): ToSpeak[] => {
    const own = corrections.sentences.find((one) => one.paragraph === paragraph && one.from === from);
    if (own === undefined || own.to !== to) return [];
    const spoken = /[\p{L}\p{N}]/u.test(own.corrected) ? own.corrected : null;
    return [{ place: { paragraph, from, to }, spoken, heard: { startMs, endMs } }];
  });
  return { parts: [...ofTitle, ...ofSentences], unsure: changed.length - sure.length };
}
