import { hasSentenceEnds } from "../../../lessons/text/sentences.ts";
import type { Chance } from "../chance.ts";
import type { TrueFalse, TrueFalseItem } from "../exercise.ts";
import { asShown, type Shown, showsWord } from "../shown.ts";
import type { Story } from "../story.ts";
import type { Exchange, Exchanges } from "./exchange.ts";
import { undecidableIn } from "./undecidable-words.ts";

const fewestOfEach = 2;
const fewestWords = 5;
const mostCharacters = 160;

interface Statement {
  readonly item: TrueFalseItem;
  readonly sentence: number;
}

interface Choice {
  readonly shown: Shown;
  readonly chance: Chance;
  readonly most: number;
  /** The story's own, derived once for all of its sheets. */
  readonly exchanges: Exchanges;
}

/**
 * True statements, which are sentences of the story, and as many false ones, in which one word is exchanged for another of the story. Only
 * for languages whose `undecidableIn` is known. Null if fewer than two of each are possible.
 */
export function trueFalse(
  story: Story,
  { shown, chance, most, exchanges }: Choice,
): { exercise: TrueFalse; sentences: readonly number[] } | null {
  const fit = fitSentences(story, shown);
  const drawn = chance.shuffle(fit);
  const wrong: Statement[] = [];
  for (const sentence of drawn) {
    if (wrong.length >= most) break;
    const [exchange] = chance.shuffle(exchanges(sentence).filter((each) => isNew(each, wrong, story)));
    if (exchange !== undefined) wrong.push(falseStatement(exchange, sentence, story));
  }
  if (wrong.length < fewestOfEach) return null;
  const taken = new Set(wrong.map(({ sentence }) => sentence));
  const right = drawn
    .filter((sentence) => !taken.has(sentence))
    .filter((sentence) => !wrong.some(({ item }) => tellsOf(item.statement, sentence, story)))
    .slice(0, wrong.length)
    .map((sentence) => trueStatement(sentence, story));
  if (right.length < fewestOfEach) return null;
  const statements = [...wrong.slice(0, right.length), ...right].sort((a, b) => a.sentence - b.sentence);
  return {
    exercise: { kind: "true-false", items: statements.map(({ item }) => item) },
    sentences: statements.map(({ sentence }) => sentence),
  };
}

function falseStatement({ statement }: Exchange, sentence: number, story: Story): Statement {
  return { item: { statement, isTrue: false, answer: story.sentences[sentence] ?? "" }, sentence };
}

function trueStatement(sentence: number, { sentences }: Story): Statement {
  const answer = sentences[sentence] ?? "";
  return { item: { statement: answer, isTrue: true, answer }, sentence };
}

// Two false statements with the same words would give each other away.
function isNew({ was, is }: Exchange, others: readonly Statement[], story: Story): boolean {
  return !others.some(({ item }) =>
    [was, is].some((word) => showsWord(asShown(item.statement, story), asShown(word, story))),
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
