import { changeVowel, type Grammar, joined, type StemRule, setOf } from "../grammar.ts";

const definite = "en et n t na ar or er r arna orna erna ena an".split(" ");
const aVerb = setOf("a ar ade at as ades ats ande ad ade -");
const otherVerb = setOf("a er te t ts des de d s es as ande - st ta da");

function genitives(endings: readonly string[]): string[] {
  return joined(endings, ["", "s"]);
}

function noun(headword: string): StemRule[] {
  const kind = "noun";
  if (headword.length < 2) return [];
  const rule = (stem: string, endings: readonly string[]): StemRule => ({
    stem,
    endings: new Set(genitives(endings)),
    kind,
  });
  const own: StemRule = { stem: headword, endings: setOf("s"), kind };
  if (headword.endsWith("a"))
    return [own, rule(headword.slice(0, -1), ["an", "or", "orna"]), rule(headword, ["t", "n", "r", "na"])];
  if (headword.endsWith("e"))
    return [
      own,
      rule(headword.slice(0, -1), ["en", "ar", "arna", "et", "er", "erna"]),
      rule(headword, ["n", "t", "na", "r"]),
    ];
  const rules = [own, rule(headword, definite)];
  const weak = /^(.*[aeiouyåäö].*[^aeiouyåäö])e([lrn])$/u.exec(headword);
  if (weak !== null) {
    const short = `${weak[1]}${weak[2]}`.replace(/mm(?=[lrn]$)/u, "m");
    rules.push(rule(short, ["ar", "arna", "en", "et", "er", "erna", "or"]));
  }
  if (/[aeiouyåäö][mn]$/u.test(headword))
    rules.push(rule(headword + headword.slice(-1), ["et", "en", "ar", "arna", "er", "erna", "or"]));
  const fronted = [
    changeVowel(headword, "a", "ä"),
    changeVowel(headword, "o", "ö"),
    changeVowel(headword, "å", "ä"),
  ];
  for (const one of fronted)
    if (one !== null) rules.push(rule(one, ["er", "erna"]), rule(one + one.slice(-1), ["er", "erna"]));
  return rules;
}

function verb(headword: string): StemRule[] {
  const kind = "verb";
  if (/^.+[^aeiouyåäö]a$/u.test(headword) || /^.+[iyeu]a$/u.test(headword)) {
    const stem = headword.slice(0, -1);
    const rules: StemRule[] = [{ stem, endings: new Set([...aVerb, ...otherVerb]), kind }];
    if (/([^aeiouyåäö])\1$/u.test(stem))
      rules.push({ stem: stem.slice(0, -1), endings: setOf("te t de d da - ts des ta"), kind });
    if (/nd$/u.test(stem)) rules.push({ stem: stem.slice(0, -1), endings: setOf("t ts"), kind });
    if (/d$/u.test(stem)) rules.push({ stem: stem.slice(0, -1), endings: setOf("tt"), kind });
    if (/[lr]$/u.test(stem)) rules.push({ stem, endings: setOf("-"), kind });
    return rules;
  }
  if (/^.+[åäöoye]$/u.test(headword))
    return [{ stem: headword, endings: setOf("- r dde tt s ddes tts ende dd dda"), kind }];
  return [];
}

function adjective(headword: string): StemRule[] {
  const kind = "adjective";
  if (headword.length < 2) return [];
  const compared = ["are", "ast", "aste"];
  const rules: StemRule[] = [{ stem: headword, endings: new Set(["t", "a", "e", ...compared]), kind }];
  const weak = /^(.*[^aeiouyåäö])e([lrn])$/u.exec(headword);
  if (weak !== null) {
    const short = `${weak[1]}${weak[2]}`.replace(/mm(?=[lrn]$)/u, "m");
    rules.push({ stem: short, endings: new Set(["a", "e", ...compared]), kind });
  }
  if (/en$/u.test(headword)) rules.push({ stem: headword.slice(0, -1), endings: setOf("t"), kind });
  if (/[aeiouyåäö]d$/u.test(headword))
    rules.push({ stem: headword.slice(0, -1), endings: setOf("tt"), kind });
  if (/[^aeiouyåäö]d$/u.test(headword))
    rules.push({ stem: headword.slice(0, -1), endings: setOf("t"), kind });
  if (/[aeiouyåäö]$/u.test(headword)) rules.push({ stem: headword, endings: setOf("tt"), kind });
  if (/nn$/u.test(headword)) rules.push({ stem: headword.slice(0, -1), endings: setOf("t"), kind });
  return rules;
}

export const sv: Grammar = {
  articles: setOf("en ett"),
  verbMarks: setOf("att"),
  determiners: setOf(
    `två tre fyra fem sex sju åtta nio tio hundra en ett den det min mitt mina din ditt dina sin sitt sina hans hennes deras vår vårt våra er ert era varje denna detta dessa någon något
    några ingen inga`,
  ),
  objectPronouns: setOf("den det er"),
  pronouns: setOf("jag du han hon vi ni man att"),
  reflexives: setOf("sig"),
  guess: () => "unknown",
  noun,
  verb,
  adjective,
  compounds: {
    joins: ["s", "e", "o", "u", "a"],
    prefixes: setOf(
      "an av be bi er fram för ge in mot o om på sam till und under upp ut vid å över miss van med efter hem",
    ),
    suffixes: setOf(
      "het heten heter ning ningen ningar skap lig liga ligt are aren arna isk dom else ande ende inna het",
    ),
  },
};
