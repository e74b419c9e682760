import type { Job, Removal } from "../plan/plan.ts";
import { grouped } from "../shared/grouped.ts";
import {
  factOf,
  type Lesson,
  lastTextOf,
  type PlannedLesson,
  purchaseOf,
  topicOf,
  volumeOf,
} from "./lesson.ts";
import { alikeLeast, type MatchedPlan } from "./match.ts";
import type { MoveHint, RemovalHint, RunNotice, RunProblem } from "./problem.ts";
import type { RunContext } from "./run-context.ts";
import { foldTopic, TextComparison } from "./topic-text.ts";
import type { Work } from "./work.ts";

/** The effect of a plan's edits on the lessons of its edition. Lessons without a job are given by their ledger name. */
export interface Edits {
  /** Jobs that nothing was bought for. */
  readonly new: readonly string[];
  /** Jobs that keep a story of a different request, each with its current story as `--replace` takes it. */
  readonly changed: Work["changed"];
  /** Jobs whose lesson was bought under another id. */
  readonly moved: readonly { readonly job: string; readonly was: string }[];
  readonly removed: readonly string[];
  readonly excluded: readonly string[];
  /** Lessons that the plan doesn't account for: they block new purchases. */
  readonly left: readonly string[];
  /** The comparison with the edition that this one is based on; null: it is based on none. */
  readonly basis: MatchedPlan["basis"];
}

/** Summarizes how a plan differs from what was bought. */
export function editsOf(plan: MatchedPlan, { changed }: Pick<Work, "changed">): Edits {
  const leftBy = (account: Lesson["account"]): string[] =>
    plan.left.filter((lesson) => lesson.account === account).map(({ recordName }) => recordName.job);
  return {
    new: plan.lessons.filter(({ match }) => match === null).map(({ job }) => job.id),
    changed,
    moved: plan.lessons.filter(isMoved).map(({ job, recordName }) => ({ job: job.id, was: recordName.job })),
    removed: leftBy("removed"),
    excluded: leftBy("excluded"),
    left: leftBy(null),
    basis: plan.basis,
  };
}

// The number at the end of a name distinguishes lessons with the same id; it is no move.
function isMoved({ job: { id }, match, recordName: { job: name } }: PlannedLesson): boolean {
  return match !== null && match !== "inherited" && name !== id && !name.startsWith(`${id}~`);
}

/** The notices about edits before anything is bought. Left lessons are a problem instead if something new is to be bought. */
export function noticesOfEdits(
  { left, removed, excluded, moved }: Edits,
  { orders }: Pick<Work, "orders">,
): RunNotice[] {
  const gone = [...removed, ...excluded];
  return [
    ...(moved.length === 0 ? [] : [{ code: "lessons_moved" as const, jobs: moved }]),
    ...(gone.length === 0 ? [] : [{ code: "lessons_removed" as const, names: gone }]),
    ...(left.length === 0 || orders.length > 0 ? [] : [{ code: "lessons_left_over" as const, names: left }]),
  ];
}

/** The problems that stop a run from buying: contradictions, lessons without a job, and jobs whose exact request was already bought. */
export function problemsOfEdits(
  plan: MatchedPlan,
  { orders, blocked }: Pick<Work, "orders" | "blocked">,
): RunProblem[] {
  const isWaiting = orders.length > 0 && plan.contradictions.length === 0;
  const left = isWaiting ? problemOfLeft(plan) : null;
  return [...plan.contradictions, ...(left === null ? [] : [left]), ...problemsOfBlocked(plan, blocked)];
}

/** The problems that jobs request exactly what was bought before and has been replaced since. */
export function problemsOfBlocked(
  { jobs }: Pick<MatchedPlan, "jobs">,
  blocked: Work["blocked"],
): RunProblem[] {
  const isLast = blocked.length === jobs.length;
  return blocked.map(({ lesson: { job }, before }) => {
    return { code: "request_bought", isLast, place: job.place, job: job.id, ...before };
  });
}

/**
 * Records what the ledger doesn't say of the matches yet, so that the next edit is compared with this plan. Records nothing while the user has
 * to decide.
 */
export async function recordMatches(
  plan: MatchedPlan,
  { orders }: Pick<Work, "orders">,
  { journal }: Pick<RunContext, "journal">,
): Promise<void> {
  const isWaiting = orders.length > 0 && plan.left.some(({ account }) => account === null);
  if (isWaiting || plan.contradictions.length > 0) return;
  for (const event of plan.news) await journal.record(event);
}

/**
 * Rule 3: the plan doesn't account for some bought lessons. Lists them beside the jobs without a lesson, with the entries of `moved` and
 * `removed` that say which is which; null if there are none. Nothing of the edition is bought until then, since it might be one of them.
 */
export function problemOfLeft(plan: MatchedPlan): Extract<RunProblem, { code: "lessons_left" }> | null {
  const left = plan.left.filter(({ account }) => account === null);
  if (left.length === 0) return null;
  const open = plan.lessons.flatMap(({ job, match }) => (match === null ? [job] : []));
  const moved = movesFor(left, open);
  const movable = new Set(moved.flatMap(({ names }) => names));
  return {
    code: "lessons_left",
    edition: plan.edition,
    keys: plan.keys,
    left: left.map(factOf),
    jobs: open.map(({ id, request }) => ({ job: id, topic: request.topic })),
    moved,
    removed: removalsFor(left, plan, movable),
  };
}

/** More suggestions than this at once go unread; the next run has the rest. */
const textsMost = 20;

/** The most topics suggested for the lessons of one text. */
const guessesMost = 3;

/** The weight of an equal id in a guess: where no text says more, the topic with the same id is the likeliest. */
const sameIdCounts = 0.1;

/** The lessons whose topic last had the same text, in all languages and difficulties: one entry of `moved` covers them. */
interface SameText {
  readonly text: string;
  readonly lessons: readonly Lesson[];
}

interface Guess {
  readonly of: SameText;
  readonly id: string;
  readonly topic: string;
  likeness: number;
  score: number;
}

/**
 * The topics without lessons that each text may have become, the likeliest first. The first ones, taken together, form a valid plan: a topic
 * takes the lessons of one text for each language and difficulty.
 */
function movesFor(left: readonly Lesson[], open: readonly Job[]): MoveHint[] {
  const texts = [...grouped(left, (lesson) => foldTopic(lastTextOf(lesson))).values()].map(
    (lessons): SameText => ({ text: lastTextOf(lessons[0] as Lesson), lessons }),
  );
  const byVolume = grouped(open, ({ request }) => volumeOf(request));
  const comparison = new TextComparison();
  const guesses = texts.slice(0, textsMost).flatMap((of) => guessesFor(of, byVolume, comparison));
  const clearest = guesses.toSorted((one, other) => other.score - one.score);
  const first = new Map<SameText, Guess>();
  const taken = new Set<string>();
  for (const guess of clearest) {
    const places = guess.of.lessons.map(
      (lesson) => `${guess.id} ${volumeOf(purchaseOf(lesson).intended.request)}`,
    );
    if (first.has(guess.of) || places.some((place) => taken.has(place))) continue;
    first.set(guess.of, guess);
    for (const place of places) taken.add(place);
  }
  return texts.flatMap((of): MoveHint[] => {
    const best = first.get(of);
    const others = clearest.filter((guess) => guess.of === of && guess !== best);
    const to = [...(best === undefined ? [] : [best]), ...others].slice(0, guessesMost);
    if (to.length === 0) return [];
    const isClear = best !== undefined && best.likeness >= alikeLeast;
    return [
      { text: of.text, names: namesOf(of.lessons), to: to.map(({ id, topic }) => ({ id, topic })), isClear },
    ];
  });
}

function namesOf(lessons: readonly Lesson[]): string[] {
  return lessons.map(({ recordName }) => recordName.job);
}

/** Every topic with a job that lacks a lesson in the language and difficulty of one of these. */
function guessesFor(of: SameText, open: ReadonlyMap<string, readonly Job[]>, texts: TextComparison): Guess[] {
  const guesses = new Map<string, Guess>();
  for (const lesson of of.lessons) {
    for (const { topicId: id, request } of open.get(volumeOf(purchaseOf(lesson).intended.request)) ?? []) {
      const guess = guesses.get(id) ?? { of, id, topic: request.topic, likeness: 0, score: 0 };
      const likeness = Math.max(...lesson.texts.map((text) => texts.likeness(text, request.topic)));
      guess.likeness = Math.max(guess.likeness, likeness);
      guess.score = Math.max(guess.score, likeness + (topicOf(lesson.address) === id ? sameIdCounts : 0));
      guesses.set(id, guess);
    }
  }
  return [...guesses.values()];
}

type Rule = Omit<Removal, "settings" | "place">;
const anyLesson: Rule = { topic: null, lang: null, difficulty: null, story: null, text: null };

/**
 * The fewest entries of `removed` that drop these lessons and match no job of the plan: whole topics, then whole languages and difficulties,
 * then parts of topics; where the id is another topic's now, the lesson's text or story.
 */
function removalsFor(
  left: readonly Lesson[],
  { jobs, lessons, excluded }: MatchedPlan,
  movable: ReadonlySet<string>,
): RemovalHint[] {
  // A topic whose jobs are all excluded still occupies its id.
  const topics = excluded.map(({ topicId: topic }) => ({ ...anyLesson, topic }));
  const matching = jobs.flatMap((job) => rulesFor(job.topicId, job.request));
  const planned = new Set([...matching, ...topics].map(keyOf));
  const isAnother = anotherTopicOfToday(lessons);
  const texts = new Set(jobs.map(({ request }) => foldTopic(request.topic)));
  const hints = new Map<string, { rule: Rule; names: string[]; isOnly: boolean }>();
  for (const lesson of left) {
    const { job: name } = lesson.recordName;
    const { request } = purchaseOf(lesson).intended;
    const [text, topicId] = [lastTextOf(lesson), topicOf(lesson.address)];
    const byText = texts.has(foldTopic(text)) ? [] : [{ ...anyLesson, text }];
    const free = [...rulesFor(topicId, request), ...byText].find(
      (rule) => !planned.has(keyOf(rule)) && (rule.topic === null || !isAnother(lesson)),
    );
    const rule = free ?? { ...anyLesson, story: factOf(lesson).story };
    const hint = hints.get(keyOf(rule)) ?? { rule, names: [], isOnly: true };
    hint.names.push(name);
    hint.isOnly = hint.isOnly && !movable.has(name);
    hints.set(keyOf(rule), hint);
  }
  return [...hints.values()].map(({ rule, ...hint }) => ({ ...rule, ...hint }));
}

/** Whether another topic of the current plan has the id that a lesson's topic had: an entry that used the id would refer to that other topic. */
function anotherTopicOfToday(lessons: readonly PlannedLesson[]): (lesson: Lesson) => boolean {
  const ofToday = new Set<string>();
  const kept = new Set<string>();
  for (const { job, recordName, match } of lessons) {
    const { topicId, request } = job;
    ofToday.add(topicId);
    kept.add(`${topicId} ${foldTopic(request.topic)}`);
    if (match !== null && topicOf(recordName.job) === topicId) kept.add(topicId);
  }
  return (lesson) => {
    const id = topicOf(lesson.address);
    return ofToday.has(id) && !kept.has(id) && !kept.has(`${id} ${foldTopic(lastTextOf(lesson))}`);
  };
}

/** The rules that match a lesson by its topic, language and difficulty, the widest first. */
function rulesFor(topic: string, { lang, difficulty }: { lang: string; difficulty: number }): Rule[] {
  return [
    { topic },
    { lang },
    { difficulty },
    { topic, lang },
    { topic, difficulty },
    { topic, lang, difficulty },
  ].map((rule) => ({ ...anyLesson, ...rule }));
}

function keyOf({ topic, lang, difficulty, story, text }: Rule): string {
  return JSON.stringify([topic, lang, difficulty, story, text === null ? null : foldTopic(text)]);
}
