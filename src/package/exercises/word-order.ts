import { foldAnswer } from "./answer.ts";
import type { Chance } from "./chance.ts";
import type { WordOrder, WordOrderItem } from "./exercise.ts";
import { isSmallWord } from "./small-words.ts";
import { inLowerCase, type Story } from "./story.ts";

const mostItems = 5;
const fewestItems = 2;
const mostTiles = 10;
const fewestTiles = 4;

// One clause of words and single spaces, possibly with emoji at its end: parts separated by a comma or a dash could be in several orders.
const word = "(?:[\\p{L}\\p{M}\\p{N}'’\\u02bc-]|\\u200c|\\u200d)+";
const plain = new RegExp(`^[¡¿«“"„]?((?:${word} )+${word})((?:[^\\p{L}\\p{M}\\p{N}]|\\ufe0f)*)$`, "u");

// An emoji sequence: with skin tones, joiners, or the two letters of a flag.
const picture =
  /(?:\p{Regional_Indicator}{2}|(?:\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}])(?:[\ufe0f\u{1f3fb}-\u{1f3ff}]|\u200d\p{Extended_Pictographic})*)/gu;

/** The words of short sentences, in languages with word spacing. Null if too few sentences are suitable. */
export function wordOrder(story: Story, chance: Chance): WordOrder | null {
  if (!story.language.spaces) return null;
  const once = new Map(story.sentences.map((sentence, index) => [story.lowered[index], sentence]));
  const items: WordOrderItem[] = [];
  for (const sentence of chance.shuffle([...once.values()])) {
    const item = itemOf(sentence, story, chance);
    if (item !== null && items.length < mostItems) items.push(item);
  }
  return items.length < fewestItems ? null : { kind: "word-order", items };
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

// The capital at the beginning of a sentence would give its first word away, but a name must keep its own. If neither the story nor the list of
// small words shows which it is, the sentence is not used.
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
