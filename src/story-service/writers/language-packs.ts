import { ContentFolder } from "../../shared/files/content-folder.ts";
import type { LanguagePack } from "./language-pack.ts";
import { packSchema } from "./pack-schema.ts";

const packs = new ContentFolder(new URL("./stories/", import.meta.url), readPack);

/** The embedded writer's languages. */
export function packNames(): readonly string[] {
  return packs.names();
}

/** The pack for a language code of the interface; null if there is none. */
export function packFor(code: string): LanguagePack | null {
  const name = packNames().find((each) => code === each || code.startsWith(`${each}-`));
  if (name === undefined) return null;
  const pack = packs.get(name);
  return pack.codes.includes(code) ? pack : null;
}

function readPack(file: unknown): LanguagePack {
  const { quotationMarks, charactersAWord, typesetting, wordFrames, ...pack } = packSchema.parse(file);
  const [open, close] = quotationMarks;
  const rules = typesetting.map(
    ({ pattern, replacement }) => [new RegExp(pattern, "gu"), replacement] as const,
  );
  return {
    ...pack,
    wordFrames: wordFrames.map(({ word = "", gloss, frames }) => ({
      frames,
      word: new RegExp(word, "u"),
      gloss: gloss === undefined ? null : new RegExp(gloss, "u"),
    })),
    quote: (text) => `${open}${text}${close}`,
    typeset: (sentence) =>
      rules.reduce((set, [pattern, replacement]) => set.replace(pattern, replacement), sentence),
    ...(charactersAWord === undefined ? {} : { unspaced: { charactersAWord } }),
  };
}
