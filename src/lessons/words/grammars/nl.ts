import { type Grammar, joined, type StemRule, setOf } from "../grammar.ts";

const unseparated = /^(?:be|ver|ont|her|er|ge)(?=[^aeiou]+[aeiou]+[^aeiou]+[aeiou])/u;
const separable =
  /^(terug|samen|mee|weg|thuis|binnen|buiten|voorbij|neer|door|voor|over|onder|rond|open|dicht|vast|los|op|uit|aan|af|in|na|om|bij|toe)(?=.{4,}$)/u;
const mayStay = setOf("over onder om door voor");
const notVerbs = setOf(
  `boven beneden binnen buiten tussen naast tegen eigen open houten zilveren gouden wollen samen morgen gisteren zeven negen dertien weten moeten
  altijd keuken wagen regen deken tuinen molen jongen kussen varken teken haven bodem oven toren reden examen wapen laken kuiken`,
);

/** A stem as spelt without an ending: mak- becomes maak, zitt- zit, lev- leef, reiz- reis. */
function closed(stem: string): string {
  const single = /([^aeiou])\1$/u.test(stem) ? stem.slice(0, -1) : stem;
  const voiceless = single.replace(/v$/u, "f").replace(/z$/u, "s");
  const isOpen = single === stem && /(?:^|[^aeiou])[aeou][bcdfgklmnprstvz]$/u.test(stem);
  const isWeak = /.*[aeiou].*e[lmnr]$/u.test(stem);
  return isOpen && !isWeak ? voiceless.replace(/([aeou])(.)$/u, "$1$1$2") : voiceless;
}

/** A word as spelt before an ending with a vowel: boom becomes bom-, kat katt-, huis huiz-, brief briev-. */
function opened(word: string): string[] {
  const long = /^(.*)([aeou])\2([^aeiou])$/u.exec(word);
  if (long !== null) return voicedToo(`${long[1]}${long[2]}${long[3]}`);
  if (
    /(?:^|[^aeiou])[aeiou][bcdfgklmnprst]$/u.test(word) &&
    !/[aeiou].*[^aeiou]e[lmnr]$|(?:ig|elijk)$/u.test(word)
  )
    return [word + word.slice(-1), ...voicedToo(word)];
  return voicedToo(word);
}

function voicedToo(stem: string): string[] {
  if (stem.endsWith("f")) return [`${stem.slice(0, -1)}v`, stem];
  return stem.endsWith("s") ? [`${stem.slice(0, -1)}z`, stem] : [stem];
}

function verb(headword: string): StemRule[] {
  if (!/^.{2,}en$/u.test(headword)) return [];
  const prefix = separable.exec(headword)?.[1] ?? null;
  if (prefix === null) return whole(headword, "");
  const base = headword.slice(prefix.length);
  const apart = present(base).map((rule) => ({ ...rule, particle: prefix }));
  const attached = present(base).map((rule) => ({ ...rule, stem: prefix + rule.stem }));
  return [
    ...apart,
    ...attached,
    ...participles(base, prefix),
    ...(mayStay.has(prefix) ? whole(headword, "") : []),
  ];
}

function whole(infinitive: string, prefix: string): StemRule[] {
  return [...present(infinitive), ...participles(infinitive, prefix)];
}

function present(infinitive: string): StemRule[] {
  const stem = infinitive.slice(0, -2);
  const kind = "verb";
  return [
    { stem, endings: setOf("en end ende"), kind },
    {
      stem: closed(stem),
      endings: setOf(
        /t$/u.test(closed(stem)) ? "- te ten" : /d$/u.test(closed(stem)) ? "- t de den" : "- t te ten de den",
      ),
      kind,
    },
  ];
}

function participles(infinitive: string, prefix: string): StemRule[] {
  const stem = infinitive.slice(0, -2);
  const ge = unseparated.test(infinitive) ? "" : "ge";
  const own = closed(stem);
  const kind = "verb";
  return [
    { stem: prefix + ge + own, endings: setOf(/[td]$/u.test(own) ? "- e" : "t d te de"), kind },
    { stem: `${prefix}${ge}${stem}`, endings: setOf("en e"), kind },
  ];
}

function noun(headword: string): StemRule[] {
  const kind = "noun";
  if (headword.length < 3) return [];
  const small = ["je", "tje", "pje", "kje", "etje"];
  const rules: StemRule[] = [
    { stem: headword, endings: new Set(["s", ...small, ...joined(small, ["s"])]), kind },
  ];
  if (headword.endsWith("heid")) rules.push({ stem: headword.slice(0, -3), endings: setOf("eden"), kind });
  else if (headword.endsWith("e")) rules.push({ stem: headword, endings: setOf("n"), kind });
  else if (/(?:ie|ee)$/u.test(headword)) rules.push({ stem: headword, endings: setOf("ën"), kind });
  else for (const stem of opened(headword)) rules.push({ stem, endings: setOf("en eren"), kind });
  const last = headword.slice(-1);
  if (/[^aeiou][aeiou][bglmnprt]$/u.test(headword))
    rules.push({ stem: headword + last, endings: setOf("etje etjes"), kind });
  return rules;
}

function adjective(headword: string): StemRule[] {
  const kind = "adjective";
  if (headword.length < 3 || headword.endsWith("e")) return [];
  const rules: StemRule[] = opened(headword).map((stem) => ({ stem, endings: setOf("e er ere"), kind }));
  rules.push({
    stem: headword,
    endings: setOf(
      headword.endsWith("s") ? "t te" : headword.endsWith("r") ? "s st ste der dere" : "s st ste",
    ),
    kind,
  });
  return rules;
}

export const nl: Grammar = {
  articles: setOf("de het een"),
  verbMarks: setOf("zich"),
  determiners: setOf(
    "twee drie vier vijf zes zeven acht negen tien honderd de het een deze die dit mijn jouw je zijn haar ons onze hun uw elke elk iedere geen veel",
  ),
  objectPronouns: setOf("het haar"),
  pronouns: setOf("ik jij hij wij we zij ze men"),
  bareInfinitive: true,
  guess: (headword) => (/^.{2,}en$/u.test(headword) && !notVerbs.has(headword) ? "verb" : "unknown"),
  noun,
  verb,
  adjective,
  compounds: {
    joins: ["s", "en", "e", "n"],
    prefixes: setOf(
      "aan achter af be bij door ge her in mee mis na om on onder ont op over te toe tegen terug uit ver voor weg wan oer hoofd",
    ),
    suffixes: setOf(
      "heid ing ingen schap lijk baar loos achtig er ers ster tje tjes je jes pje nis zaam in innen ij erij",
    ),
  },
};
