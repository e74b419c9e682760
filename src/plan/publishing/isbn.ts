/** What is wrong with an ISBN. */
export type IsbnFault =
  | { readonly fault: "ten" }
  | { readonly fault: "digits"; readonly digits: number }
  | { readonly fault: "characters" }
  | { readonly fault: "prefix" }
  /** `expected`: the check digit of its first twelve digits. */
  | { readonly fault: "check"; readonly expected: string };

export type IsbnResult = { readonly ok: true; readonly isbn: string } | ({ readonly ok: false } & IsbnFault);

const digitsOfIsbn = 13;

/** Reads an ISBN of thirteen digits, written with or without hyphens and spaces (ISO 2108). */
export function readIsbn(written: string): IsbnResult {
  const text = written.trim().replace(/^ISBN(?:-13)?:?\s*/i, "");
  const digits = text.replace(/[\s\u2010-\u2015-]/g, "");
  if (/^\d{9}[\dX]$/i.test(digits)) return { ok: false, fault: "ten" };
  if (!/^\d*$/.test(digits)) return { ok: false, fault: "characters" };
  if (digits.length !== digitsOfIsbn) return { ok: false, fault: "digits", digits: digits.length };
  if (!/^97[89]/.test(digits)) return { ok: false, fault: "prefix" };
  const expected = checkDigitOf(digits.slice(0, -1));
  return digits.endsWith(expected) ? { ok: true, isbn: digits } : { ok: false, fault: "check", expected };
}

function checkDigitOf(twelve: string): string {
  const sum = [...twelve].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}
