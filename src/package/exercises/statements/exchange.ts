import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import { asShown, showsWord } from "../shown.ts";
import { isSmallWord } from "../small-words.ts";
import { runningWordsOf, type Story } from "../story.ts";

/** A sentence with one expression exchanged for another one. */
export interface Exchange {
  readonly statement: string;
  readonly was: string;
  readonly is: string;
}

/** The ways to make a sentence false, by the sentence's index. */
export type Exchanges = (sentence: number) => Exchange[];

const fewestLetters = 4;
// A word that occurs in more sentences than this is not characteristic of one.
const mostSentencesOfATellingWord = 0.15;
const fewestOfThem = 2;

/**
 * Finds the ways to make a sentence false: a number, a colour, a time, a place or the like is exchanged for another of the same group, which
 * no sentence of the story contains together with any other characteristic word of the sentence being changed.
 */
export function exchangesOf(story: Story): Exchanges {
  const groups = groupsOf(story.language);
  const bare = story.folded.map((words) => words.map(withoutElision));
  const tells = tellingWords(bare, story);
  const isToldWith = (expression: string, words: readonly string[]) =>
    story.sentences.some(
      (text, at) =>
        showsWord(asShown(text, story), asShown(expression, story)) &&
        bare[at]?.some((word) => words.some((each) => sharesStem(each, word))),
    );
  const exchangesIn = (text: string, folds: readonly string[]) =>
    groups.flatMap((group): Exchange[] => {
      const [found, another] = text.matchAll(group.pattern);
      // Beside another one of its group, as in `from the first to the last`, none can be exchanged.
      if (found === undefined || another !== undefined) return [];
      const [was] = found;
      const [before, after] = [text.slice(0, found.index), text.slice(found.index + was.length)];
      const ownWords = new Set(asShown(was, story).trim().split(" "));
      const rest = folds.filter((word) => !ownWords.has(word) && tells(word));
      if (rest.length === 0 || !group.exchanged.test(was) || belongsTogether(before, after)) return [];
      return group.members
        .filter((is) => is !== was && capital(is) !== was && !isToldWith(is, rest))
        .map((is) => ({ was, is, statement: before + (found.index === 0 ? capital(is) : is) + after }))
        .filter(({ statement }) => !story.hasSentence(statement));
    });
  // Each version asks for them anew.
  const known = new Map<number, Exchange[]>();
  return (sentence) => {
    const made = known.get(sentence) ?? exchangesIn(story.sentences[sentence] ?? "", bare[sentence] ?? []);
    known.set(sentence, made);
    return made;
  };
}

// What belongs to the noun before or behind such a word, as in `la parada del autobús`.
const belonging = new Set(
  "of de del d du des di della dell dei do da dos van von vom der des av til for".split(" "),
);

function belongsTogether(before: string, after: string): boolean {
  const beside = [runningWordsOf(before).at(-1), runningWordsOf(after)[0]];
  return beside.some((word) => word !== undefined && belonging.has(word.text.toLowerCase()));
}

function withoutElision(word: string): string {
  return word.replace(/^(?:[cdjlmnst]|qu|un|dell|nell|all|sull)'/u, "");
}

const sharedLetters = 4;

// Inflected forms of a word usually begin alike.
export function sharesStem(one: string, other: string): boolean {
  return (
    one === other ||
    (one.length >= sharedLetters && one.slice(0, sharedLetters) === other.slice(0, sharedLetters))
  );
}

function tellingWords(folds: readonly (readonly string[])[], story: Story): (word: string) => boolean {
  const counts = new Map<string, number>();
  for (const words of folds) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(fewestOfThem, folds.length * mostSentencesOfATellingWord);
  return (word) =>
    word.length >= fewestLetters && !isSmallWord(word, story.language) && (counts.get(word) ?? 0) <= most;
}

interface Group {
  readonly members: readonly string[];
  /** Finds any of them, also at the beginning of a sentence. */
  readonly pattern: RegExp;
  /** What can be exchanged for another one. */
  readonly exchanged: RegExp;
}

// Expressions that exclude each other and fit where another one of them stands, whatever is around it: a group has them between bars, with the endings that all
// of them take. Before the sign `>` stands what can be exchanged, behind it what for. None that has a second meaning, as French `neuf` and German `weiß`.
const rows: Readonly<Record<string, string>> = {
  en: "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve; twenty|thirty|forty|fifty; sixty|seventy|eighty|ninety; Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday; red|blue|green|yellow|brown; the morning|the afternoon|the evening; next spring|next summer|next winter; the spring|the summer|the autumn|the winter; the first|the last; a small|a big; is empty>is full; was empty>was full; is open|is closed; was open|was closed; slowly>quickly; grandmother|mother|sister; grandfather|father|brother; dog|cat; tea|coffee|milk; in the kitchen|in the library|in the church|in the station; in the garden|in the park; under a>on a; under the>on the; is raining>is snowing",
  es: "dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce; veinte|treinta|cuarenta|cincuenta; sesenta|setenta|ochenta|noventa; lunes|martes|miércoles|jueves|viernes|sábado|domingo; roj|amarill +o +a +os +as; verde|azul|gris; verdes|azules|grises; la mañana|la tarde|la noche; verano|otoño|invierno; la primera|la última; las primeras|las últimas; el primer|el último; los primeros|los últimos; vací>llen +o +a +os +as; está abiert|está cerrad +o +a; estaba abiert|estaba cerrad +o +a; despacio>deprisa; abuela|madre|hermana|tía; abuelo|padre|hermano|tío; perro|gato; en la cocina|en la escuela|en la iglesia|en la biblioteca|en la panadería; en el jardín|en el parque; en el mercado|en el restaurante; en el tren|en el autobús; debajo de>encima de; llueve>nieva",
  fr: "deux|trois|quatre|cinq|six|sept|huit|dix|onze|douze; vingt|trente|quarante|cinquante|soixante; lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche; bleu|vert + +e +s +es; rouge|jaune + +s; le matin|le soir; le premier|le dernier; la première|la dernière; les premiers|les derniers; les premières|les dernières; un petit|un grand; le petit|le grand; une petite|une grande; la petite|la grande; est ouvert|est fermé + +e; était ouvert|était fermé + +e; lentement>vite; grand-mère|mère|sœur|tante; grand-père|père|frère; chien|chat; thé|lait; dans la cuisine|dans la bibliothèque|dans la cave|dans la gare; dans le jardin|dans le parc; dans le train|dans le bus; sous un>sur un; sous une>sur une; sous le>sur le; sous la>sur la; pleut>neige",
  de: "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf; zwanzig|dreißig|vierzig|fünfzig; sechzig|siebzig|achtzig|neunzig; Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag; rot|blau|grün|gelb|braun + +e +en +er +es +em; am Morgen|am Nachmittag|am Abend; diesem Morgen|diesem Abend; nächsten Morgen|nächsten Abend; Frühling|Sommer|Herbst|Winter; erst|letzt +e +en; klein|groß + +e +en +er +es +em; leer>voll; ist offen|ist geschlossen; war offen|war geschlossen; langsam>schnell; Großmutter|Mutter|Schwester|Tante; Großvater|Vater|Bruder|Onkel; Hund|Esel; Tee|Kaffee; in der Küche|in der Schule|in der Kirche|in der Bibliothek|in der Bäckerei; im Garten|im Park; im Zug|im Bus; im Keller|im Kino; unter dem>auf dem; unter der>auf der; unter einem>auf einem; unter einer>auf einer; regnet>schneit",
  it: "due|tre|quattro|cinque|sette|nove|dieci|dodici; venti|trenta|quaranta|cinquanta; sessanta|settanta|novanta; lunedì|martedì|mercoledì|giovedì|venerdì|sabato; ross|giall +o +a +i +e; la mattina|la sera|la notte; la prima|la seconda; il primo|il secondo; i primi|gli ultimi; piccola>grande; piccolo>grande; piccole>grandi; piccoli>grandi; vuot>pien +o +a +i +e; è apert|è chius +o +a; era apert|era chius +o +a; lentamente>velocemente; nonna|madre|sorella|zia; nonno|padre|fratello; cane|gatto; in cucina|in biblioteca|in chiesa; sotto un>sopra un; sotto una>sopra una; sotto il>sopra il; sotto la>sopra la; piove>nevica",
  pt: "três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze; vinte|trinta|quarenta|cinquenta; sessenta|setenta|oitenta|noventa; segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira; sábado|domingo; vermelh|amarel +o +a +os +as; verde|azul; verdes|azuis; a manhã|a tarde|a noite; da manhã|da tarde|da noite; verão|outono|inverno; a primeira|a última; o primeiro|o último; as primeiras|as últimas; os primeiros|os últimos; pequena>grande; pequeno>grande; pequenas>grandes; pequenos>grandes; vazi>chei +o +a +os +as; está abert|está fechad +o +a; estava abert|estava fechad +o +a; devagar>depressa; avó|mãe|irmã|tia; avô|pai|irmão|tio; cão|gato; chá|leite; na cozinha|na escola|na igreja|na biblioteca; no jardim|no parque; debaixo de>em cima de; chove>neva",
  nl: "twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf; twintig|dertig|veertig|vijftig; zestig|zeventig|tachtig|negentig; maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag; rood|blauw|groen|geel|bruin; rode|blauwe|groene|gele|bruine; de ochtend|de middag|de avond; volgende ochtend|volgende avond; lente|zomer|herfst|winter; de eerste|de laatste; klein|groot; kleine|grote; leeg>vol; lege>volle; is open|is dicht; langzaam>snel; oma|moeder|zus|tante; opa|vader|broer|oom; hond|kat; thee|koffie|melk; in de keuken|in de kerk|in de bibliotheek; onder een>op een; onder de>op de; onder het>op het; regent>sneeuwt",
  sv: "två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv; tjugo|trettio|fyrtio|femtio; sextio|sjuttio|åttio|nittio; måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag; röd|grön|gul|vit; röda|gröna|gula|vita; rött|grönt|gult|vitt; på morgonen|på eftermiddagen|på kvällen; liten|stor; litet|stort; små>stora; lilla>stora; tom>full; tomt>fullt; tomma>fulla; långsamt>snabbt; mormor|mor|syster|moster; morfar|far|bror; hund|katt + +en; kaffe|te; i köket|i skolan|i kyrkan; i trädgården|i parken; regnar>snöar",
};

const groups = new Map(Object.entries(rows).map(([code, row]) => [code, row.split("; ").flatMap(readGroup)]));

function groupsOf({ bcp47 }: LanguageFacts): readonly Group[] {
  return groups.get(bcp47.split("-", 1)[0] ?? "") ?? [];
}

function readGroup(written: string): Group[] {
  const [stems = "", ...endings] = written.split(/ \+/u);
  return (endings.length === 0 ? [""] : endings).map((ending) => {
    const [exchanged = [], others = []] = stems
      .split(">")
      .map((some) => some.split("|").map((stem) => stem + ending));
    const members = [...exchanged, ...others];
    const anyOf = (some: readonly string[]) => some.flatMap((each) => [each, `^${capital(each)}`]).join("|");
    return {
      members,
      pattern: new RegExp(
        `(?<![\\p{L}\\p{M}\\p{N}'’-])(?:${anyOf(members)})(?![\\p{L}\\p{M}\\p{N}'’-])`,
        "gu",
      ),
      exchanged: new RegExp(`^(?:${anyOf(exchanged)})$`, "u"),
    };
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
