import { languageCodes } from "../../contract/languages.ts";
import type { Levels } from "../../contract/levels.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import { labelOf } from "./labels.ts";

/** How many codes a refusal quotes: enough to find the mistake. */
const codesSaid = 5;
const codeCharactersSaid = 20;

type Entry = Levels["languages"][number];

/**
 * The effective levels of an account (interface 4.1), for the requested languages or for those in settings, levels and books. `query` is the parsed
 * query; a repeated parameter is a list.
 */
export async function readLevels(
  parts: Parts,
  account: Account,
  query: Readonly<Record<string, unknown>>,
): Promise<Levels> {
  const codes = askedFor(query) ?? (await recorded(parts, account));
  return {
    calculatedAt: new Date(parts.clock()).toISOString(),
    languages: codes.map((code) => entryOf(account, code, parts.addresses.appUrl)),
  };
}

function askedFor(query: Readonly<Record<string, unknown>>): string[] | null {
  const unknown = Object.keys(query).filter((name) => name !== "languages");
  if (unknown.length > 0) throw invalid(unknown[0] ?? "", "is not a parameter of this operation");
  const { languages } = query;
  if (languages === undefined) return null;
  if (typeof languages !== "string")
    throw invalid("languages", "stands more than once; use one list with commas");
  const codes = languages.split(",");
  if (codes.includes("")) throw invalid("languages", "is empty or has an empty item");
  const wrong = codes.filter((code) => !isCanonical(code));
  if (wrong.length > 0) throw invalid("languages", `must be codes of the interface; ${describeCodes(wrong)}`);
  return [...new Set(codes)];
}

/** Which codes are invalid and, for a regional code, which to use instead. */
function describeCodes(wrong: readonly string[]): string {
  const said = wrong.slice(0, codesSaid).map((code) => {
    const shown = JSON.stringify(code.slice(0, codeCharactersSaid));
    return canonical(code) !== code && known.has(canonical(code))
      ? `${shown} is regional, its language is "${canonical(code)}"`
      : `${shown} is none`;
  });
  const more = wrong.length - said.length;
  return more === 0 ? said.join(", ") : `${said.join(", ")}, and ${more} more`;
}

function invalid(path: string, message: string): Error {
  return refused(400, "The languages asked for can't be read.", { issues: [{ path, message }] });
}

const known = new Set(languageCodes);
// A language with a country or a region: "es-419", "pt-br". "zh-hant" has a script, and "ar-classical" is a language of its own.
const regional = /^([a-z]{2,3})-(?:[a-z]{2}|\d{3})$/;

function isCanonical(code: string): boolean {
  return known.has(code) && !regional.test(code);
}

/** The code that levels are stored under: a regional code counts for its language. */
function canonical(code: string): string {
  return regional.exec(code)?.[1] ?? code;
}

async function recorded({ store }: Parts, { id, settings }: Account): Promise<string[]> {
  const books = await store.all<{ lang: string }>(
    `SELECT DISTINCT lang FROM books JOIN stories ON stories.id = books.story_id
     WHERE books.account_id = ?`,
    id,
  );
  const codes = [...settings.learning, ...settings.native, ...Object.keys(settings.levels)];
  const found = new Set([...codes, ...books.map((book) => book.lang)].map(canonical));
  return languageCodes.filter((code) => found.has(code));
}

function entryOf({ settings }: Account, code: string, appUrl: string): Entry {
  const guide = `${appUrl}/levels/${code}`;
  const native = settings.native.some((recordedCode) => canonical(recordedCode) === code);
  if (native) return { code, status: "native", displayLevel: null, native, explanationUrl: guide };
  const level = levelOf(settings.levels, code);
  if (level === undefined) {
    return { code, status: "unavailable", displayLevel: null, native, explanationUrl: guide };
  }
  const displayLevel = labelOf(level);
  return { code, status: "available", displayLevel, native, explanationUrl: `${guide}#${displayLevel}` };
}

function levelOf(levels: Account["settings"]["levels"], code: string): string | number | undefined {
  return (
    levels[code] ?? Object.entries(levels).find(([recordedCode]) => canonical(recordedCode) === code)?.[1]
  );
}
