import { changeVowel, type Grammar, joined, type StemRule, setOf } from "../grammar.ts";

const future = "ei ás á emos eis ão ia ias íamos íeis iam".split(" ");
const personal = ["", "es", "mos", "des", "em"];
const participles = (vowel: string) => ["o", "a", "os", "as"].map((end) => `${vowel}d${end}`);
const paradigms = {
  ar: [
    ..."o as a amos ais am ei aste ou ámos astes aram ava avas ávamos áveis avam e es emos eis em".split(" "),
    ..."asse asses ássemos assem ara aras áramos ando".split(" "),
    ...joined(["ar"], [...future, ...personal]),
    ...participles("a"),
  ],
  er: [
    ..."o es e emos eis em i este eu estes eram ia ias íamos íeis iam a as amos ais am".split(" "),
    ..."esse esses êssemos essem era eras êramos endo".split(" "),
    ...joined(["er"], [...future, ...personal]),
    ...participles("i"),
  ],
  ir: [
    ..."o es e imos is em i iste iu istes iram ia ias íamos íeis iam a as amos ais am".split(" "),
    ..."isse isses íssemos issem ira iras íramos indo".split(" "),
    ...joined(["ir"], [...future, ...personal]),
    ...participles("i"),
  ],
};
type Conjugation = keyof typeof paradigms;
// The infinitive drops its r before -lo: comprá-lo.
const bearing = { ar: "á", er: "ê", ir: "i" };
const first = setOf("o a as amos am");
const notVerbs = setOf(
  "mar lar bar par lugar luar mulher colher popular familiar particular solar lunar escolar regular similar militar altar jantar açúcar qualquer prazer talher elixir celular exemplar pilar",
);
const isInfinitive = /^(.{2,})([aei]r)(?:-se)?$/u;

function verb(headword: string): StemRule[] {
  const match = isInfinitive.exec(headword);
  if (match === null) return [];
  const [, stem = "", ending = ""] = match;
  const conjugation = ending as Conjugation;
  const kind = "verb";
  const all = new Set(paradigms[conjugation]);
  const rules: StemRule[] = [
    { stem, endings: all, kind },
    { stem, endings: setOf(bearing[conjugation]), kind, isPart: true },
  ];
  const changes =
    conjugation === "ar"
      ? ([
          ["ç", "c"],
          ["c", "qu"],
          ["g", "gu"],
        ] as const)
      : ([
          ["gu", "g"],
          ["c", "ç"],
          ["g", "j"],
        ] as const);
  const change = changes.find(([from]) => stem.endsWith(from));
  if (change !== undefined)
    rules.push({ stem: stem.slice(0, -change[0].length) + change[1], endings: all, kind });
  if (conjugation === "ar" && stem.endsWith("e"))
    rules.push({ stem: `${stem}i`, endings: setOf("o as a am e es em"), kind });
  if (conjugation === "ir") {
    const high = changeVowel(stem, "e", "i") ?? changeVowel(stem, "o", "u");
    if (high !== null) rules.push({ stem: high, endings: first, kind });
  }
  if (conjugation === "ir" && /[aeu]$/u.test(stem))
    rules.push({ stem, endings: setOf("í íste íram ía íam ísse ído ída í-"), kind });
  return rules;
}

const plurals: readonly (readonly [RegExp, string])[] = [
  [/ão$/u, "ões ães ãos"],
  [/m$/u, "ns"],
  [/al$/u, "ais"],
  [/el$/u, "éis eis"],
  [/ol$/u, "óis"],
  [/ul$/u, "uis"],
  [/il$/u, "is eis"],
  [/ês$/u, "eses"],
  [/([rz])$/u, "$1es"],
  [/[sx]$/u, ""],
  [/([aeiouáéíóúãâêô])$/u, "$1s"],
];

function noun(headword: string): StemRule[] {
  return inflected(headword, plurals, "noun");
}

const variants: readonly (readonly [RegExp, string])[] = [
  [/ão$/u, "ã ãs ões"],
  [/eu$/u, "eia eias eus"],
  [/o$/u, "a os as"],
  [/or$/u, "ora oras ores"],
  [/ês$/u, "esa esas eses"],
];

function adjective(headword: string): StemRule[] {
  const own = inflected(headword, variants, "adjective");
  return own.length > 0 ? own : inflected(headword, plurals, "adjective");
}

function inflected(headword: string, table: typeof plurals, kind: "noun" | "adjective"): StemRule[] {
  const rule = table.find(([pattern]) => pattern.test(headword));
  const match = rule?.[0].exec(headword);
  if (rule === undefined || match == null || rule[1] === "") return [];
  return [
    { stem: headword.slice(0, match.index), endings: setOf(rule[1].replaceAll("$1", match[1] ?? "")), kind },
  ];
}

export const pt: Grammar = {
  articles: setOf("o a os as um uma uns umas"),
  verbMarks: setOf(""),
  determiners: setOf(
    `dois duas três quatro cinco seis sete oito nove dez cem o a os as um uma uns umas este esta estes estas esse essa esses essas aquele aquela aqueles aquelas meu minha meus minhas teu tua seu
    sua seus suas nosso nossa nossos nossas do da dos das no na nos nas ao à aos às pelo pela pelos pelas num numa cada outro outra muitos muitas`,
  ),
  objectPronouns: setOf("o a os as"),
  pronouns: setOf("eu tu ele ela eles elas nós você vocês se me te lhe lhes não que quem"),
  beforeNoFinite: setOf("de em com por para sem sobre até desde é está são estão era eram estava"),
  nonFinite: /(?:[aei]r|[áêi]|ndo|[ai]d[oa]s?|r(?:es|mos|em))$/u,
  reflexives: setOf("se"),
  guess: (headword) => (isInfinitive.test(headword) && !notVerbs.has(headword) ? "verb" : "unknown"),
  noun,
  verb,
  adjective,
};
