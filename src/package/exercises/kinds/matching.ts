import { addTo } from "../../../shared/grouped.ts";
import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import { cleanLine } from "../../../shared/text.ts";
import { foldAnswer } from "../answer.ts";
import { asShown, type Draft, fairShare, showsWord, tellsAnswer } from "../draft.ts";
import { type Exercise, itemOf } from "../exercise.ts";
import { isLookalike, lookOf, wordsFor } from "../language-words.ts";
import { inLowerCase, runningWordsOf, type Story } from "../story.ts";

const mostPairs = 10;
const fewestPairs = 4;

interface Pair {
  readonly word: string;
  readonly gloss: string;
}

/** Words of the list to match with their glosses. All look alike, or two each: a verb among nouns, or the only noun with an article, could be matched unread. */
export function matching({ story, reader, chance, shown, newFirst }: Draft): Exercise {
  const free = pairsOf(story, reader).filter(({ word }) => !shown.answers.includes(asShown(word, story)));
  const byLook = new Map<string, Pair[]>();
  for (const pair of free) {
    const meaning = lookOf(pair.gloss, reader);
    addTo(byLook, `${lookOf(pair.word, story.language)} ${meaning === "phrase" ? "word" : meaning}`, pair);
  }
  const [alike = [], others = []] = [...byLook.values()].sort((a, b) => b.length - a.length);
  // Half of the list: what is matched can't be asked for in another way on the same sheet.
  const most = Math.min(mostPairs, Math.max(fewestPairs, Math.floor(free.length / 2)));
  const some = (from: readonly Pair[], count: number) =>
    newFirst(chance.shuffle(from), ({ word }) => foldAnswer(word, story.language)).slice(0, count);
  const pairs =
    alike.length >= fewestPairs
      ? some(alike, most)
      : chance.shuffle([alike, others].flatMap((from) => some(from, fewestPairs / 2)));
  const meanings = chance.disorder(pairs);
  return {
    kind: "matching",
    choices: meanings.map(({ gloss }) => gloss),
    items: pairs.map((pair) =>
      itemOf({ before: pair.word, answer: pair.word, correct: meanings.indexOf(pair) }),
    ),
  };
}

/** The words with a meaning that no earlier one has, and that are not known by their look. */
function pairsOf({ words, language }: Story, reader: LanguageFacts): Pair[] {
  const byGloss = new Map<string, Pair>();
  for (const { word, gloss } of words) {
    const key = foldAnswer(cleanLine(gloss ?? ""), reader);
    if (gloss === null || byGloss.has(key) || isLookalike({ word, gloss }, { language, reader })) continue;
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

const most = 5;
const fewest = 3;
const fewestWords = 2;
const mostCharacters = 160;

interface Speech {
  readonly quote: string;
  readonly speaker: string;
  readonly sentence: number;
}

/** Direct speech whose speaker the same sentence names, as in `«No», dice Ana.`; none that names a speaker or occurs twice. */
export function whoSaid({ story, shown, chance, newFirst }: Draft): Exercise {
  const all = speechesIn(story);
  const names = [...new Set(all.map(({ speaker }) => speaker))];
  const fold = (text: string) => foldAnswer(text, story.language);
  const folds = all.map(({ quote }) => fold(quote));
  const whole = fold(story.sentences.join(" "));
  const fit = all.filter(({ quote, sentence }, index) => {
    const text = asShown(quote, story);
    return (
      !shown.sentences.has(sentence) &&
      story.alike(sentence).length === 1 &&
      whole.split(folds[index] ?? "").length === 2 &&
      !names.some((name) => showsWord(text, asShown(name, story))) &&
      !tellsAnswer(quote, shown, story)
    );
  });
  const chosen = newFirst(chance.shuffle(fit), ({ sentence }) => sentence)
    .slice(0, fairShare(fit.length, most, fewest))
    .sort((a, b) => a.sentence - b.sentence);
  const choices = chance.shuffle([...new Set(chosen.map(({ speaker }) => speaker))]);
  const items = chosen.map(({ quote, speaker, sentence }) =>
    itemOf({
      before: quote,
      answer: speaker,
      correct: choices.indexOf(speaker),
      sentences: [sentence],
    }),
  );
  return { kind: "who-said", choices, items };
}

function speechesIn(story: Story): Speech[] {
  const { speaking } = wordsFor(story.language);
  if (speaking.length === 0) return [];
  const verb = `(?:${speaking.join("|")})`;
  const name = "(\\p{Lu}[\\p{L}\\p{M}]+)";
  // The name ends the tag: after `dice Ana García` or `said Ana’s mother` somebody else might have spoken.
  const tag = `(?:${verb} ${name}|${name} ${verb})(?=\\s?[.,;:!?…—–]|$)`;
  const forms = [
    new RegExp(`^[«“„"]\\s?([^«»“”„"]+?)\\s?[»”“"],? ${tag}`, "u"),
    new RegExp(`^[—–]\\s?([^—–]+?)\\s?[—–]${tag}`, "u"),
  ];
  return story.sentences.flatMap((text, sentence) => {
    const [, said = "", behind, before] =
      forms.map((form) => form.exec(text)).find((match) => match !== null) ?? [];
    const speaker = behind ?? before ?? "";
    const quote = said.replace(/,$/, "");
    if (!isName(speaker, story) || quote.length > mostCharacters) return [];
    return runningWordsOf(quote).length < fewestWords ? [] : [{ quote, speaker, sentence }];
  });
}

// A capital inside a sentence, and never without it.
function isName(word: string, story: Story): boolean {
  return word !== "" && story.inside.has(word) && !story.inside.has(inLowerCase(word, story));
}
