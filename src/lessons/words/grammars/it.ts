import { type Grammar, joined, type StemRule, setOf } from "../grammar.ts";

const single = "mi ti si ci vi lo la li le ne gli".split(" ");
const clitics = [
  ...single,
  ...joined(["me", "te", "ce", "ve", "se", "glie"], ["lo", "la", "li", "le", "ne"]),
];
const future = "ò ai à emo ete anno ei esti ebbe emmo este ebbero".split(" ");
const subjunctive = "ssi sse ssimo ste ssero".split(" ");
const imperfect = "vo vi va vamo vate vano".split(" ");
const adjectival = (participle: string) => ["o", "a", "i", "e"].map((vowel) => participle + vowel);
const paradigms = {
  are: [
    ..."o i a iamo ate ano ino iate ai asti ò ammo aste arono ando ante anti are".split(" "),
    ...joined(["a"], imperfect),
    ...joined(["er"], future),
    ...joined(["a"], subjunctive),
    ...adjectival("at"),
  ],
  ere: [
    ..."o i e iamo ete ono a ano iate ei esti é è ette emmo este erono ettero etti endo ente enti ere".split(
      " ",
    ),
    ...joined(["e"], imperfect),
    ...joined(["er"], future),
    ...joined(["e"], subjunctive),
    ...adjectival("ut"),
  ],
  ire: [
    ..."o i e iamo ite ono a ano iate isco isci isce iscono isca iscano ii isti ì immo iste irono endo ente enti ire".split(
      " ",
    ),
    ...joined(["i"], imperfect),
    ...joined(["ir"], future),
    ...joined(["i"], subjunctive),
    ...adjectival("it"),
  ],
};
type Conjugation = keyof typeof paradigms;
const notVerbs = setOf(
  "mare cuore fiore amore colore sapore dolore rumore odore calore sole padre madre pepe cane polvere genere potere dovere piacere carcere cenere volare altare militare popolare familiare solare particolare singolare regolare celebre cellulare",
);
const isInfinitive = /^(.{2,})([aei]r)(?:e|si)$/u;

function verb(headword: string): StemRule[] {
  const match = isInfinitive.exec(headword);
  if (match === null) return [];
  const [, stem = "", short = ""] = match;
  const conjugation = `${short}e` as Conjugation;
  const kind = "verb";
  const rules: StemRule[] = [{ stem, endings: new Set(paradigms[conjugation]), kind }];
  // An h keeps c and g hard; the i that made them soft is dropped.
  if (conjugation === "are" && /[cg]$/u.test(stem))
    rules.push({ stem: `${stem}h`, endings: new Set(paradigms.are), kind });
  if (conjugation === "are" && stem.endsWith("i"))
    rules.push({
      stem: stem.slice(0, -1),
      endings: new Set(["i", "iamo", "ino", "iate", ...joined(["er"], future)]),
      kind,
    });
  const gerund = conjugation === "are" ? "ando" : "endo";
  const bearing = [
    `${short}`,
    gerund,
    ...(conjugation === "are" ? ["a", "iamo", "ate", ...adjectival("at")] : ["i", "iamo", "ete", "ite"]),
  ];
  return [...rules, { stem, endings: new Set(joined(bearing, clitics)), kind, isPart: true }];
}

const plurals: readonly (readonly [RegExp, string])[] = [
  [/co$/u, "chi ci"],
  [/go$/u, "ghi gi"],
  [/ca$/u, "che chi"],
  [/ga$/u, "ghe ghi"],
  [/io$/u, "i ii"],
  [/([cg])ia$/u, "$1e $1ie"],
  [/ista$/u, "isti iste"],
  [/ma$/u, "mi me"],
  [/o$/u, "i"],
  [/a$/u, "e"],
  [/e$/u, "i"],
];

function noun(headword: string): StemRule[] {
  return inflected(headword, plurals, "noun");
}

const variants: readonly (readonly [RegExp, string])[] = [
  [/co$/u, "chi ci ca che"],
  [/go$/u, "ghi gi ga ghe"],
  [/io$/u, "i ia ie"],
  [/o$/u, "a i e"],
  [/tore$/u, "tori trice trici"],
  [/e$/u, "i"],
];

function adjective(headword: string): StemRule[] {
  return inflected(headword, variants, "adjective");
}

function inflected(headword: string, table: typeof plurals, kind: "noun" | "adjective"): StemRule[] {
  const rule = table.find(([pattern]) => pattern.test(headword));
  const match = rule?.[0].exec(headword);
  if (rule === undefined || match == null) return [];
  return [
    { stem: headword.slice(0, match.index), endings: setOf(rule[1].replaceAll("$1", match[1] ?? "")), kind },
  ];
}

const joints = joined(["de", "a", "ne", "su", "da"], ["l", "llo", "lla", "ll", "i", "gli", "lle"]);

export const it: Grammar = {
  articles: setOf("il lo la l i gli le un uno una"),
  verbMarks: setOf(""),
  determiners: new Set([
    ...joints,
    ...setOf(
      `due tre quattro cinque sei sette otto nove dieci cento il lo la l i gli le un uno una questo questa questi queste quest quel quello quella quelli quelle quell quei quegli mio mia miei mie
      tuo tua tuoi tue suo sua suoi sue nostro nostra nostri nostre vostro vostra ogni qualche al ai col molti molte altro altra`,
    ),
  ]),
  objectPronouns: setOf("lo la l li le gli"),
  pronouns: setOf("io tu lui lei noi voi si mi ti ci vi non che chi ne me te se ce"),
  beforeNoFinite: setOf("di d a in con su per tra fra è sono era erano"),
  nonFinite: new RegExp(`(?:[aei]re?|ndo|[aiu]t[oaie])(?:${single.join("|")})*$`, "u"),
  guess: (headword) => (isInfinitive.test(headword) && !notVerbs.has(headword) ? "verb" : "unknown"),
  noun,
  verb,
  adjective,
};
