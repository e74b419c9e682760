import { cleanLine } from "../../../shared/text.ts";
import { foldAnswer, markOf } from "../answer.ts";
import { asShown, type Draft } from "../draft.ts";
import { type Exercise, itemOf } from "../exercise.ts";
import type { Story } from "../story.ts";

const mostPairs = 10;
const fewestPairs = 4;

interface Pair {
  readonly word: string;
  readonly gloss: string;
}

/** The list's words to match with their glosses; none whose gloss repeats an earlier one or looks like the word. */
export function matching({ story, reader, chance, shown, newFirst }: Draft): Exercise {
  const free = pairsOf(story, reader).filter(({ word }) => !shown.answers.includes(asShown(word, story)));
  // Half of the list: what is matched can't be asked for in another way on the same sheet.
  const most = Math.min(mostPairs, Math.max(fewestPairs, Math.floor(free.length / 2)));
  const pairs = newFirst(chance.shuffle(free), ({ word }) => foldAnswer(word, story.language)).slice(0, most);
  const meanings = chance.disorder(pairs);
  return {
    kind: "matching",
    choices: meanings.map(({ gloss }) => gloss),
    items: pairs.map((pair) =>
      itemOf({ before: pair.word, answer: pair.word, correct: meanings.indexOf(pair) }),
    ),
  };
}

function pairsOf({ words, language }: Story, reader: { readonly bcp47: string }): Pair[] {
  const byGloss = new Map<string, Pair>();
  for (const { word, gloss } of words) {
    const key = foldAnswer(cleanLine(gloss ?? ""), reader);
    // A word that is all but its gloss is matched by its look.
    if (gloss === null || markOf(word, gloss, language) !== "wrong" || byGloss.has(key)) continue;
    byGloss.set(key, { word, gloss });
  }
  return [...byGloss.values()];
}

/** The questions about the story that an editor wrote or approved, unchanged. */
export function comprehension({ questions, story }: Draft): Exercise {
  const fold = (text: string) => foldAnswer(text, story.language);
  const sentences = story.sentences.map(fold);
  const items = questions.map(({ question, options, right, evidence }) => {
    const sentence = sentences.indexOf(fold(evidence));
    return itemOf({
      before: question,
      answer: options[right] ?? "",
      choices: options,
      correct: right,
      sentences: sentence < 0 ? [] : [sentence],
    });
  });
  return { kind: "comprehension", choices: [], items };
}
