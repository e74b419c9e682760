import { grouped } from "../../shared/grouped.ts";
import type { RunProblem, TextHint } from "../problem.ts";
import { recordKey } from "../record-name.ts";
import { cellOf, type DescribedLesson } from "./bought-lessons.ts";
import { KnownTopics } from "./known-topics.ts";
import type { MatchedPlan } from "./match-lessons.ts";
import { foldTopic, wordTrigrams } from "./topic-text.ts";

/** More questions than this at once go unread. */
const textsMost = 20;

/** The most topics suggested for the lessons of one text. */
const guessesMost = 3;

/** The least likeness at which a text speaks for a current topic. */
const clearLeast = 0.45;

/** The weight of an equal id in a guess: if no text speaks for any topic, the one with the same id is the likeliest. */
const ownIdCounts = 0.1;

/** The lessons whose topic last had the same text, in all languages and difficulties: one entry of `moved` covers them. */
interface Asked {
  readonly text: string;
  readonly lessons: DescribedLesson[];
}

/** A current topic that some of these lessons may belong to. */
interface Guess {
  readonly of: Asked;
  readonly topicId: string;
  readonly topic: string;
  readonly isOwn: boolean;
  alike: number;
  score: number;
}

/**
 * The problem that lessons belong to a job by its id alone and may be another's, with entries that settle it both for them and for the
 * left-over lessons, which they may be confused with. Null if there are none.
 */
export function problemOfDoubtful(
  plan: MatchedPlan,
): Extract<RunProblem, { code: "lessons_doubtful" }> | null {
  const { doubtful, edition, keys } = plan;
  if (doubtful.length === 0) return null;
  const asked = byText([...doubtful, ...plan.left.filter(({ account }) => account === null)]);
  const shown = asked.slice(0, textsMost);
  return {
    code: "lessons_doubtful",
    edition,
    keys,
    more: asked.length - shown.length,
    ids: doubtful.map(({ job, now, name, text }) => ({ job, now, name, text })),
    moved: hintsFor(shown, guessesFor(shown, plan)),
  };
}

function byText(lessons: readonly DescribedLesson[]): Asked[] {
  const asked = new Map<string, Asked>();
  for (const lesson of lessons) {
    const text = foldTopic(lesson.text);
    const together = asked.get(text) ?? { text: lesson.text, lessons: [] };
    asked.set(text, together);
    together.lessons.push(lesson);
  }
  return [...asked.values()];
}

/** Every topic with a job that lacks a lesson of its own in the language and difficulty of one of these. */
function guessesFor(asked: readonly Asked[], { jobs, doubtful }: MatchedPlan): Guess[] {
  const held = new Set(doubtful.map(({ key }) => key));
  const open = jobs.filter(({ match, recordName }) => match === null || held.has(recordKey(recordName)));
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

/** The likeness of a text to each topic that it shares anything with; each text is compared once. */
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

/**
 * Hints whose first guesses, taken together, form a valid plan, the clearest first: a topic takes the lessons of one text per language and
 * difficulty.
 */
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
