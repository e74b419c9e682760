import { type Endings, endingsLike, type Grammar, type Kind, type StemRule, setOf } from "../grammar.ts";

// A and I stand for vowels in harmony with the stem, D for d or t.
const noun = [
  "(lAr)?",
  "(?:(?:I?m|I?n|s?I|I?mIz|I?nIz|lArI)(?=$|[ynldmcksz]))?",
  "(?:y?I|y?A|n?DA|n?DAn|n?In|y?lA|nI|nA|ncA|n?DAki(?:lAr)?(?:nI|nA|nDA|n)?)?",
  "(?:y?DI(?:m|n|k|nIz|lAr)?|y?mIş(?:Im|sIn|Iz|lAr)?|DIr(?:lAr)?|y?Im|sIn|y?Iz|sInIz|y?sA)?",
].join("");
const person = "(?:Im|m|sIn|n|Iz|k|sInIz|nIz|lAr)?";
const cases = "(?:y?I|y?A|n?DA|n?DAn|n?In|nI|nA|ylA|lA|ncA)?";
const tense = [
  `(?:I?yor|y?AcAk|DI|mIş|(?:A|I)?r|mAz|z|mAlI|sA|mAktA|y?A)(?:y?DI|y?mIş|y?sA)?${person}(?:DIr)?`,
  "y?AcAğ(?:Im|Iz)",
  `(?:y?AcAk|DIk)(?:lAr)?(?:lArI)?${cases}`,
  `(?:y?AcAğ|DIğ)(?:Im|In|I|ImIz|InIz)${cases}`,
  `y?An(?:lAr)?(?:I|In|A|DA|DAn)?`,
  `mA(?:k(?:tA|tAn|lA|sIzIn)?|m|n|sI|mIz|nIz|lArI|y(?:I|A)|ğA)?${cases}`,
  "y?Ip|y?ArAk|y?IncA|(?:(?:A|I)?r)ken|y?AlI|mAdAn|DIkçA|y?InIz|sInlAr|sIn",
].join("|");
const verb = `(?:mA(?=.)|mI(?=yor))?(?:y?Abil|y?AmA|y?AmI(?=yor))?(?:${tense})`;

/** Endings whose first vowel is in harmony with the stem's last one; the other vowels follow the first. */
function harmonic(pattern: string, last: string): Endings {
  const isFront = /[eiöü]/u.test(last);
  const own = pattern
    .replaceAll("A", isFront ? "e" : "a")
    .replaceAll("I", isFront ? "[iü]" : "[ıu]")
    .replaceAll("D", "[dt]");
  // The present tense and ki have a fixed vowel; later vowels are in harmony with it.
  const afterYor = pattern.includes("yor")
    ? `|(?:m[ıiuü])?[ıiuü]?yor(?:[dt]u|muş|sa)?(?:um|sun|uz|sunuz|lar|m|n|k|nuz)?`
    : "";
  return endingsLike(`(?:${own})${afterYor}`);
}

function lastVowel(word: string): string {
  return /([aıoueiöü])[^aıoueiöü]*$/u.exec(word)?.[1] ?? "a";
}

const softer: Readonly<Record<string, string>> = { p: "b", ç: "c", t: "d", k: "ğ" };

function nounRules(headword: string): StemRule[] {
  const kind = "noun";
  if (headword.length < 2) return [];
  const endings = harmonic(noun, lastVowel(headword));
  // A short word with one more vowel is often another word, such as kar and kara.
  const isShort = headword.length < 4;
  const safe: Endings = {
    has: (ending) => ending !== "" && (!isShort || ending.length > 2) && endings.has(ending),
  };
  const loose: Endings = {
    has: (ending) => ending !== "" && isShort && ending.length <= 2 && endings.has(ending),
  };
  const soft = softer[headword.slice(-1)];
  const rules: StemRule[] = [
    { stem: headword, endings: safe, kind },
    { stem: headword, endings: loose, kind, isUnsure: true },
  ];
  if (soft === undefined || headword.length < 3) return rules;
  const vowelFirst: Endings = { has: (ending) => /^[aıoueiöü]/u.test(ending) && endings.has(ending) };
  const stem = headword.slice(0, -1) + (headword.endsWith("nk") ? "g" : soft);
  return [...rules, { stem, endings: vowelFirst, kind, ...(headword.length < 4 ? { isUnsure: true } : {}) }];
}

function verbRules(headword: string): StemRule[] {
  const match = /^(.{2,})m[ae]k$/u.exec(headword);
  if (match === null) return [];
  const kind = "verb";
  const stem = match[1] ?? "";
  const rules: StemRule[] = [{ stem, endings: harmonic(verb, lastVowel(stem)), kind }];
  if (/[ae]$/u.test(stem))
    rules.push({
      stem: stem.slice(0, -1),
      endings: endingsLike("[ıiuü]yor(?:[dt]u|muş|sa)?(?:um|sun|uz|sunuz|lar|m|n|k|nuz)?"),
      kind,
    });
  if (/[aeiouöü]t$|[^r]t$/u.test(stem))
    rules.push({
      stem: `${stem.slice(0, -1)}d`,
      endings: {
        has: (ending) => /^[aıoueiöü]/u.test(ending) && harmonic(verb, lastVowel(stem)).has(ending),
      },
      kind,
    });
  // An imperative may also be a noun, as gelin is.
  rules.push({ stem, endings: harmonic("(?:y?In)?", lastVowel(stem)), kind, isUnsure: true });
  return rules;
}

const notVerbs = setOf(
  "ekmek çakmak parmak ırmak yemek kaymak yumak damak tokmak ilmek emek basamak mercimek",
);

function guess(headword: string): Kind {
  return /^.{2,}m[ae]k$/u.test(headword.toLowerCase()) && !notVerbs.has(headword.toLowerCase())
    ? "verb"
    : "unknown";
}

export const tr: Grammar = {
  articles: setOf("bir"),
  verbMarks: setOf(""),
  determiners: setOf(""),
  objectPronouns: setOf(""),
  pronouns: setOf(""),
  guess,
  noun: nounRules,
  verb: verbRules,
  adjective: nounRules,
};
