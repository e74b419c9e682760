import { foldAnswer } from "../answer.ts";
import type { Chance } from "../chance.ts";
import type { WordOrder, WordOrderItem } from "../exercise.ts";
import { asShown, type Shown, showsWord } from "../shown.ts";
import { isSmallWord } from "../small-words.ts";
import { inLowerCase, type Story } from "../story.ts";

const fewestItems = 2;
const mostTiles = 10;
const fewestTiles = 4;

// One clause of words and single spaces, possibly with emoji at its end: parts separated by a comma or a dash could be in several orders.
const word = "(?:[\\p{L}\\p{M}\\p{N}'’\\u02bc-]|\\u200c|\\u200d)+";
const plain = new RegExp(`^[¡¿«“"„]?((?:${word} )+${word})((?:[^\\p{L}\\p{M}\\p{N}]|\\ufe0f)*)$`, "u");

// An emoji sequence: with skin tones, joiners, or the two letters of a flag.
const picture =
  /(?:\p{Regional_Indicator}{2}|(?:\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}])(?:[\ufe0f\u{1f3fb}-\u{1f3ff}]|\u200d\p{Extended_Pictographic})*)/gu;

/**
 * The words of short sentences, in languages with word spacing. Leaves out sentences that the sheet uses or that show one of its answers.
 * Null if too few are suitable.
 */
export function wordOrder(
  story: Story,
  { shown, chance, most }: { shown: Shown; chance: Chance; most: number },
): { exercise: WordOrder; sentences: readonly number[] } | null {
  if (!story.language.spaces) return null;
  const once = new Map(story.lowered.map((text, index) => [text, index]));
  const made: { item: WordOrderItem; sentence: number }[] = [];
  for (const sentence of chance.shuffle([...once.values()])) {
    if (made.length === most) break;
    if (shown.sentences.has(sentence)) continue;
    const text = story.sentences[sentence] ?? "";
    if (shown.answers.some((answer) => showsWord(asShown(text, story), answer))) continue;
    const item = itemOf(text, story, chance);
    if (item !== null) made.push({ item, sentence });
  }
  if (made.length < fewestItems) return null;
  return {
    exercise: { kind: "word-order", items: made.map(({ item }) => item) },
    sentences: made.map(({ sentence }) => sentence),
  };
}

function itemOf(sentence: string, story: Story, chance: Chance): WordOrderItem | null {
  const [, text = "", rest = ""] = plain.exec(sentence) ?? [];
  const [head = "", ...others] = text.split(" ");
  const first = withoutCapital(head, story);
  if (first === null || !story.isNative(text)) return null;
  const pictures = rest.match(picture) ?? [];
  const answer = [first, ...others, ...pictures];
  if (answer.length - pictures.length < fewestTiles || answer.length > mostTiles) return null;
  const different = new Set(answer.map((tile) => foldAnswer(tile, story.language)));
  if (different.size < answer.length - 1) return null;
  return { tiles: chance.disorder(answer), answer, end: rest.replace(picture, "").trim() };
}

// The capital at the beginning of a sentence would give its first word away, but a name must keep its own. If neither the story nor the
// list of small words shows which it is, the sentence is not used.
function withoutCapital(first: string, story: Story): string | null {
  const small = inLowerCase(first, story);
  if (small === first || isAlwaysCapital(first, story)) return first;
  const isSmall = story.inside.has(small) || isSmallWord(small, story.language);
  if (isSmall) return small;
  return story.inside.has(first) ? first : null;
}

function isAlwaysCapital(word: string, { language }: Story): boolean {
  return language.bcp47.startsWith("en") && /^I(?:['’]|$)/.test(word);
}
