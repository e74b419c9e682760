import type { Story } from "./story.ts";

// What a learner can remember while writing: about seven words (Miller), and a few more because some are short.
const fewestWords = 3;
const mostWords = 10;
const fewestCharacters = 4;
const mostCharacters = 18;

// One clause of words and single spaces with a sentence end. No numbers, because one can't hear whether they are spelt out, no inner
// punctuation, because one can't hear it, and no headings.
const end = "[\\p{P}\\s]*[.!?…؟۔;।॥։።።፧。！？．｡។៕᱾᱿꯫܀][\\p{P}\\s]*$";
const word = "(?:[\\p{L}\\p{M}'’\\u02bc-]|\\u200c|\\u200d)+";
const spaced = new RegExp(`^[\\p{P}\\s]*(${word}(?: ${word})*)${end}`, "u");
const spaceless = new RegExp(`^[\\p{P}\\s]*([\\p{L}\\p{M}]+)${end}`, "u");

/** Whether learners can fairly be asked to write a sentence down: it is short, and has nothing that could be written in another way. */
export function canBeWrittenDown(sentence: string, { language, isNative }: Story): boolean {
  const text = (language.spaces ? spaced : spaceless).exec(sentence)?.[1];
  if (text === undefined || !isNative(text)) return false;
  if (!language.spaces) {
    const characters = text.match(/\p{L}/gu)?.length ?? 0;
    return characters >= fewestCharacters && characters <= mostCharacters;
  }
  const words = text.split(" ").length;
  return words >= fewestWords && words <= mostWords;
}
