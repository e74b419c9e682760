import { changeVowel, type Grammar, joined, type Kind, type StemRule, setOf } from "../grammar.ts";

const adjectival = "e er en em es".split(" ");
const nounEndings = setOf("e en n er ern s es ens nen se sen");
const changedEndings = setOf("- e er ern en n");
const compared = ["er", "st", "est"];
const regular = "e st t est et en te test ten tet ete etest eten etet end".split(" ");
const verbEndings = new Set([...regular, ...joined(["end"], adjectival)]);
const participleEndings = new Set([...joined(["t", "et", "en"], ["", ...adjectival])]);
const unseparated =
  /^(?:be|ver|er|ent|emp|ge|zer|miss)(?=[^aeiouäöüy]+[aeiouäöüy]+[^aeiouäöüy]+[aeiouäöüy])/u;
const separable =
  /^(zurück|zusammen|heraus|hinaus|herein|hinein|vorbei|weiter|wieder|herum|statt|nieder|fern|fest|fort|heim|teil|vor|her|hin|los|mit|nach|weg|auf|aus|bei|ein|ab|an|zu|um|durch|über|unter)(?=.{4,}$)/u;
// Verbs with these prefixes are separable or inseparable, so both are tried.
const mayStay = setOf("durch über um unter wieder");
const notVerbs = setOf(
  `gestern morgen zwischen neben gegen wegen oben unten hinten vorn außen innen selten offen trocken eigen modern golden zufrieden verschieden
  zusammen sondern besonders vergangen gern extern intern hölzern seiden wollen einen sieben zehn drüben draußen willkommen erwachsen betrunken
  verboten geschlossen gebrochen geboren angenehm allein hier immer sehr`,
);

function verb(headword: string): StemRule[] {
  const match = /^(.{2,}?)(e?n)$/u.exec(headword);
  if (match === null || headword.length < 4) return [];
  const prefix = separable.exec(headword)?.[1] ?? null;
  if (prefix === null) return whole(headword, "");
  const base = headword.slice(prefix.length);
  const order: StemRule = { stem: stemOf(base), endings: setOf("-"), kind: "verb" };
  const apart = [...present(base), order].map((rule) => ({ ...rule, particle: prefix }));
  const attached = present(base).map((rule) => ({ ...rule, stem: prefix + rule.stem }));
  const zu: StemRule = { stem: `${prefix}zu${base}`, endings: setOf("-"), kind: "verb" };
  return [
    ...apart,
    ...attached,
    ...participles(base, prefix),
    zu,
    ...(mayStay.has(prefix) ? whole(headword, "") : []),
  ];
}

function whole(headword: string, prefix: string): StemRule[] {
  return [...present(headword), ...participles(headword, prefix)];
}

function stemOf(infinitive: string): string {
  return infinitive.replace(/(?<=e[lr])n$|en$/u, "");
}

function present(infinitive: string): StemRule[] {
  const kind = "verb";
  const stem = stemOf(infinitive);
  const rules: StemRule[] = [
    { stem: infinitive, endings: setOf("-"), kind },
    { stem, endings: verbEndings, kind },
  ];
  if (/e[lr]$/u.test(stem))
    rules.push(
      { stem: stem.slice(0, -2) + stem.slice(-1), endings: setOf("e"), kind },
      { stem, endings: setOf("n"), kind },
    );
  const changed = [
    changeVowel(stem, "a", "ä"),
    /[^aäei]e[^aeiou]+$/u.test(stem) ? changeVowel(stem, "e", "i") : null,
    /[^aäei]e[^aeiou]+$/u.test(stem) ? changeVowel(stem, "e", "ie") : null,
  ];
  const diphthong = /^(.*)au([^aeiou]*)$/u.exec(stem);
  if (diphthong !== null) changed.push(`${diphthong[1]}äu${diphthong[2]}`);
  for (const one of changed)
    if (one !== null) rules.push({ stem: one, endings: setOf(/[td]$/u.test(one) ? "st t -" : "st t"), kind });
  return rules;
}

function participles(infinitive: string, prefix: string): StemRule[] {
  const kind = "verb";
  const stem = stemOf(infinitive);
  if (unseparated.test(infinitive) || stem.endsWith("ier"))
    return [{ stem: prefix + stem, endings: participleEndings, kind }];
  return [{ stem: `${prefix}ge${stem}`, endings: participleEndings, kind }];
}

function umlaut(headword: string): string | null {
  const diphthong = /^(.*)(?:au)([^aeiouäöü]*(?:e[lrn])?)$/u.exec(headword);
  if (diphthong !== null) return `${diphthong[1]}äu${diphthong[2]}`;
  const match = /^(.*)([aou])([^aeiouäöü]+(?:e[lrn])?)$/u.exec(headword);
  if (match === null) return null;
  return (match[1] ?? "") + ({ a: "ä", o: "ö", u: "ü" }[match[2] ?? ""] ?? "") + (match[3] ?? "");
}

function noun(headword: string): StemRule[] {
  const kind = "noun";
  if (headword.length < 2) return [];
  if (headword.length < 3) return [{ stem: headword, endings: setOf("er ern es s"), kind }];
  if (/(?:heit|keit|ung|schaft|tät|ion)$/u.test(headword))
    return [{ stem: headword, endings: setOf("en"), kind }];
  if (headword.endsWith("e")) return [{ stem: headword, endings: setOf("n s ns"), kind }];
  const rules: StemRule[] = [
    { stem: headword, endings: headword.endsWith("nis") ? setOf("se sen ses") : nounEndings, kind },
  ];
  if (/(?:um|us|a)$/u.test(headword))
    rules.push({ stem: headword.replace(/(?:um|us|a)$/u, ""), endings: setOf("en"), kind });
  const changed = umlaut(headword);
  if (changed !== null) rules.push({ stem: changed, endings: changedEndings, kind });
  return rules;
}

function adjective(headword: string): StemRule[] {
  const kind = "adjective";
  if (headword.length < 3) return [];
  const stem = headword.replace(/e$/u, "");
  const all = new Set([...adjectival, ...compared, ...joined(compared, adjectival)]);
  const rules: StemRule[] = [{ stem, endings: all, kind }];
  if (/(?:el|euer|auer)$/u.test(stem))
    rules.push({
      stem: stem.slice(0, -2) + stem.slice(-1),
      endings: new Set([...adjectival, "er", ...joined(["er"], adjectival)]),
      kind,
    });
  const changed = stem.length < 6 ? umlaut(stem) : null;
  if (changed !== null)
    rules.push({ stem: changed, endings: new Set([...compared, ...joined(compared, adjectival)]), kind });
  return rules;
}

function guess(headword: string): Kind {
  if (/^\p{Lu}/u.test(headword)) return "noun";
  if (/.{2,}(?:en|eln|ern)$/u.test(headword) && !notVerbs.has(headword)) return "verb";
  return "adjective";
}

export const de: Grammar = {
  articles: setOf("der die das ein eine den dem des"),
  verbMarks: setOf("sich etwas jemanden jemandem etw jdn jdm"),
  determiners: setOf(""),
  objectPronouns: setOf(""),
  pronouns: setOf(""),
  nounsAreCapital: true,
  guess,
  noun,
  verb,
  adjective,
  compounds: {
    joins: ["s", "es", "n", "en", "er", "e"],
    prefixes: setOf(
      `ab an auf aus be bei durch ein ent er fort ge gegen her hin in los miss mit nach neben ober über um un unter ur ver vor weg wider wieder
      zer zu zurück zwischen erz haupt gesamt rück bevor`,
    ),
    ends: setOf(
      `amt arbeit bahn baum bild blume brief buch bus chef dach ecke fenster feld frau garten geld glas halle haus hof kind kiste kleid koffer laden
      lampe leiter licht mann meister musik nacht name park platz regen reise saal sand schiff schlüssel schrank schuh schule see sonne spiel stadt
      stein straße stück stuhl stunde tag tasche teller tisch tor treppe tuch tür turm uhr wagen wald wand wasser weg wein wetter wind zeit zimmer zug`,
    ),
    suffixes: setOf(
      "schaft heit keit ung ungen chen lein ling nis tum erin erinnen innen lich isch haft ler ner ist isten ismus ität ion erei",
    ),
  },
};
