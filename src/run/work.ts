import { isAbsent, isOpen, statusesOf } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { Job } from "../plan/plan.ts";
import { alikeLeast, foldTopic, TextComparison } from "../plan/topic-text.ts";
import { grouped } from "../shared/grouped.ts";
import { recordComposition } from "./editions.ts";
import {
  type FollowedStory,
  factOf,
  idToReplace,
  judgeReplacements,
  type Lesson,
  lastTextOf,
  type Match,
  mayRecover,
  type Order,
  type PlannedLesson,
  purchaseOf,
  type Replacement,
  volumeOf,
  volumeOfLesson,
} from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { MoveHint, RemovalHint, RunNotice, RunProblem, StoryNow } from "./problem.ts";
import { holdBack } from "./reviews.ts";

export type Work = ReturnType<typeof divideWork>;

interface Selection {
  readonly lessons: readonly PlannedLesson[];
  /** Each names the story that it replaces (`refuseWrongReplacements`). */
  readonly replace: readonly Replacement[];
}

export function divideWork(plan: MatchedPlan, { lessons, replace }: Selection, state: LedgerState) {
  const orders: Order[] = [];
  const blocked: Extract<RunProblem, { code: "request_bought" }>[] = [];
  const bought = requestsOf(plan.edition, state);
  const toFollow: FollowedStory[] = [];
  const changed: PlannedLesson[] = [];
  const { due, made: replaced } = judgeReplacements(replace, lessons, plan.edition);
  for (const lesson of lessons) {
    const { job, status } = lesson;
    toFollow.push(...unfinishedStories(lesson));
    const replaces = due.get(job.id) ?? null;
    const { edited } = job;
    const isNew = bought.size > 0 && lesson.match === null && replaces === null;
    const name = isNew ? bought.get(requestHash(job.request)) : undefined;
    if (name !== undefined) blocked.push({ code: "request_bought", place: job.place, job: job.id, name });
    else if (replaces !== null && edited !== undefined)
      orders.push({ lesson: lesson.asking(edited), replaces });
    else if (status.kind === "pending" || replaces !== null) orders.push({ lesson, replaces });
    else if (lesson.isChanged) changed.push(lesson);
  }
  /** `held`: what waits until people have approved the first lessons of its volume. */
  const { open, held, gates } = holdBack(orders, plan);
  return {
    orders: open,
    held,
    gates,
    /** Jobs that would buy again what was bought in this edition. */
    blocked,
    /** Those of lessons that no job has, too: they were paid for. */
    toFollow: [...toFollow, ...plan.left.flatMap(unfinishedStories)],
    /** Jobs whose story was made from another request than the plan's current one; they keep it. */
    changed,
    replaced,
    /** Other editions with unfinished purchases, certain or possible. A run of this edition leaves them alone. */
    unfinishedEditions: findUnfinishedEditions(plan, state),
  };
}

/** The names, in the ledger, of the lessons that an edition bought, by the hash of each request, even of those whose stories were replaced since. */
function requestsOf(edition: string, { jobs }: LedgerState): ReadonlyMap<string, string> {
  const records = [...jobs.values()].filter((record) => record.edition === edition);
  return new Map(
    records.flatMap(({ job, attempts }) =>
      attempts.flatMap((one) => (isAbsent(one) ? [] : [[one.intended.requestHash, job] as const])),
    ),
  );
}

function findUnfinishedEditions(plan: MatchedPlan, { jobs }: LedgerState) {
  const others = [...jobs.values()].filter(({ edition }) => edition !== plan.edition);
  return [...grouped(others, ({ edition }) => edition)].flatMap(([edition, records]) => {
    const active = records.flatMap(statusesOf).filter(({ kind }) => kind === "active");
    const stories = active.length + records.flatMap(({ attempts }) => attempts.filter(isOpen)).length;
    return stories === 0 ? [] : [{ code: "edition_unfinished" as const, edition, stories }];
  });
}

/**
 * The stories of a lesson to follow: all that have not ended, replaced or not, since each was paid for. A story that the service lost may come
 * back, and a failed export is retried by the next run if the story is the lesson's current one.
 */
function unfinishedStories(lesson: Lesson): FollowedStory[] {
  const { record, latest } = lesson;
  return (record === undefined ? [] : statusesOf(record))
    .filter((status) => status.kind === "active" || (status.attempt === latest && mayRecover(status)))
    .map(({ story, attempt }) => ({ lesson, id: story.id, attempt }));
}

export function storyNow({ job, record }: PlannedLesson): StoryNow {
  return { job: job.id, has: idToReplace(record) };
}

export type Edits = ReturnType<typeof editsOf>;

/** Lessons without a job are given by their ledger name. */
export function editsOf(plan: MatchedPlan) {
  const leftBy = (isMeant: (account: Lesson["account"]) => boolean): string[] =>
    plan.left.filter(({ account }) => isMeant(account)).map(({ recordName }) => recordName.job);
  const matchedBy = (by: Match | null): string[] =>
    plan.lessons.filter(({ match }) => match === by).map(({ job }) => job.id);
  return {
    new: matchedBy(null),
    /** Jobs that keep a story made for a different request. */
    changed: plan.lessons.filter(({ isChanged }) => isChanged).map(storyNow),
    /** Lessons that `removed` or `exclude` accounts for. */
    removed: leftBy((account) => account !== null),
    /** Lessons that the plan doesn't account for: they block new purchases. */
    left: leftBy((account) => account === null),
    basis: plan.basedOn && { edition: plan.basedOn.edition, inherited: matchedBy("inherited") },
    /** Topics that the plan has changed since the edition was begun. */
    later: plan.made?.edited ?? [],
  };
}

/** The notices about edits of the plan. If the run would buy something new, lessons that the plan doesn't account for are a problem instead. */
export function noticesOfEdits(
  { left, later }: Edits,
  { orders, changed }: Pick<Work, "orders" | "changed">,
): RunNotice[] {
  return [
    ...(later.length === 0 ? [] : [{ code: "edits_for_later" as const, topics: later }]),
    ...(left.length === 0 || orders.length > 0 ? [] : [{ code: "lessons_left_over" as const, names: left }]),
    ...changed.map((lesson): RunNotice => {
      const { job, match, recordName } = lesson;
      return match === "inherited"
        ? { code: "inherited_changed", job: job.id, edition: recordName.edition }
        : { code: "job_changed", ...storyNow(lesson) };
    }),
  ];
}

/** What the user has to decide about edits of the plan before anything is bought. */
export function problemsOfEdits(plan: MatchedPlan, { orders }: Pick<Work, "orders">): readonly RunProblem[] {
  const left = orders.length > 0 && plan.contradictions.length === 0 ? problemOfLeft(plan) : null;
  return left === null ? plan.contradictions : [left];
}

/** Records the matches, so that the next edit is compared with this plan. Records nothing while a decision by the user is pending. */
export async function recordMatches(
  plan: MatchedPlan,
  work: Pick<Work, "orders">,
  store: LedgerStore,
): Promise<void> {
  if (problemsOfEdits(plan, work).length > 0) return;
  if (plan.news.some(({ type }) => type === "lesson.inherited")) await recordComposition(plan, store);
  for (const event of plan.news) await store.append(event);
}

/**
 * Rule 3: bought lessons that the plan doesn't account for, beside the jobs without a lesson, with the entries that say which is which; null if there
 * are none. A new purchase might repeat one of them.
 */
export function problemOfLeft(plan: MatchedPlan): Extract<RunProblem, { code: "lessons_left" }> | null {
  const left = plan.left.filter(({ account }) => account === null);
  if (left.length === 0) return null;
  const open = plan.lessons.flatMap(({ job, match }) => (match === null ? [job] : []));
  return {
    code: "lessons_left",
    edition: plan.edition,
    left: left.map(factOf),
    jobs: open.map(({ id, request }) => ({ job: id, topic: request.topic })),
    moved: movesFor(left, open),
    removed: removalsFor(left, plan.jobs),
  };
}

/** More suggestions than this at once go unread; the next run has the rest. */
const textsMost = 20;

/** Entries that together form a valid plan: a topic takes the lessons of one text for each language and difficulty. */
function movesFor(left: readonly Lesson[], open: readonly Job[]): MoveHint[] {
  // The lessons with one text, in all languages and difficulties: one entry of `moved` covers them.
  const texts = [...grouped(left, (lesson) => foldTopic(lastTextOf(lesson))).values()];
  const byVolume = grouped(open, ({ request }) => volumeOf(request));
  const comparison = new TextComparison();
  const guesses = texts.slice(0, textsMost).flatMap((lessons) =>
    lessons.flatMap((lesson) =>
      (byVolume.get(volumeOfLesson(lesson)) ?? []).map(({ topicId: id, request: { topic } }) => {
        const likeness = Math.max(...lesson.texts.map((text) => comparison.likeness(text, topic)));
        return { lessons, id, topic, likeness };
      }),
    ),
  );
  const hints = new Map<readonly Lesson[], MoveHint>();
  const taken = new Set<string>();
  for (const { lessons, id, topic, likeness } of guesses.sort((a, b) => b.likeness - a.likeness)) {
    const places = lessons.map((lesson) => `${id} ${volumeOfLesson(lesson)}`);
    if (hints.has(lessons) || places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    const text = lastTextOf(lessons[0] as Lesson);
    hints.set(lessons, { text, to: { id, topic }, isClear: likeness >= alikeLeast });
  }
  return texts.flatMap((lessons) => hints.get(lessons) ?? []);
}

/**
 * `removed` entries that match no job of the plan: whole languages and difficulties that it no longer has, then texts; where another topic has the
 * text, one story.
 */
function removalsFor(left: readonly Lesson[], jobs: readonly Job[]): RemovalHint[] {
  const requests = jobs.map(({ request }) => request);
  const langs = new Set(requests.map(({ lang }) => lang));
  const difficulties = new Set(requests.map(({ difficulty }) => difficulty));
  const texts = new Set(requests.map(({ topic }) => foldTopic(topic)));
  const hints = new Map<string, RemovalHint>();
  for (const lesson of left) {
    const { lang, difficulty } = purchaseOf(lesson).intended.request;
    const { name, topic: text, story } = factOf(lesson);
    const ofText = texts.has(foldTopic(text)) ? { story } : { text };
    const entry = !langs.has(lang) ? { lang } : !difficulties.has(difficulty) ? { difficulty } : ofText;
    const key = JSON.stringify(entry);
    hints.set(key, { entry, names: [...(hints.get(key)?.names ?? []), name] });
  }
  return [...hints.values()];
}
