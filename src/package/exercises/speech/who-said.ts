import { foldAnswer } from "../answer.ts";
import type { Chance } from "../chance.ts";
import type { WhoSaid } from "../exercise.ts";
import { asShown, type Shown, showsWord } from "../shown.ts";
import { inLowerCase, runningWordsOf, type Story } from "../story.ts";
import { speakingWords } from "./speaking-words.ts";

const most = 5;
const fewest = 3;
const fewestSpeakers = 2;
const fewestWords = 2;
const mostCharacters = 160;

interface Speech {
  readonly quote: string;
  readonly speaker: string;
  readonly sentence: number;
}

/**
 * Direct speech whose speaker the same sentence names, as in `«No», dice Ana.`, to be matched with that name. Leaves out speech that names
 * a speaker, and speech that the story has twice. Null for languages whose speaking verbs aren't known, and with fewer than two speakers.
 */
export function whoSaid(
  story: Story,
  { shown, chance }: { shown: Shown; chance: Chance },
): { exercise: WhoSaid; sentences: readonly number[] } | null {
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
      !shown.answers.some((answer) => showsWord(text, answer))
    );
  });
  const chosen = chance
    .shuffle(fit)
    .slice(0, most)
    .sort((a, b) => a.sentence - b.sentence);
  const speakers = new Set(chosen.map(({ speaker }) => speaker));
  if (chosen.length < fewest || speakers.size < fewestSpeakers) return null;
  const items = chosen.map(({ quote, speaker }) => ({ quote, answer: speaker }));
  return {
    exercise: { kind: "who-said", names: chance.shuffle([...speakers]), items },
    sentences: chosen.map(({ sentence }) => sentence),
  };
}

function speechesIn(story: Story): Speech[] {
  const verbs = speakingWords(story.language);
  if (verbs.length === 0) return [];
  const verb = `(?:${verbs.join("|")})`;
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
