import { editDistance } from "../shared/edit-distance.ts";
import { languages } from "../shared/languages/languages.ts";

/** Codes that are common elsewhere, with the service's own: spelling alone would suggest Northern Sami for `no`, and the other script for `zh-hans`. */
const codesElsewhere: ReadonlyMap<string, string> = new Map([
  ["no", "nb"],
  ["zh-hans", "zh"],
  ["zh-tw", "zh-hant"],
  ["zh-hk", "zh-hant"],
  ["iw", "he"],
]);

/** The choice that a mistyped text most likely means; null if none is close. */
export function suggest(text: string, choices: Iterable<string>): string | null {
  const wanted = text.toLowerCase();
  const farthest = Math.max(1, Math.floor(Math.min(wanted.length, 12) / 3));
  let best: string | null = null;
  let bestDistance = farthest + 1;
  for (const choice of choices) {
    const distance = editDistance(wanted, choice.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [choice, distance];
  }
  return best;
}

/**
 * The code of the language that a text most likely means: by another spelling of its code, its English name, a similar code, or the code without its
 * region; null if none is close.
 */
export function suggestLanguage(text: string): string | null {
  const wanted = text.trim().toLowerCase().replaceAll("_", "-");
  const codeOf = (name: string | null) => languages.find((one) => one.name === name)?.code ?? null;
  const exact = languages.find(({ code, bcp47, name }) =>
    [code, bcp47.toLowerCase(), name.toLowerCase()].includes(wanted),
  );
  const code = exact?.code ?? codesElsewhere.get(wanted);
  if (code !== undefined) return code;
  // A two-letter code is close to too many others, so only longer ones are compared letter by letter.
  const isLong = wanted.length > 3;
  const near = languages.find(({ code }) => isLong && code.length > 3 && editDistance(wanted, code, 2) === 1);
  if (near !== undefined) return near.code;
  const base = wanted.split("-")[0] ?? "";
  if (base !== wanted && languages.some(({ code }) => code === base)) return base;
  const names = languages.map(({ name }) => name);
  const begun = names.filter((name) => wanted.length > 1 && name.toLowerCase().startsWith(wanted));
  if (begun.length > 0) return codeOf(begun.reduce((a, b) => (b.length < a.length ? b : a)));
  return isLong ? codeOf(suggest(wanted, names)) : null;
}
