import { changeVowel, type Grammar, joined, type StemRule, setOf, withAcute } from "../grammar.ts";

const clitics = "me te se lo la los las le les nos os".split(" ");
const enclitics = [
  ...clitics,
  ...joined(["me", "te", "se", "nos", "os"], ["lo", "la", "los", "las", "le", "les", "me", "nos"]),
];

const stressed = { ar: "o as a an e es en", er: "o es e en a as an", ir: "o es e en a as an" };
// Endings by their first vowel, because letters of the stem change before e and i.
const rest = {
  ar: `amos áis emos éis ar é aste ó asteis aron aba abas ábamos abais aban aré arás ará aremos aréis arán aría arías aríamos
    aríais arían ara aras áramos arais aran ase ases ásemos aseis asen ando ado ada ados adas ad`,
  er: `emos éis amos áis er í iste ió imos isteis ieron ía ías íamos íais ían eré erás erá eremos eréis erán ería erías eríamos
    eríais erían iera ieras iéramos ierais ieran iese ieses iésemos ieseis iesen iendo ido ida idos idas ed`,
  ir: `imos ís amos áis ir í iste ió isteis ieron ía ías íamos íais ían iré irás irá iremos iréis irán iría irías iríamos
    iríais irían iera ieras iéramos ierais ieran iese ieses iésemos ieseis iesen iendo ido ida idos idas id`,
};
// In the preterite and the forms derived from it, the i of these verbs becomes y, as in leyó.
const glide = /[aeiouy]$/u;
const gerund = { ar: "ándo", er: "iéndo", ir: "iéndo" };
const notVerbs = setOf(
  `lugar hogar mar par bar mujer familiar popular solar lunar escolar particular similar singular pilar collar taller placer
  alquiler ayer alfiler altar celular militar ejemplar circular nuclear muscular espectacular dólar azúcar cáncer carácter pomar telar
  olivar titular auxiliar peculiar vulgar cualquier primer tercer poder deber`,
);
type Conjugation = keyof typeof stressed;

function verb(headword: string): StemRule[] {
  const match = /^(.{2,})([aei]r|ír)(?:se)?$/u.exec(headword);
  if (match === null) return [];
  const [, stem = "", ending = ""] = match;
  const conjugation = (ending === "ír" ? "ir" : ending) as Conjugation;
  return [...stemsOf(stem, conjugation), ...withPronouns(stem, conjugation)];
}

function stemsOf(stem: string, conjugation: Conjugation): StemRule[] {
  const kind = "verb";
  const strong = setOf(stressed[conjugation]);
  const all = setOf(`${stressed[conjugation]} ${rest[conjugation]}`);
  const rules: StemRule[] = [{ stem, endings: all, kind }];
  for (const [from, to] of [
    ["e", "ie"],
    ["o", "ue"],
    ["u", "ue"],
    ...(conjugation === "ir" ? [["e", "i"]] : []),
  ]) {
    const changed = changeVowel(stem, from ?? "", to ?? "");
    if (changed === null || (from === "u" && stem !== "jug")) continue;
    for (const one of [changed, respelt(changed, conjugation)])
      if (one !== null) rules.push({ stem: one, endings: strong, kind });
  }
  if (conjugation === "ir") {
    const weak = changeVowel(stem, "e", "i") ?? changeVowel(stem, "o", "u");
    if (weak !== null)
      rules.push({
        stem: weak,
        endings: setOf("ió ieron iendo iera ieras iéramos ieran iese ieses iesen amos áis"),
        kind,
      });
  }
  const respelled = respelt(stem, conjugation);
  if (respelled !== null) rules.push({ stem: respelled, endings: all, kind });
  if (conjugation !== "ar" && /[aeo]c$/u.test(stem))
    rules.push({ stem: `${stem.slice(0, -1)}zc`, endings: setOf("o a as amos áis an"), kind });
  if (/[^gq]u$/u.test(stem) && conjugation === "ir")
    rules.push({ stem: `${stem}y`, endings: setOf("o es e en a as amos an ó eron endo era eran"), kind });
  if (conjugation !== "ar" && glide.test(stem)) {
    rules.push({
      stem,
      endings: setOf("yó yeron yendo yera yeras yeran yese yeses yesen ímos íste ísteis ído ída ídos ídas"),
      kind,
    });
  }
  if (/[ui]$/u.test(stem)) rules.push({ stem: withAcute(stem), endings: strong, kind });
  return rules;
}

/** The stem as spelt before the other vowels: busqu-, llegu-, empiec-, coj-. */
function respelt(stem: string, conjugation: Conjugation): string | null {
  const changes =
    conjugation === "ar"
      ? ([
          ["c", "qu"],
          ["gu", "gü"],
          ["g", "gu"],
          ["z", "c"],
        ] as const)
      : ([
          ["gu", "g"],
          ["qu", "c"],
          ["g", "j"],
          ["c", "z"],
        ] as const);
  const change = changes.find(([from]) => stem.endsWith(from));
  return change === undefined ? null : stem.slice(0, -change[0].length) + change[1];
}

function withPronouns(stem: string, conjugation: Conjugation): StemRule[] {
  const kind = "verb";
  const accented = { ar: "ár", er: "ér", ir: "ír" }[conjugation];
  const pairs = enclitics.filter((one) => one.length > 3);
  const long = [
    ...joined([conjugation], enclitics),
    ...joined([accented], pairs),
    ...joined([gerund[conjugation]], enclitics),
  ];
  const vowels = conjugation === "ar" ? ["a", "e", "en"] : ["e", "a", "an"];
  const stems = [
    stem,
    changeVowel(stem, "e", "ie"),
    changeVowel(stem, "o", "ue"),
    conjugation === "ir" ? changeVowel(stem, "e", "i") : null,
  ];
  return [
    { stem, endings: new Set(long), kind, isPart: true },
    ...stems
      .filter((one) => one !== null)
      .map(
        (one): StemRule => ({
          stem: withAcute(one),
          endings: new Set(joined(vowels, enclitics)),
          kind,
          isPart: true,
        }),
      ),
  ];
}

function noun(headword: string): StemRule[] {
  const kind = "noun";
  if (/z$/u.test(headword)) return [{ stem: headword.slice(0, -1), endings: setOf("ces"), kind }];
  const accented = /^(.+)([áéíóú])([ns])$/u.exec(headword);
  if (accented !== null) {
    const [, start = "", vowel = "", end = ""] = accented;
    return [{ stem: start + vowel.normalize("NFD").charAt(0) + end, endings: setOf("es"), kind }];
  }
  if (/[aeiouáéó]$/u.test(headword)) return [{ stem: headword, endings: setOf("s"), kind }];
  if (/en$/u.test(headword))
    return [
      { stem: withAcute(headword.slice(0, -2)), endings: setOf("enes"), kind },
      { stem: headword, endings: setOf("es"), kind },
    ];
  return /[^s]$/u.test(headword) || headword.length < 5
    ? [{ stem: headword, endings: setOf("es"), kind }]
    : [];
}

function adjective(headword: string): StemRule[] {
  const kind = "adjective";
  const rules = noun(headword).map((rule) => ({ ...rule, kind }) as const);
  if (headword.endsWith("o")) return [{ stem: headword.slice(0, -1), endings: setOf("os a as"), kind }];
  const or = /^(.+)(?:or|és|ón|án|ín)$/u.exec(headword);
  if (or !== null) {
    const plain = headword.normalize("NFD").replace(/\u0301/gu, "");
    return [...rules, { stem: plain, endings: setOf("a as"), kind }];
  }
  return rules;
}

export const es: Grammar = {
  articles: setOf("el la los las un una unos unas"),
  verbMarks: setOf(""),
  determiners: setOf(
    `dos tres cuatro cinco seis siete ocho nueve diez cien el la los las un una unos unas este esta estos estas ese esa esos esas aquel aquella aquellos aquellas mi mis tu tus su sus
    nuestro nuestra nuestros nuestras del al cada otro otra otros otras algún alguna ningún ninguna mucho mucha muchos muchas poco`,
  ),
  objectPronouns: setOf("la los las"),
  pronouns: setOf(
    "yo tú ella ellos ellas usted ustedes nosotros nosotras se me te nos os no que quien si cuando",
  ),
  beforeNoFinite: setOf(
    "de en con por para sin sobre a desde hasta entre es está son están era eran estaba estaban fue",
  ),
  nonFinite: new RegExp(`(?:[aeiáéí]r|ndo|[ai]d[oa]s?)(?:${clitics.join("|")})*$`, "u"),
  guess: (headword) =>
    /^.{2,}(?:[aei]r|ír)(?:se)?$/u.test(headword) && !notVerbs.has(headword) ? "verb" : "unknown",
  noun,
  verb,
  adjective,
};
