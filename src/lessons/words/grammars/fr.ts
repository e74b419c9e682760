import { changeVowel, type Grammar, type StemRule, setOf } from "../grammar.ts";

const imperfect = "ais ait ions iez aient";
const future = "ai as a ons ez ont ais ait ions iez aient";
const participle = (vowel: string) => [vowel, `${vowel}e`, `${vowel}s`, `${vowel}es`].join(" ");
const futures = (beginning: string) =>
  setOf(
    future
      .split(" ")
      .map((ending) => beginning + ending)
      .join(" "),
  );

// Endings of verbs in -er: with a sounded vowel, and silent ones, before which e becomes è.
const sounded = setOf(
  `ons ez er ai as a âmes âtes èrent ant ante antes ants ${imperfect} ${participle("é")} asse assent ât`,
);
const silent = setOf(`e es ent ${[...futures("er")].join(" ")}`);
const ir = setOf(
  `ir is it issons issez issent isse isses issant issais issait issions issiez issaient îmes îtes irent ${participle("i")} ${[...futures("ir")].join(" ")}`,
);
const shortIr = setOf(
  `ons ez ent e es ant ${imperfect} ir i ie is ies it irent ${[...futures("ir")].join(" ")}`,
);
const re = setOf(
  `re s - ons ez ent e es ant is it îmes îtes irent ${imperfect} ${participle("u")} ${[...futures("r")].join(" ")}`,
);
const notVerbs = setOf(
  `hiver mer fer hier papier premier dernier métier cahier clavier panier collier oreiller berger boulanger danger verger léger cher étranger
  escalier quartier janvier février courrier particulier entier régulier singulier familier sentier atelier chantier évier fermier pompier
  policier cuisinier ouvrier épicier banquier infirmier chevalier acier rosier pommier cerisier poirier calendrier dossier foyer loyer laser
  cancer amer enfer ver super mystère lumière plaisir désir avenir soir noir espoir miroir couloir trottoir tiroir mouchoir devoir pouvoir
  loisir saphir cuir souvenir livre lettre fenêtre arbre chambre ombre nombre octobre novembre décembre septembre montre rire père mère frère
  autre notre votre quatre contre entre centre ventre titre théâtre maître ministre membre sucre poudre tigre chèvre fièvre pauvre propre
  sombre libre rare dernière terre guerre verre pierre heure nature voiture couverture peinture culture figure mesure blessure histoire
  victoire mémoire gloire poire bruyère rivière matière manière colère bière cuillère frontière prière`,
);

function verb(headword: string): StemRule[] {
  const match = /^(.{2,})(er|ir|re)$/u.exec(headword);
  if (match === null) return [];
  const [, stem = "", ending = ""] = match;
  if (ending === "er") return firstGroup(stem);
  const kind = "verb";
  if (ending === "re") return [{ stem, endings: re, kind }];
  const rules: StemRule[] = [{ stem, endings: ir, kind }];
  if (/(?:rt|nt|rm|rv)$/u.test(stem))
    rules.push({ stem, endings: shortIr, kind }, { stem: stem.slice(0, -1), endings: setOf("s t"), kind });
  if (/[fv]r$/u.test(stem)) {
    rules.push({ stem, endings: setOf(`e es ons ez ent ant ${imperfect}`), kind });
    rules.push({ stem: stem.slice(0, -1), endings: setOf("ert erte erts ertes"), kind });
  }
  return rules;
}

function firstGroup(stem: string): StemRule[] {
  const kind = "verb";
  const rules: StemRule[] = [
    { stem, endings: setOf(`${[...sounded].join(" ")} ${[...silent].join(" ")}`), kind },
  ];
  if (stem.endsWith("g")) rules.push({ stem: `${stem}e`, endings: sounded, kind });
  if (stem.endsWith("c")) rules.push({ stem: `${stem.slice(0, -1)}ç`, endings: sounded, kind });
  if (stem.endsWith("y")) rules.push({ stem: `${stem.slice(0, -1)}i`, endings: silent, kind });
  if (/e[lt]$/u.test(stem)) rules.push({ stem: stem + stem.slice(-1), endings: silent, kind });
  const open =
    changeVowel(stem, "e", "è") ?? (/é[^aeiouéè]+$/u.test(stem) ? stem.replace(/é([^é]+)$/u, "è$1") : null);
  if (open !== null && /[^aeiouy]$/u.test(stem)) rules.push({ stem: open, endings: silent, kind });
  return rules;
}

function noun(headword: string): StemRule[] {
  const kind = "noun";
  if (/[sxz]$/u.test(headword)) return [];
  if (headword.endsWith("al")) return [{ stem: headword.slice(0, -2), endings: setOf("aux als"), kind }];
  if (/(?:eau|eu|ou)$/u.test(headword)) return [{ stem: headword, endings: setOf("x s"), kind }];
  if (/vail$/u.test(headword)) return [{ stem: headword.slice(0, -2), endings: setOf("ux"), kind }];
  return [{ stem: headword, endings: setOf("s"), kind }];
}

const feminines: readonly (readonly [RegExp, string])[] = [
  [/eux$/u, "euse euses"],
  [/teur$/u, "trice trices teuse teuses teurs"],
  [/eur$/u, "euse euses eure eures eurs"],
  [/eau$/u, "elle elles eaux"],
  [/f$/u, "ve ves fs"],
  [/er$/u, "ère ères ers"],
  [/c$/u, "che ches cs que ques"],
  [/et$/u, "ette ettes ète ètes ets"],
  [/([lns])$/u, "$1e $1es $1$1e $1$1es $1s"],
];

function adjective(headword: string): StemRule[] {
  const kind = "adjective";
  if (headword.endsWith("al")) return [{ stem: headword.slice(0, -2), endings: setOf("ale ales aux"), kind }];
  const rule = feminines.find(([pattern]) => pattern.test(headword));
  if (rule === undefined)
    return [{ stem: headword, endings: setOf(headword.endsWith("e") ? "s" : "e es s"), kind }];
  const match = rule[0].exec(headword);
  const endings = rule[1].replaceAll("$1", match?.[1] ?? "");
  return [{ stem: headword.slice(0, match?.index), endings: setOf(endings), kind }];
}

export const fr: Grammar = {
  articles: setOf("le la les l un une des du"),
  verbMarks: setOf("se s"),
  determiners: setOf(
    `deux trois quatre cinq six sept huit neuf dix cent le la les l un une des du au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs chaque quelques
    plusieurs d quel quelle`,
  ),
  objectPronouns: setOf("le la les l leur"),
  pronouns: setOf("je j tu il elle on ils elles nous vous ne n se s me m te t qui pas"),
  beforeNoFinite: setOf("de d à pour sans avec par dans sur sous chez est sont était étaient"),
  nonFinite: /(?:er|ir|re|oir|ant|ée?s?|ie?s?|ue?s?|erte?s?)$/u,
  guess: (headword) =>
    /^.{2,}(?:er|ir|re)$/u.test(headword) && !notVerbs.has(headword) ? "verb" : "unknown",
  noun,
  verb,
  adjective,
};
