import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import type { TokenizerBuilder } from "@patdx/kuromoji";
import { readShipped } from "../files/shipped-file.ts";
import { remembered } from "../remembered.ts";
import { inHiragana, inTurn, type Ruby, rubyOf, withKnown, withWord } from "./ruby.ts";

/** Finds the readings of a text with the help of a dictionary. */
export type Analyser = (text: string) => readonly Ruby[];

/** The package with the Japanese dictionary. It isn't installed with the program, which it would make larger by a quarter. */
export const japaneseAnalyser = "@patdx/kuromoji";

/** A language's analyser. `not_installed`: its package isn't on this machine; null: the program has none for the language. */
export const loadAnalyser = remembered(
  async (code: string): Promise<Analyser | "not_installed" | null> =>
    code === "ja" ? loadJapanese() : code === "zh" ? loadChinese() : null,
);

async function loadJapanese(): Promise<Analyser | "not_installed"> {
  let entry: string;
  try {
    entry = pathToFileURL(createRequire(import.meta.url).resolve(japaneseAnalyser)).href;
  } catch {
    return "not_installed";
  }
  const kuromoji: { TokenizerBuilder: typeof TokenizerBuilder } = await import(entry);
  const loadArrayBuffer = async (file: string) =>
    new Uint8Array(gunzipSync(readShipped(new URL(`../dict/${file}`, entry)))).buffer;
  const tokenizer = await new kuromoji.TokenizerBuilder({ loader: { loadArrayBuffer } }).build();
  // What the dictionary gets wrong most often in simple texts, and irregular readings of numbers.
  const table = readShipped(new URL("./japanese-readings.txt", import.meta.url)).toString();
  const mended = new Map(
    Array.from(table.matchAll(/(\S+) (\S+)/gu), ([, word = "", reading = ""]) => [word, reading]),
  );
  return (text) => {
    const cuts = new Set([0]);
    let end = 0;
    const ruby = tokenizer.tokenize(text).flatMap(({ surface_form: word, reading = "" }) => {
      const start = end;
      end += word.length;
      cuts.add(end);
      return withWord([], { start, end }, rubyOf(word, inHiragana(reading)));
    });
    return withKnown({ text, cuts }, ruby, mended);
  };
}

async function loadChinese(): Promise<Analyser> {
  const { pinyin } = await import("pinyin-pro");
  return (text) => {
    // As dictionaries and textbooks spell it: tones as they change in speech are left to the speaker.
    const signs = pinyin(text, { type: "all", toneSandhi: false });
    return inTurn(
      signs.map(({ origin }) => origin),
      signs.map((sign) => (sign.isZh ? sign.pinyin : "")),
    );
  };
}
