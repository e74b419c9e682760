import { languages } from "../shared/languages/languages.ts";

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

const longestName = 80;

/** How many insertions, deletions, replacements and swaps of neighbours turn one text into the other; `limit` if not fewer. */
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
    [before, above] = [above, row];
  }
  return Math.min(above[b.length] ?? limit, limit);
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
  if (exact !== undefined) return exact.code;
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
