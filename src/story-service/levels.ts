import * as z from "zod";
import { languageCodes } from "../contract/languages.ts";
import type { Levels } from "../contract/levels.ts";
import type { Account } from "./accounts/accounts.ts";
import type { Parts } from "./parts.ts";
import { sql } from "./store/store.ts";

type Entry = Levels["languages"][number];

/**
 * The effective levels of an account (interface 4.1), for the requested languages or, if none are requested, for those in the account's settings,
 * its levels and its written stories, with an audiobook or without.
 */
export async function readLevels(
  parts: Parts,
  account: Account,
  languages: readonly string[] | undefined,
): Promise<Levels> {
  const codes = languages === undefined ? await recorded(parts, account) : [...new Set(languages)];
  return {
    calculatedAt: new Date(parts.clock()).toISOString(),
    languages: codes.map((code) => entryOf(account, code, parts.addresses.appUrl)),
  };
}

const known = new Set(languageCodes);
// A language with a country or a region: "es-419", "pt-br". "zh-hant" has a script, and "ar-classical" is a language of its own.
const regional = /^([a-z]{2,3})-(?:[a-z]{2}|\d{3})$/;

function isCanonical(code: string): boolean {
  return known.has(code) && !regional.test(code);
}

/** One list of languages, separated by commas. */
export const levelsQuerySchema = z.strictObject({
  languages: z
    .string()
    .transform((list) => list.split(","))
    .refine(
      (codes) => codes.every(isCanonical),
      "must be language codes of the interface; regional codes are not allowed",
    )
    .optional(),
});

/** The code that levels are stored under: a regional code counts for its language. */
function canonical(code: string): string {
  return regional.exec(code)?.[1] ?? code;
}

async function recorded({ store }: Parts, { id, settings }: Account): Promise<string[]> {
  const read = await store.all<{ lang: string }>(
    sql`SELECT DISTINCT lang FROM stories WHERE account_id = ${id} AND title IS NOT NULL`,
  );
  const codes = [...settings.learning, ...settings.native, ...Object.keys(settings.levels)];
  const found = new Set([...codes, ...read.map(({ lang }) => lang)].map(canonical));
  return languageCodes.filter((code) => found.has(code));
}

function entryOf({ settings }: Account, code: string, appUrl: string): Entry {
  const guide = `${appUrl}/levels/${code}`;
  const native = isNative(settings, code);
  if (native) return { code, status: "native", displayLevel: null, native, explanationUrl: guide };
  const level = levelOf(settings, code);
  if (level === undefined) {
    return { code, status: "unavailable", displayLevel: null, native, explanationUrl: guide };
  }
  const displayLevel = labelOf(level);
  return { code, status: "available", displayLevel, native, explanationUrl: `${guide}#${displayLevel}` };
}

type Settings = Account["settings"];

export function isNative({ native }: Settings, code: string): boolean {
  return native.some((recordedCode) => canonical(recordedCode) === canonical(code));
}

/** The level that the account has in a language, or in a region's form of it. */
export function levelOf({ levels }: Settings, code: string): Level | undefined {
  const language = canonical(code);
  const recordedCode = Object.keys(levels).find((recorded) => canonical(recorded) === language);
  return levels[language] ?? (recordedCode === undefined ? undefined : levels[recordedCode]);
}

/** The highest label of the app (interface 2.6). */
const highest = 10.9;
/** The highest beginner label: 0.6 to 0.9 do not exist. */
const highestBeginner = 0.5;

type Level = string | number;

/**
 * The app's label for a saved level. A label stays as it is; a raw estimate is rounded down to the nearest label, so that it never exceeds what was
 * measured.
 */
export function labelOf(level: Level): string {
  if (typeof level === "string") return level;
  // 2.3 * 10 may give 22.999999999999996.
  const tenths = Math.floor(Math.min(level, highest) * 10 + 1e-6) / 10;
  return (tenths > highestBeginner && tenths < 1 ? highestBeginner : tenths).toFixed(1);
}
