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

/** The code of the language that a text most likely means: by its name, another spelling or a similar code; null if none is close. */
export function suggestLanguage(text: string): string | null {
  const wanted = text.trim().toLowerCase().replaceAll("_", "-");
  const exact = languages.find(({ code, bcp47, name }) =>
    [code, bcp47.toLowerCase(), name.toLowerCase()].includes(wanted),
  );
  // A two-letter code is close to too many others, so only longer ones are compared letter by letter.
  const near = languages.find(
    ({ code }) => Math.min(wanted.length, code.length) > 3 && editDistance(wanted, code, 2) === 1,
  );
  const base = languages.find(({ code }) => code === wanted.split("-")[0]);
  return exact?.code ?? codesElsewhere.get(wanted) ?? near?.code ?? base?.code ?? null;
}
