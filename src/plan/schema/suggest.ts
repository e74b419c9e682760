import { languages } from "../../shared/languages/languages.ts";

/** The choice that a mistyped text most likely means, or `null` if none is close. */
export function suggest(text: string, choices: Iterable<string>): string | null {
  const wanted = text.toLowerCase();
  const farthest = Math.max(1, Math.floor(Math.min(wanted.length, 12) / 3));
  let best: string | null = null;
  let bestDistance = farthest + 1;
  for (const choice of choices) {
    const distance = editDistance(wanted, choice.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = choice;
      bestDistance = distance;
    }
  }
  return best;
}

export type Suggester = (text: string) => string | null;

/** How many names a problem lists if it has no suggestion. */
export const namesMost = 12;

// Enough for any plan written by a person; beyond it, suggestions would take longer than reading the plan.
const suggestionsMost = 100;
const choicesMost = 2_000;

/** Suggests from the plan's own names, which may be very many, for a limited number of texts. */
export function makeSuggester(choices: readonly string[]): Suggester {
  const some = choices.slice(0, choicesMost);
  let left = suggestionsMost;
  return (text) => {
    left -= 1;
    return left < 0 ? null : suggest(text, some);
  };
}

// No one mistypes a longer name, and comparing would only take time.
const longestName = 80;

/**
 * How many insertions, deletions, replacements and swaps of neighbours turn one text into the other; `limit` if there are that many or
 * more.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit || a.length > longestName || b.length > longestName)
    return limit;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    if (Math.min(...row) >= limit) return limit;
    before = above;
    above = row;
  }
  return Math.min(above[b.length] ?? limit, limit);
}

/**
 * The language code that a text most likely means: another spelling of it, its English name, a similar code, or the code without its
 * region.
 */
export function suggestLanguage(text: string): string | null {
  const wanted = text.trim().toLowerCase().replaceAll("_", "-");
  const exact = languages.find(
    (language) => language.code === wanted || language.bcp47.toLowerCase() === wanted,
  );
  if (exact !== undefined) return exact.code;
  const named = languages.find((language) => language.name.toLowerCase() === wanted);
  if (named !== undefined) return named.code;
  // A two-letter code is close to too many others, so only longer ones are compared letter by letter.
  const near = wanted.length > 3 ? nearCode(wanted) : null;
  if (near !== null) return near;
  const base = wanted.split("-")[0] ?? "";
  if (base !== wanted && languages.some((language) => language.code === base)) return base;
  const begun = languages.filter((language) => language.name.toLowerCase().startsWith(wanted));
  if (wanted.length > 1 && begun.length > 0) {
    return begun.reduce((a, b) => (b.name.length < a.name.length ? b : a)).code;
  }
  return wanted.length > 3 ? byName(wanted) : null;
}

function nearCode(wanted: string): string | null {
  const codes = languages.map((language) => language.code).filter((code) => code.length > 3);
  return suggest(
    wanted,
    codes.filter((code) => editDistance(wanted, code, 2) === 1),
  );
}

function byName(wanted: string): string | null {
  const names = new Map(languages.map((language) => [language.name, language.code]));
  const name = suggest(wanted, names.keys());
  return name === null ? null : (names.get(name) ?? null);
}
