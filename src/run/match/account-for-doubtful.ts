import type { RunProblem, TextHint } from "../problem.ts";
import { cellOf } from "./bought-lessons.ts";
import { grouped } from "./grouped.ts";
import { KnownTopics } from "./known-topics.ts";
import type { LeftLesson } from "./left-lessons.ts";
import type { MatchedPlan } from "./match-lessons.ts";
import { foldTopic, wordTrigrams } from "./topic-text.ts";

/** Nobody reads questions about more texts at once. */
const textsMost = 20;

/** What the lessons of a text may be: no more than so many topics. */
const guessesMost = 3;

/** So alike a text must be to a topic's of today to speak for it. */
const clearLeast = 0.45;

/** By so much an id counts among guesses: where no text speaks for any topic, the one of the same id is the likeliest. */
const ownIdCounts = 0.1;

type Lesson = Omit<LeftLesson, "account">;

/** The lessons whose topic had one text last, in all languages and difficulties: what one line of `moved` is about. */
interface Asked {
  readonly text: string;
  readonly lessons: Lesson[];
}

/** A topic of today that some of these lessons may be. */
interface Guess {
  readonly of: Asked;
  readonly topicId: string;
  readonly topic: string;
  readonly isOwn: boolean;
  /** How alike the texts are. */
  alike: number;
  score: number;
}

/**
 * The problem that lessons are a job's by its id alone and may be another's, with the entries that settle it: for these lessons, and for all that are
 * left over, since each of those may be what another one is taken for. Null where there are none.
 */
export function problemOfDoubtful(
  plan: MatchedPlan,
): Extract<RunProblem, { code: "lessons_doubtful" }> | null {
  const { doubtful, edition, keys } = plan;
  if (doubtful.length === 0) return null;
  const asked = byText([...doubtful, ...plan.left.filter(({ account }) => account === null)]);
  const shown = asked.slice(0, textsMost);
  return {
    ...{ code: "lessons_doubtful", edition, keys, more: asked.length - shown.length },
    ids: doubtful.map(({ job, now, name, text }) => ({ job, now, name, text })),
    moved: hintsFor(shown, guessesFor(shown, plan)),
  };
}

function byText(lessons: readonly Lesson[]): Asked[] {
  const asked = new Map<string, Asked>();
  for (const lesson of lessons) {
    const text = foldTopic(lesson.text);
    const together = asked.get(text) ?? { text: lesson.text, lessons: [] };
    asked.set(text, together);
    together.lessons.push(lesson);
  }
  return [...asked.values()];
}

/** Every topic that has a job without a lesson of its own in the language and difficulty of one of them. */
function guessesFor(asked: readonly Asked[], { jobs, doubtful }: MatchedPlan): Guess[] {
  const held = new Set(doubtful.map(({ key }) => key));
  const open = jobs.filter(({ match, ledgerKey }) => match === null || held.has(ledgerKey));
  const byCell = grouped(open, ({ request }) => cellOf(request));
  const likenessTo = comparing(open.map(({ request }) => request.topic));
  return asked.flatMap((of) => {
    const guesses = new Map<string, Guess>();
    for (const { topicId: own, request, text } of of.lessons) {
      const [toLast, toAsked] = [likenessTo(text), likenessTo(request.topic)];
      for (const { topicId, request: now } of byCell.get(cellOf(request)) ?? []) {
        const isOwn = topicId === own;
        const alike = Math.max(toLast.get(now.topic) ?? 0, toAsked.get(now.topic) ?? 0);
        const guess = guesses.get(topicId) ?? { of, topicId, topic: now.topic, isOwn, alike: 0, score: 0 };
        guess.alike = Math.max(guess.alike, alike);
        guess.score = Math.max(guess.score, alike + (isOwn ? ownIdCounts : 0));
        guesses.set(topicId, guess);
      }
    }
    return [...guesses.values()];
  });
}

/** How alike a text is to each of these topics that it has anything in common with; each text is compared once. */
function comparing(texts: readonly string[]): (text: string) => ReadonlyMap<string, number> {
  const topics = [...new Set(texts)];
  const known = new KnownTopics(wordTrigrams);
  for (const topic of topics) known.add(topic);
  const compared = new Map<string, Map<string, number>>();
  return (text) => {
    const found = compared.get(text) ?? new Map<string, number>();
    if (compared.has(text)) return found;
    compared.set(text, found);
    known.eachAlike(text, 0, (number, alike) => found.set(topics[number] as string, alike));
    return found;
  };
}

/** First each text's guess of a plan that can be read as it is, the clearest first: a topic has the lessons of one text in a language at a difficulty. */
function hintsFor(asked: readonly Asked[], guesses: readonly Guess[]): TextHint[] {
  const clearest = guesses.toSorted((one, other) => other.score - one.score);
  const first = new Map<Asked, Guess>();
  const taken = new Set<string>();
  for (const guess of clearest) {
    const places = guess.of.lessons.map(({ request }) => `${guess.topicId} ${cellOf(request)}`);
    if (first.has(guess.of) || places.some((place) => taken.has(place))) continue;
    first.set(guess.of, guess);
    for (const place of places) taken.add(place);
  }
  return asked.map((of) => {
    const best = first.get(of);
    const others = clearest.filter((guess) => guess.of === of && guess !== best);
    const to = best === undefined ? [] : [best, ...others].slice(0, guessesMost);
    return {
      text: of.text,
      names: of.lessons.map(({ name }) => name),
      to: to.map(({ topicId: id, topic, isOwn }) => ({ id, topic, isOwn })),
      isClear: best !== undefined && best.alike >= clearLeast,
    };
  });
}
