import { lowerCase } from "../../../lessons/text/lower-case.ts";
import { foldWord } from "../../../lessons/words/exact.ts";
import type { LessonWord } from "../../contents/lesson-words.ts";
import { foldAnswer, isSpelt, lettersOf } from "../answer.ts";
import { asShown, type Chance, type Draft, showsWord } from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import type { Story } from "../story.ts";

const mostItems = 4;
const mostLetters = 12;
const fewestLetters = 4;
const fewestDifferent = 3;
const tries = 10;

/** Words with a known meaning that the sheet neither shows nor asks for, as shuffled letters in lower case. */
export function letterScramble({ story, chance, shown, newFirst }: Draft): Exercise {
  const isFree = ({ word, gloss }: LessonWord) => {
    const own = asShown(word, story);
    return gloss !== null && ![...shown.texts, ...shown.answers].some((text) => showsWord(text, own));
  };
  const free = chance.shuffle(story.words.filter(isFree));
  const taken = new Set<string>();
  const items: Item[] = [];
  for (const candidate of newFirst(free, ({ word }) => foldAnswer(word, story.language))) {
    if (items.length === mostItems) break;
    const item = scrambled(candidate, story, chance);
    const spelling = item === null ? "" : [...item.cue].sort().join("");
    // Of two anagrams, each would be an answer to the other.
    if (item === null || taken.has(spelling)) continue;
    taken.add(spelling);
    items.push(item);
  }
  return { kind: "letter-scramble", choices: [], items };
}

function scrambled(
  { word, gloss }: LessonWord,
  { language, counts, isNative }: Story,
  chance: Chance,
): Item | null {
  if (!language.spaces || !isSpelt(word) || !isNative(word)) return null;
  const letters = lettersOf(lowerCase(word, language.bcp47)).map((letter) => letter.replaceAll("ς", "σ"));
  if (letters.length < fewestLetters || letters.length > mostLetters) return null;
  if (new Set(letters).size < fewestDifferent) return null;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const shown = chance.disorder(letters);
    const fold = foldWord(shown.join(""), language);
    // The shuffled letters must not show the word itself or another word of the story.
    if (fold !== foldWord(word, language) && !counts.has(fold))
      return itemOf({ cue: shown, answer: word, gloss });
  }
  return null;
}
