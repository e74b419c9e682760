import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import type { LanguagePack } from "./language-pack.ts";
import { packSchema } from "./pack-schema.ts";

const folder = new URL("./stories/", import.meta.url);

const packs = new Map<string, LanguagePack>();
let names: readonly string[] | null = null;

/** The languages that the embedded writer knows, as the names of their files: a new one is one more file. */
export function packNames(): readonly string[] {
  names ??= readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => name.slice(0, -".yaml".length))
    .sort();
  return names;
}

/** The pack that writes for a language code of the interface, read when it is first asked for; null where there is none. */
export function packFor(code: string): LanguagePack | null {
  const name = packNames().find((each) => code === each || code.startsWith(`${each}-`));
  if (name === undefined) return null;
  const pack = packs.get(name) ?? readPack(name);
  packs.set(name, pack);
  return pack.codes.includes(code) ? pack : null;
}

function readPack(name: string): LanguagePack {
  const written = packSchema.parse(parse(readFileSync(new URL(`${name}.yaml`, folder), "utf8")));
  const { quotationMarks, charactersAWord, typesetting, ...pack } = written;
  const [open, close] = quotationMarks;
  const rules = typesetting.map(
    ({ pattern, replacement }) => [new RegExp(pattern, "gu"), replacement] as const,
  );
  return {
    ...pack,
    quote: (text) => `${open}${text}${close}`,
    typeset: (sentence) =>
      rules.reduce((set, [pattern, replacement]) => set.replace(pattern, replacement), sentence),
    ...(charactersAWord === undefined ? {} : { unspaced: { charactersAWord } }),
  };
}
