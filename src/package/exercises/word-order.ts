import { foldAnswer } from "./answer.ts";
import type { Chance } from "./chance.ts";
import type { WordOrder, WordOrderItem } from "./exercise.ts";
import { inLowerCase, type Story } from "./story.ts";

const mostItems = 5;
const fewestItems = 2;
const mostTiles = 10;
const fewestTiles = 4;

// One clause, words and single spaces alone: what a comma or a dash parts has many orders.
const word = "(?:[\\p{L}\\p{M}\\p{N}'’\\u02bc-]|\\u200c|\\u200d)+";
const plain = new RegExp(`^[¡¿«“"„]?((?:${word} )+${word})([^\\p{L}\\p{M}\\p{N}]*)$`, "u");

/** The words of short sentences, in languages that set them apart by spaces. Null where the story has too few such sentences. */
export function wordOrder(story: Story, chance: Chance): WordOrder | null {
  if (!story.language.spaces) return null;
  const once = new Map<string, string>();
  for (const sentence of story.sentences) once.set(inLowerCase(sentence, story), sentence);
  const items: WordOrderItem[] = [];
  for (const sentence of chance.shuffle([...once.values()])) {
    const item = itemOf(sentence, story, chance);
    if (item !== null && items.length < mostItems) items.push(item);
  }
  return items.length < fewestItems ? null : { kind: "word-order", items };
}

function itemOf(sentence: string, story: Story, chance: Chance): WordOrderItem | null {
  const [, words = "", end = ""] = plain.exec(sentence) ?? [];
  const answer = words.split(" ").map((word, index) => (index === 0 ? withoutCapital(word, story) : word));
  if (answer.length < fewestTiles || answer.length > mostTiles) return null;
  const different = new Set(answer.map((word) => foldAnswer(word, story.language)));
  if (different.size < answer.length - 1) return null;
  return { tiles: chance.disorder(answer), answer, end: end.trim() };
}

// The capital of a sentence would give its first word away; that of a name stays. The story itself tells which it is.
function withoutCapital(first: string, story: Story): string {
  const small = inLowerCase(first, story);
  return story.forms.has(small) ? small : first;
}
