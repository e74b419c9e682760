/** The scripts that a language mixes in one text, by the code of their mixture. */
const mixtures: Readonly<Record<string, readonly string[]>> = {
  Hans: ["Han", "Bopo"],
  Hant: ["Han", "Bopo"],
  Jpan: ["Han", "Hira", "Kana"],
  Kore: ["Hang", "Han"],
};

const rightToLeft = ["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Mand", "Samr"];

/** The signs of scripts by their ISO 15924 codes, as the content of a character class; what Unicode has no script for is left out. */
export function signsOf(...codes: readonly string[]): string {
  const names = codes.flatMap((code) => mixtures[code] ?? [code]);
  return names.flatMap((name) => (/^[A-Z][a-z]{2,3}$/.test(name) ? `\\p{Script=${name}}` : [])).join("");
}

export const rightToLeftSigns = signsOf(...rightToLeft);

export function directionOf(script: string): "ltr" | "rtl" {
  return rightToLeft.includes(script) ? "rtl" : "ltr";
}
