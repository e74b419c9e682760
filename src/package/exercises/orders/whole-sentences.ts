import { asShown, type Shown, showsWord } from "../shown.ts";
import type { Story } from "../story.ts";

const fewestWords = 3;
const fewestCharacters = 6;
const mostCharacters = 160;

/**
 * The sentences, by index, that a sheet may still show whole: the story has them once, they are no headings, neither long nor a mere
 * exclamation, and tell no answer that the sheet asks for.
 */
export function wholeSentences(story: Story, shown: Shown): ReadonlySet<number> {
  const { headings, sentences, alike } = story;
  const fit = sentences.flatMap((text, index) => {
    if (shown.sentences.has(index) || headings.has(index) || alike(index).length > 1) return [];
    if (text.length > mostCharacters || !saysEnough(index, story)) return [];
    const tells = shown.answers.some((answer) => showsWord(asShown(text, story), answer));
    return tells ? [] : [index];
  });
  return new Set(fit);
}

function saysEnough(sentence: number, { language, running, sentences }: Story): boolean {
  if (language.spaces) return (running[sentence]?.length ?? 0) >= fewestWords;
  return (sentences[sentence]?.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= fewestCharacters;
}
