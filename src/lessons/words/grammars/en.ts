import { type Grammar, type StemRule, setOf } from "../grammar.ts";

const vowelAndConsonant = /^[^aeiou]*[aeiou][^aeiouwxy]$/u;
// Words with stress on the last syllable, whose consonant doubles.
const doubled = setOf(
  "begin forget admit prefer refer occur permit submit regret commit control upset compel equip patrol",
);
const doubledEndings = /(?:el|al|il|ol)$/u;

function plain(headword: string, kind: "noun" | "verb"): StemRule[] {
  if (/(?:s|x|z|ch|sh)$/u.test(headword)) return [{ stem: headword, endings: setOf("es"), kind }];
  if (/[^aeiou]y$/u.test(headword)) return [{ stem: headword.slice(0, -1), endings: setOf("ies"), kind }];
  if (/[^aeiou]o$/u.test(headword)) return [{ stem: headword, endings: setOf("s es"), kind }];
  return [{ stem: headword, endings: setOf("s"), kind }];
}

function noun(headword: string): StemRule[] {
  const rules = plain(headword, "noun");
  const voiced = /^(.*(?:ea|oa|al|el|ol|ar|i))(?:f|fe)$/u.exec(headword)?.[1];
  if (voiced !== undefined) rules.push({ stem: voiced, endings: setOf("ves"), kind: "noun" });
  return headword.length < 3 ? [] : rules;
}

function verb(headword: string): StemRule[] {
  const kind = "verb";
  if (headword.length < 2) return [];
  return [
    ...plain(headword, kind),
    ...withEndings(headword, "ed", "ing").map(
      ([stem, ending]) => ({ stem, endings: setOf(ending), kind }) as const,
    ),
  ];
}

function adjective(headword: string): StemRule[] {
  return withEndings(headword, "er", "est").map(([stem, ending]) => ({
    stem,
    endings: setOf(ending),
    kind: "adjective",
  }));
}

/** A word before an ending that begins with a vowel: e is dropped, y becomes i, and a single consonant doubles. */
function withEndings(headword: string, one: string, other: string): [stem: string, endings: string][] {
  if (headword.endsWith("ie") && other === "ing")
    return [
      [headword, "d"],
      [headword.slice(0, -2), "ying"],
    ];
  if (headword.endsWith("ee")) return [[headword, `${one.slice(1)} ${other}`]];
  if (headword.endsWith("e")) return [[headword.slice(0, -1), `${one} ${other}`]];
  if (/[^aeiou]y$/u.test(headword)) {
    const stem = headword.slice(0, -1);
    return other === "ing"
      ? [
          [stem, "ied"],
          [headword, "ing"],
        ]
      : [[stem, "ier iest"]];
  }
  const last = headword.slice(-1);
  const mayDouble = doubledEndings.test(headword) && headword.length > 4;
  if (vowelAndConsonant.test(headword) || doubled.has(headword))
    return [[headword + last, `${one} ${other}`]];
  return [
    [headword, `${one} ${other}`],
    ...(mayDouble ? [[headword + last, `${one} ${other}`] as [string, string]] : []),
  ];
}

export const en: Grammar = {
  articles: setOf("a an the"),
  verbMarks: setOf("to"),
  determiners: setOf(
    "two three four five six seven eight nine ten the a an my your his its our their this these those each every some any no another",
  ),
  objectPronouns: setOf(""),
  pronouns: setOf("i he she we they who"),
  bareInfinitive: true,
  guess: () => "unknown",
  noun,
  verb,
  adjective,
};
