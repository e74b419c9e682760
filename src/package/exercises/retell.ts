import { foldWord } from "../../lessons/words/exact.ts";
import type { Exercise } from "./exercise.ts";
import { asShown, showsWord } from "./shown.ts";
import type { Story } from "./story.ts";

const most = 8;
const fewest = 5;

/**
 * Words to retell the story with, in the order in which it first has them. Only words that the sheet shows anyway, because others could be
 * answers. Empty if there are too few.
 */
export function retellWords(story: Story, exercises: readonly Exercise[]): string[] {
  const shown = exercises.flatMap((exercise) => {
    if (exercise.kind === "matching") return exercise.words;
    return exercise.kind === "cloze" ? exercise.items.map(({ answer }) => answer) : [];
  });
  const unique = new Map(shown.map((word) => [foldWord(word, story.language), word]));
  const texts = story.sentences.map((text) => asShown(text, story));
  const placed = [...unique.values()]
    .map((word) => ({ word, at: texts.findIndex((text) => showsWord(text, asShown(word, story))) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  return placed.length < fewest ? [] : placed.slice(0, most).map(({ word }) => word);
}
