import { hasSentenceEnds } from "../../../lessons/text/sentences.ts";
import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import { type Draft, fairShare } from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import { asShown, type Shown, showsWord } from "../shown.ts";
import type { Story } from "../story.ts";
import type { Exchange } from "./exchange.ts";

const fewestOfEach = 2;
// To be left for the two later exercises of whole sentences, if the story has so many.
const sentencesOfLaterExercises = 16;
const fewestWords = 5;
const mostCharacters = 160;

const [isTrue, isFalse] = [0, 1];

/**
 * True statements, which are sentences of the story, and as many false ones, in which one expression is exchanged for another. Only for
 * languages whose `undecidableIn` is known. In the order of the story. Null if fewer than two of each are possible.
 */
export function trueFalse({
  story,
  shown,
  chance,
  room,
  verdicts,
  exchanges,
  newFirst,
}: Draft): Exercise | null {
  const left = story.sentences.length - shown.sentences.size - room.heard;
  const drawn = newFirst(chance.shuffle(fitSentences(story, shown)), (sentence) => sentence);
  const tellsAnswer = ({ is }: Exchange) =>
    shown.answers.some((answer) => showsWord(asShown(is, story), answer));
  const changed = drawn.flatMap((sentence) => {
    const made = exchanges(sentence).filter((each) => !tellsAnswer(each));
    return made.length === 0 ? [] : [{ sentence, made: chance.shuffle(made) }];
  });
  const isScarce =
    left < sentencesOfLaterExercises + room.statements * 2 || changed.length < fewestOfEach * 2;
  const share = isScarce ? fewestOfEach : fairShare(changed.length, room.statements, fewestOfEach);
  const most = Math.min(share, Math.floor(left / 2));
  const wrong: Item[] = [];
  for (const { sentence, made } of changed) {
    const exchange = made.find((each) => isNew(each, wrong, story));
    if (wrong.length < most && exchange !== undefined)
      wrong.push(statementOf(sentence, exchange.statement, story));
  }
  if (wrong.length < fewestOfEach) return null;
  const right = drawn
    .filter((sentence) => !wrong.some(({ sentences }) => sentences.includes(sentence)))
    .filter((sentence) => !wrong.some(({ before }) => tellsOf(before, sentence, story)))
    .slice(0, wrong.length)
    .map((sentence) => statementOf(sentence, null, story));
  if (right.length < fewestOfEach) return null;
  const items = [...wrong.slice(0, right.length), ...right];
  return {
    kind: "true-false",
    choices: verdicts,
    items: items.sort((a, b) => (a.sentences[0] ?? 0) - (b.sentences[0] ?? 0)),
  };
}

/** A sentence as a statement, or what makes it false. */
function statementOf(sentence: number, wrong: string | null, story: Story): Item {
  const answer = story.sentences[sentence] ?? "";
  const correct = wrong === null ? isTrue : isFalse;
  return itemOf({ before: wrong ?? answer, answer, correct, sentences: [sentence] });
}

// Two false statements with the same words would give each other away.
function isNew({ was, is }: Exchange, others: readonly Item[], story: Story): boolean {
  return !others.some(({ before }) =>
    [was, is].some((word) => showsWord(asShown(before, story), asShown(word, story))),
  );
}

// A true statement that differs from a false one by a single word shows which word is wrong.
function tellsOf(statement: string, sentence: number, story: Story): boolean {
  const words = new Set(asShown(statement, story).trim().split(" "));
  const own = asShown(story.sentences[sentence] ?? "", story)
    .trim()
    .split(" ");
  return own.filter((word) => !words.has(word)).length < 2;
}

/** Plain statements of the story that the sheet does not use yet: no questions, speech, negations or lists. */
function fitSentences(story: Story, shown: Shown): number[] {
  const { language, sentences } = story;
  const undecidable = undecidableIn(language);
  if (undecidable === null || !hasSentenceEnds(language)) return [];
  return sentences.flatMap((text, sentence) => {
    const words = story.folded[sentence] ?? [];
    const isFit =
      words.length >= fewestWords &&
      text.length <= mostCharacters &&
      isPlain(text) &&
      story.isNative(text) &&
      !words.some(undecidable) &&
      !shown.sentences.has(sentence) &&
      !story.headings.has(sentence) &&
      story.alike(sentence).length === 1 &&
      !shown.answers.some((answer) => showsWord(asShown(text, story), answer));
    return isFit ? [sentence] : [];
  });
}

function isPlain(text: string): boolean {
  return /^\p{L}[^?!…:;"“”„«»‘‚「『()–—]*\.$/u.test(text);
}

// Negations, conditions, comparisons, words for what another sentence names, and the like: if another word is put into such a sentence, nobody can tell whether
// it is false.
const rows: Readonly<Record<string, string>> = {
  en: "no not nor never nobody nothing none neither nowhere without if unless whether would could should might may maybe perhaps like as than or who what where when why how dreams dreamed dreamt imagines imagined only every each any all always another one ones",
  es: "no ni nunca jamás nadie nada ningún ninguno ninguna sin si tal vez quizá quizás acaso como que qué quién dónde cuándo cómo cuál sueña soñó sólo solo cada todo toda todos todas siempre o u más menos otro otra",
  fr: "ne n pas ni jamais personne rien aucun aucune sans si peut-être comme que qu qui quoi où quand comment quel quelle rêve rêva seulement chaque tout toute tous toutes toujours ou plus moins autre",
  de: "nicht nie niemals niemand nichts kein keine keinen keinem keiner keines ohne wenn falls ob vielleicht wohl würde könnte wie als wer was wo wann warum träumt träumte nur jede jeder jedes jeden alle immer oder weder noch sondern dass andere anderer anderes",
  it: "non né mai nessuno nessuna niente nulla senza se forse come che chi dove quando quale sogna sognò solo soltanto ogni tutto tutta tutti tutte sempre o più meno altro altra ne",
  pt: "não nem nunca jamais ninguém nada nenhum nenhuma sem se talvez como que quem onde quando qual sonha sonhou só apenas cada todo toda todos todas tudo sempre ou mais menos outro outra",
  nl: "niet nooit niemand niets geen zonder als indien of misschien wellicht zou zoals wie wat waar wanneer waarom droomt droomde alleen elke elk iedere ieder alle altijd noch dan dat er",
  sv: "inte ej aldrig ingen inget inga ingenting utan om kanske skulle som vem vad var när varför drömmer drömde bara varje alla alltid eller än att",
};

const sets = new Map(Object.entries(rows).map(([code, words]) => [code, new Set(words.split(" "))]));

/** A test for folded running words that make a sentence unsuitable for true or false; null for a language whose words are not known. */
function undecidableIn({ bcp47 }: Pick<LanguageFacts, "bcp47">): ((word: string) => boolean) | null {
  const set = sets.get(bcp47.split("-")[0] ?? "");
  if (set === undefined) return null;
  return (word) => set.has(word) || word.split(/['-]/u).some((part) => set.has(part)) || word.endsWith("n't");
}
