import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { embeddedWriter } from "../../../src/story-service/writers/embedded-writer.ts";

export interface Story {
  readonly title: string;
  readonly text: string;
}

// In the language of the story: it comes up in it, and some voices can't read another script.
const topics: Readonly<Record<string, readonly string[]>> = {
  en: ["A morning at the market", "The night train", "A lost key", "Rain in the mountains"],
  it: ["Una mattina al mercato", "Il treno di notte", "Una chiave perduta", "Pioggia in montagna"],
  ru: ["Утро на рынке", "Ночной поезд", "Потерянный ключ", "Дождь в горах"],
  hi: ["बाज़ार में एक सुबह", "रात की रेल", "खोई हुई चाबी", "पहाड़ों में बारिश"],
};

/** A story in a language: the same number, the same story. Of some languages there is only one. */
export async function storyIn(
  lang: string,
  number: number,
  length: "short" | "medium" | "long",
): Promise<Story> {
  const own = topics[lang];
  if (own === undefined) {
    const texts = parse(readFileSync(new URL("texts.yaml", import.meta.url), "utf8")) as Record<
      string,
      Story
    >;
    const story = texts[lang];
    if (story === undefined) throw new Error(`no story in ${lang}`);
    return story;
  }
  const topic = own[number % own.length] ?? "";
  const order = { topic, lang, difficulty: 2 + (number % 4), length, words: [] };
  return embeddedWriter.write({ ...order, genre: "slice_of_life", form: "third_person" });
}
