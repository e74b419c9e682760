import type { Job } from "../plan/plan.ts";
import { alikeLeast, foldTopic, TextComparison } from "../plan/topic-text.ts";
import { grouped } from "../shared/grouped.ts";
import { recordComposition } from "./editions.ts";
import { factOf, type Lesson, lastTextOf, type PlannedLesson, purchaseOf, volumeOf } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { MoveHint, RemovalHint, RunNotice, RunProblem } from "./problem.ts";
import type { RunContext } from "./run-context.ts";
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
  /** Topics of an edition that was begun, of which the plan says something else by now: that comes with the next edition. */
  readonly later: readonly string[];
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
    later: plan.made?.edited ?? [],
  };
}

// The number at the end of a name distinguishes lessons with the same id; it is no move.
function isMoved({ job: { id }, match, recordName: { job: name } }: PlannedLesson): boolean {
  return match !== null && match !== "inherited" && name !== id && !name.startsWith(`${id}~`);
}

/**
 * The notices about edits before anything is bought. If the run would buy something new, lessons that the plan doesn't account for are a problem
 * instead of a notice.
 */
export function noticesOfEdits(
  { left, removed, excluded, moved, later }: Edits,
  { orders }: Pick<Work, "orders">,
): RunNotice[] {
  const gone = [...removed, ...excluded];
  return [
    ...(moved.length === 0 ? [] : [{ code: "lessons_moved" as const, jobs: moved }]),
    ...(gone.length === 0 ? [] : [{ code: "lessons_removed" as const, names: gone }]),
    ...(later.length === 0 ? [] : [{ code: "edits_for_later" as const, topics: later }]),
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

/** The problems of jobs that request exactly what was bought before and has since been replaced. */
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
 * Records the facts about the matches that the ledger doesn't yet contain, so that the next edit is compared with this plan. Records nothing while a
 * decision by the user is pending.
 */
export async function recordMatches(
  plan: MatchedPlan,
  { orders }: Pick<Work, "orders">,
  { journal }: Pick<RunContext, "journal">,
): Promise<void> {
  const isWaiting = orders.length > 0 && plan.left.some(({ account }) => account === null);
  if (isWaiting || plan.contradictions.length > 0) return;
  if (plan.news.some(({ type }) => type === "lesson.inherited")) await recordComposition(plan, journal);
  for (const event of plan.news) await journal.record(event);
}

/**
 * Rule 3: the plan doesn't account for some bought lessons. Lists them beside the jobs without a lesson, with the entries of `moved` and `removed` that
 * say which is which; null if there are none. Nothing of the edition is bought until they are accounted for, since a new purchase might repeat one of
 * them.
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
    removed: removalsFor(left, plan.jobs, movable),
  };
}

/** More suggestions than this at once go unread; the next run has the rest. */
const textsMost = 20;

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
}

/**
 * The topic without lessons that each text has most likely become. Together they form a valid plan: a topic takes the lessons of one text for
 * each language and difficulty.
 */
function movesFor(left: readonly Lesson[], open: readonly Job[]): MoveHint[] {
  const texts = [...grouped(left, (lesson) => foldTopic(lastTextOf(lesson))).values()].map(
    (lessons): SameText => ({ text: lastTextOf(lessons[0] as Lesson), lessons }),
  );
  const byVolume = grouped(open, ({ request }) => volumeOf(request));
  const comparison = new TextComparison();
  const guesses = texts.slice(0, textsMost).flatMap((of) => guessesFor(of, byVolume, comparison));
  const hints = new Map<SameText, MoveHint>();
  const taken = new Set<string>();
  for (const { of, id, topic, likeness } of guesses.sort((one, other) => other.likeness - one.likeness)) {
    const places = of.lessons.map((lesson) => `${id} ${volumeOf(purchaseOf(lesson).intended.request)}`);
    if (hints.has(of) || places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    const names = of.lessons.map(({ recordName }) => recordName.job);
    hints.set(of, { text: of.text, names, to: { id, topic }, isClear: likeness >= alikeLeast });
  }
  return texts.flatMap((of) => hints.get(of) ?? []);
}

/** Every topic with a job that lacks a lesson in the language and difficulty of one of these. */
function guessesFor(of: SameText, open: ReadonlyMap<string, readonly Job[]>, texts: TextComparison): Guess[] {
  const guesses = new Map<string, Guess>();
  for (const lesson of of.lessons) {
    for (const { topicId: id, request } of open.get(volumeOf(purchaseOf(lesson).intended.request)) ?? []) {
      const guess = guesses.get(id) ?? { of, id, topic: request.topic, likeness: 0 };
      const alike = lesson.texts.map((text) => texts.likeness(text, request.topic));
      guess.likeness = Math.max(guess.likeness, ...alike);
      guesses.set(id, guess);
    }
  }
  return [...guesses.values()];
}

/**
 * The fewest entries of `removed` that drop these lessons and match no job of the plan: whole languages and difficulties that it no longer has,
 * then texts; where another topic has the text, one story.
 */
function removalsFor(
  left: readonly Lesson[],
  jobs: readonly Job[],
  movable: ReadonlySet<string>,
): RemovalHint[] {
  const requests = jobs.map(({ request }) => request);
  const langs = new Set(requests.map(({ lang }) => lang));
  const difficulties = new Set(requests.map(({ difficulty }) => difficulty));
  const volumes = new Set(requests.map(volumeOf));
  const texts = new Set(requests.map(({ topic }) => foldTopic(topic)));
  const hints = new Map<string, RemovalHint>();
  for (const lesson of left) {
    const { lang, difficulty } = purchaseOf(lesson).intended.request;
    const text = lastTextOf(lesson);
    const rule = { lang: null, difficulty: null, text: null, story: null };
    const entry = !langs.has(lang)
      ? { ...rule, lang }
      : !difficulties.has(difficulty)
        ? { ...rule, difficulty }
        : !volumes.has(volumeOf({ lang, difficulty }))
          ? { ...rule, lang, difficulty }
          : texts.has(foldTopic(text))
            ? { ...rule, story: factOf(lesson).story }
            : { ...rule, text };
    const { job: name } = lesson.recordName;
    const known = hints.get(JSON.stringify(entry)) ?? { ...entry, names: [], isOnly: true };
    const names = [...known.names, name];
    hints.set(JSON.stringify(entry), { ...known, names, isOnly: known.isOnly && !movable.has(name) });
  }
  return [...hints.values()];
}
