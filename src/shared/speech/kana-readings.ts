import { readShipped } from "../files/shipped-file.ts";

/**
 * The readings of the kanji in the embedded writer's Japanese. The synthesizer speaks only kana; it would read any kanji as the words "Chinese
 * letter". A longer entry precedes a shorter one, and endings written in kana stay as they are.
 */
const words = readShipped(new URL("./kana-readings.txt", import.meta.url))
  .toString()
  .trim()
  .split(/\s+/u);
const results = new Map(
  words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? ""] as const] : [])),
);
const known = new RegExp(
  [...results.keys()].toSorted((one, other) => other.length - one.length).join("|"),
  "gu",
);

// After a noun these two are particles, which are pronounced differently from their spelling.
const topicParticle =
  /(?<=[\p{Script=Han}\p{Script=Katakana}ー]|さん|わたし|[でに])は(?![なたらいじしっずんこ])/gu;
const directionParticle = /(?<=[\p{Script=Han}\p{Script=Katakana}ー])へ/gu;

/** A Japanese text in kana, as it is pronounced. `guess` supplies a reading for unknown kanji; without `guess`, unknown kanji cause an error. */
export function inKana(text: string, guess: (kanji: string) => string = refuse): string {
  return text
    .replace(topicParticle, "わ")
    .replace(directionParticle, "え")
    .replace(known, (word) => results.get(word) ?? word)
    .replace(/\p{Script=Han}+/gu, guess);
}

function refuse(kanji: string): never {
  throw new Error(`the Japanese voice reads only kana, so it can't read ${kanji}`);
}
