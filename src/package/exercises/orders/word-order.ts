import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import { type Draft, fairShare } from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import { asShown, showsWord } from "../shown.ts";
import { isSmallWord } from "../small-words.ts";
import { inLowerCase, type Story } from "../story.ts";

const mostWords = 12;
const fewestItems = 2;

// One clause of words and single spaces that ends with a full stop: what is between commas or dashes could stand elsewhere.
const plain = /^(?:[\p{L}\p{M}\p{N}'’\u02bc-]+ )+[\p{L}\p{M}\p{N}'’\u02bc-]+\.$/u;

/**
 * Sentences to put together from their phrases, with the first phrase given: only sentences in which each other phrase can go in only one place.
 * Leaves out sentences that the sheet uses or that show one of its answers.
 */
export function wordOrder({ story, shown, chance, room, newFirst }: Draft): Exercise | null {
  const rules = rulesOf(story.language);
  if (rules === null) return null;
  const fit = story.sentences.flatMap((text, sentence) => {
    const isUsed = shown.sentences.has(sentence) || story.alike(sentence).length > 1;
    if (isUsed || !story.isNative(text)) return [];
    if (shown.answers.some((answer) => showsWord(asShown(text, story), answer))) return [];
    const phrases = phrasesOf(text, rules, story);
    return phrases === null ? [] : [{ sentence, phrases }];
  });
  const items = newFirst(chance.shuffle(fit), ({ sentence }) => sentence)
    .slice(0, fairShare(fit.length, room.wordOrder, fewestItems))
    .map(({ sentence, phrases: [first = "", ...rest] }): Item => {
      const parts = { before: first, cue: chance.disorder(rest), answer: rest.join(" "), after: "." };
      return itemOf({ ...parts, sentences: [sentence] });
    });
  return { kind: "word-order", choices: [], items };
}

/**
 * A sentence as its subject, its verb with what belongs to it, and the phrase of its one preposition. In the languages that have rules here, the last
 * two can't change places behind their subject. Null for every other sentence.
 */
function phrasesOf(
  sentence: string,
  { subjects, prepositions, small }: Rules,
  story: Story,
): string[] | null {
  if (!plain.test(sentence)) return null;
  const words = sentence.slice(0, -1).split(" ");
  const lower = words.map((word) => inLowerCase(word, story));
  const [first = "", ...rest] = lower;
  const isName = story.inside.has(words[0] ?? "") && !story.inside.has(first);
  if (words.length > mostWords || !(isName || subjects.has(first))) return null;
  const isKnown = (word: string) =>
    !isSmallWord(word, story.language) || small.has(word) || prepositions.has(word);
  const at = lower.findIndex((word) => prepositions.has(word));
  const isAlone = lower.every((word, index) => index <= at || !prepositions.has(word));
  if (!rest.every(isKnown) || at < 2 || !isAlone || at === words.length - 1) return null;
  return [words.slice(0, 1), words.slice(1, at), words.slice(at)].map((part) => part.join(" "));
}

interface Rules {
  readonly subjects: ReadonlySet<string>;
  /** What begins the last phrase. */
  readonly prepositions: ReadonlySet<string>;
  /** The other small words that the sentence may have: articles, pronouns, forms of the commonest verbs. */
  readonly small: ReadonlySet<string>;
}

// Languages whose sentences begin with their subject and go on with their verb.
const rows: Readonly<Record<string, readonly [subjects: string, prepositions: string, small: string]>> = {
  en: [
    "he she we they i you it",
    "in on at into under behind through from with to for over by outside inside",
    "a an the of his her its their my our your is are was were has had have",
  ],
  es: [
    "él ella ellos ellas nosotros yo tú",
    "en a al con por para sobre hacia desde bajo hasta detrás dentro",
    "el la los las un una unos unas de del su sus mi mis tu tus nuestra nuestro se me te le les lo nos es está están era eran son tiene ha hay muy",
  ],
  fr: [
    "il elle ils elles nous je tu on vous",
    "dans sur à au aux avec pour par chez vers sous derrière devant",
    "le la les l un une des de du d son sa ses mon ma mes ton ta tes notre votre leur leurs se s est sont était très",
  ],
  de: [
    "er sie wir ich ihr du es",
    "in im ins an am auf mit zu zum zur bei beim nach vor unter hinter neben über durch für gegen",
    "der die das dem den des ein eine einen einem einer eines sein seine seinen seinem ihr ihre ihren ihrem mein meine sich ist sind war waren hat hatte sehr",
  ],
  it: [
    "lui lei noi loro io tu",
    "in a al alla nel nella nei con per su sul sulla da dal dalla sotto dietro",
    "il lo la i gli le un una uno di del della sua suo mia mio nostra nostro tua tuo si è sono era ha hanno molto",
  ],
  pt: [
    "ele ela eles elas nós eu",
    "em no na nos nas a ao aos com por para sobre até sob pelo pela",
    "o os as um uma uns umas de do da dos das seu sua seus suas meu minha nosso nossa se é era está estão eram tem",
  ],
  nl: [
    "hij zij ze wij we ik",
    "in op aan met naar bij voor onder achter naast door over tegen",
    "de het een van zijn haar mijn hun ons onze is was heeft had",
  ],
  sv: [
    "han hon vi de jag",
    "i på med till från under bakom vid för över genom mot",
    "en ett den det sin sitt sina hans hennes min mitt är var har sig av",
  ],
};

const rules = new Map(
  Object.entries(rows).map(([code, row]): [string, Rules] => {
    const [subjects, prepositions, small] = row.map((words) => new Set(words.split(" ")));
    return [code, { subjects, prepositions, small } as Rules];
  }),
);

function rulesOf({ bcp47 }: Pick<LanguageFacts, "bcp47">): Rules | null {
  return rules.get(bcp47.split("-")[0] ?? "") ?? null;
}
