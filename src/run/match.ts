import type { EventBody } from "../ledger/format/event.ts";
import { moveName } from "../ledger/format/fold.ts";
import { latestOf } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { ExcludedJob, Job, Move, Plan, Removal } from "../plan/plan.ts";
import { alikeLeast, foldTopic, TextComparison, topicOf } from "../plan/topic-text.ts";
import { addTo, grouped } from "../shared/grouped.ts";
import { type Basis, inheritStories } from "./editions.ts";
import {
  factOf,
  isRemoved,
  Lesson,
  lastTextOf,
  lessonsIn,
  type Match,
  type PlannedLesson,
  purchaseOf,
  volumeOf,
  volumeOfLesson,
} from "./lesson.ts";
import type { RunProblem } from "./problem.ts";

/*
 * Which bought lesson of the edition is whose, whatever the plan calls it now. A lesson's address is `edition/topic.lang.difficulty`: the place
 * that its job has in the plan, or had last. Three rules decide:
 *
 * 1. The same request, or else the same folded text in the same language and difficulty, keeps its story, and its address moves by itself.
 * 2. The same address with another text keeps its story, unless lesson and job could be meant otherwise: another lesson without a job, or
 *    another job without a lesson, stands in that language and difficulty, and the two texts have little in common, or as much with that one.
 * 3. What then has no lesson on one side and no job on the other waits until the plan's `moved` or `removed` says which is which
 *    (`work.ts`).
 *
 * Jobs that an `exclude` rule took out account for lessons by the first two rules as well. What `moved` says comes between them.
 */

export interface MatchedPlan extends Plan {
  readonly lessons: readonly PlannedLesson[];
  /** The bought lessons that no job of the plan has, in order of purchase. */
  readonly left: readonly Lesson<null>[];
  /** Entries of the plan that must be mistakes: `move_contradicted`, `removal_contradicted`, `basis_unknown`. Nothing is bought until they are corrected. */
  readonly contradictions: readonly RunProblem[];
  readonly basis: Basis | null;
  /** What the ledger doesn't say yet of these matches. */
  readonly news: readonly EventBody[];
}

/** Matches a plan's jobs with bought lessons. Pure; reads only the records of the plan's edition and of the editions that it inherits from. */
export function matchLessons(plan: Plan, state: LedgerState): MatchedPlan {
  const { edition } = plan;
  const bought = lessonsIn(edition, state);
  const matching = new Matching(plan, bought, state);
  if (bought.length > 0) matching.match();
  const { rows } = matching;
  const open = rows.flatMap(({ job, lesson }) => (lesson === null ? [job] : []));
  const inheritance = inheritStories(plan, open, state);
  const lessons = rows.map(({ job, lesson, match }): PlannedLesson => {
    const inherited = lesson === null ? inheritance.taken.get(job) : undefined;
    const recordName = lesson?.recordName ?? inherited ?? { edition, job: unusedName(job, state) };
    const how = inherited === undefined ? match : "inherited";
    const texts = lesson?.texts ?? none;
    // One literal: spreading takes several times as long, and a plan may have 100,000 jobs.
    return new Lesson({ address: job.key, job, recordName, texts, match: how, account: null }, state);
  });
  const left = matching.left();
  return {
    ...plan,
    lessons,
    left,
    contradictions: [...inheritance.problems, ...matching.contradictions(left)],
    basis: inheritance.basis,
    news: [...inheritance.news, ...matching.news()],
  };
}

function unusedName({ id, key }: Job, { jobs }: LedgerState): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? "" : `~${number}`;
    const record = jobs.get(key + ending);
    if (record === undefined || latestOf(record) === undefined) return id + ending;
  }
}

const none: readonly never[] = [];

/** A job, or one that an `exclude` rule took out, and its lesson. */
interface Row<Of extends Job | ExcludedJob = Job | ExcludedJob> {
  readonly job: Of;
  lesson: Lesson<null> | null;
  match: Match | null;
}

/** A lesson that a job has if nothing in their volume speaks against it: by the address, or by an entry of `moved` that names only ids. */
interface Pair {
  readonly row: Row;
  readonly lesson: Lesson<null>;
  readonly match: "address" | "moved";
}

class Matching {
  readonly rows: readonly Row<Job>[];
  readonly #excluded: readonly Row<ExcludedJob>[];
  readonly #plan: Plan;
  readonly #state: LedgerState;
  readonly #lessons: readonly Lesson<null>[];
  readonly #byAddress: ReadonlyMap<string, readonly Lesson<null>[]>;
  readonly #free: Set<Lesson<null>>;
  /** Entries of `moved` that no edition has carried out: later, an old id or text may be another topic's. */
  readonly #moves: readonly Move[];
  /** Entries of `removed` that name a lesson by its text or story: an id may be another topic's now. */
  readonly #removedByLesson: readonly Removal[];

  constructor(plan: Plan, lessons: readonly Lesson<null>[], state: LedgerState) {
    this.rows = plan.jobs.map((job) => ({ job, lesson: null, match: null }));
    this.#excluded = plan.excluded.map((job) => ({ job, lesson: null, match: null }));
    this.#plan = plan;
    this.#state = state;
    this.#lessons = lessons;
    this.#free = new Set(lessons);
    this.#byAddress = grouped(lessons, ({ address }) => address);
    this.#moves = movesToCarryOut(plan.moved, state);
    this.#removedByLesson = plan.removed.filter(({ story, text }) => story !== null || text !== null);
  }

  match(): void {
    this.#bySameRequest();
    this.#bySameText(({ texts }) => texts.slice(-1));
    this.#bySameText(({ texts }) => texts);
    this.#byMoves();
    const removed = [...this.#free].filter((lesson) => isRemoved(lesson, this.#removedByLesson));
    for (const lesson of removed) this.#free.delete(lesson);
    this.#byPairs(this.#pairs());
    for (const lesson of removed) this.#free.add(lesson);
  }

  left(): Lesson<null>[] {
    const excluded = new Set(this.#excluded.map(({ lesson }) => lesson));
    return this.#lessons.flatMap((lesson) => {
      const isExcluded = excluded.has(lesson);
      if (!isExcluded && !this.#free.has(lesson)) return [];
      const removed = isRemoved(lesson, this.#plan.removed) ? "removed" : null;
      return [new Lesson({ ...lesson, account: isExcluded ? "excluded" : removed }, this.#state)];
    });
  }

  /** Gives a row that has no lesson the first free one that fits. */
  #take(
    row: Row,
    lessons: readonly Lesson<null>[] | undefined,
    match: Match,
    fits: (lesson: Lesson<null>, job: Row["job"]) => boolean = () => true,
  ): void {
    if (row.lesson !== null) return;
    const lesson = lessons?.find((one) => this.#free.has(one) && fits(one, row.job));
    if (lesson === undefined) return;
    this.#free.delete(lesson);
    row.lesson = lesson;
    row.match = match;
  }

  #open(): Row[] {
    return [...this.rows, ...this.#excluded].filter(({ lesson }) => lesson === null);
  }

  /** Rule 1: first jobs whose own address bought exactly their request, which are nearly all jobs of a plan that was hardly edited. */
  #bySameRequest(): void {
    for (const row of this.rows)
      this.#take(row, this.#byAddress.get(row.job.key), "text", (lesson) => isOfRequest(lesson, row.job));
    if (this.#free.size === 0) return;
    const byHash = grouped(this.#free, (lesson) => purchaseOf(lesson).intended.requestHash);
    for (const row of this.rows)
      if (row.lesson === null) this.#take(row, byHash.get(requestHash(row.job.request)), "text");
  }

  /** Of several lessons with one text a job gets that of its own address, then that of a former one, then any. */
  #bySameText(textsOf: (lesson: Lesson<null>) => readonly string[]): void {
    const byText = new Map<string, Lesson<null>[]>();
    for (const lesson of this.#free)
      for (const text of new Set(textsOf(lesson).map(foldTopic)))
        addTo(byText, `${volumeOfLesson(lesson)}\n${text}`, lesson);
    if (byText.size === 0) return;
    const planned = new Set(this.#plan.jobs.map(({ key }) => key));
    for (const rows of [this.rows, this.#excluded]) {
      const open = rows.flatMap((row) => {
        const same = row.lesson === null ? byText.get(textInVolume(row.job)) : undefined;
        return same === undefined ? [] : [{ row, same }];
      });
      // Where a job stands at the lesson's address, the job would buy the lesson again if an excluded one took it.
      const isFree = ({ address }: Lesson<null>): boolean => rows === this.rows || !planned.has(address);
      for (const fits of byPreference)
        for (const { row, same } of open)
          this.#take(row, same, "text", (lesson, job) => isFree(lesson) && fits(lesson, job));
    }
  }

  /** Entries of `moved` with a text are the user's own answer: the later ones take precedence over the earlier ones. */
  #byMoves(): void {
    const moves = this.#moves.filter(({ text }) => text !== null);
    if (moves.length === 0) return;
    const byText = grouped(
      this.#free,
      (lesson) => `${volumeOfLesson(lesson)}\n${foldTopic(lastTextOf(lesson))}`,
    );
    const byTopic = grouped(this.rows, ({ job }) => job.topicId);
    for (const { text, to } of moves.toReversed())
      for (const row of byTopic.get(to) ?? [])
        this.#take(row, byText.get(textInVolume(row.job, text ?? "")), "moved");
  }

  /** What the addresses make likely, former ones by `moved` before current ones; each job and each lesson once. */
  #pairs(): Pair[] {
    const open = this.#open();
    const planned = new Set(this.#plan.jobs.map(({ key }) => key));
    const claimed = new Set<Lesson<null>>();
    const unclaimed = (address: string): readonly Lesson<null>[] =>
      this.#byAddress.get(address)?.filter((lesson) => this.#free.has(lesson) && !claimed.has(lesson)) ??
      none;
    const moving = open.flatMap((row): Pair[] => {
      const address = this.#formerAddresses(row).find((one) => unclaimed(one).length > 0) ?? "";
      // If another topic has the id now, the older lesson is the one that moved on.
      const lesson = unclaimed(address).at(planned.has(address) ? 0 : -1);
      if (lesson === undefined) return [];
      claimed.add(lesson);
      return [{ row, lesson, match: "moved" }];
    });
    // An entry doesn't take a job from the lesson that stands at its address, unless that one moves on, too.
    const staying = open.flatMap((row): Pair[] => {
      const lesson = unclaimed(row.job.key).at(-1);
      return lesson === undefined ? [] : [{ row, lesson, match: "address" }];
    });
    const own = new Set(staying.map(({ row }) => row));
    return [...moving.filter(({ row }) => !own.has(row)), ...staying];
  }

  #formerAddresses({ job: { key, formerKeys } }: Row): readonly string[] {
    const moves = new Set(this.#moves.map(({ from, to }) => `${from} ${to}`));
    return formerKeys.filter((address, ago) =>
      moves.has(`${topicOf(address)} ${topicOf(formerKeys[ago - 1] ?? key)}`),
    );
  }

  /** Rule 2, and what other entries of `moved` say, volume by volume. */
  #byPairs(pairs: readonly Pair[]): void {
    if (pairs.length === 0) return;
    const volumes = grouped(pairs, ({ lesson }) => volumeOfLesson(lesson));
    const open = grouped(this.#open(), ({ job }) => volumeOf(job.request));
    const unaccounted = grouped(
      [...this.#free].filter((lesson) => !isRemoved(lesson, this.#plan.removed)),
      volumeOfLesson,
    );
    const comparison = new TextComparison();
    for (const [volume, paired] of volumes) {
      const rows = open.get(volume) ?? [];
      const lessons = unaccounted.get(volume) ?? [];
      const { isAlike, isContradicted } = rivalry({ pairs: paired, rows, lessons }, comparison);
      const sure = paired.filter((pair) => {
        const isMoved = pair.match === "moved";
        if (!isContradicted(pair)) return isMoved || isAlike(pair);
        // An excluded job must not keep a lesson from the job that would buy it again.
        return isMoved && isAlike(pair) && !isExcluded(pair.row);
      });
      for (const { row, lesson, match } of sure) this.#take(row, [lesson], match);
      const [last, ...more] = paired.filter(({ row }) => row.lesson === null);
      if (last === undefined || more.length > 0 || isContradicted(last)) continue;
      const isAlone =
        rows.every((row) => row === last.row || row.lesson !== null || isExcluded(row)) &&
        lessons.every((lesson) => lesson === last.lesson || !this.#free.has(lesson));
      if (isAlone) this.#take(last.row, [last.lesson], last.match);
    }
  }

  /** Entries of `moved` and `removed` whose lesson a job has by its exact text: left in the plan, they would buy a lesson again. */
  contradictions(left: readonly Lesson[]): RunProblem[] {
    const byText = this.rows.flatMap(({ job, lesson, match }) =>
      lesson !== null && match === "text" ? [{ job, lesson }] : [],
    );
    return [
      ...this.#moves.flatMap((move) => this.#contradictedMove(move, byText)),
      ...this.#removedByLesson.flatMap(({ place, text, story, ...removal }): RunProblem[] => {
        const entries = [{ place, text, story, ...removal }];
        const first = byText.find(({ lesson }) => isRemoved(lesson, entries));
        if (first === undefined) return [];
        const still = left.filter((lesson) => isRemoved(lesson, entries)).map(factOf);
        return [{ code: "removal_contradicted", place, text, story, job: first.job.id, still }];
      }),
    ];
  }

  /** Such an entry whose topic has a job without a lesson. Entries stay for good, so one that may be about another edition is left alone. */
  #contradictedMove(
    { from, text, to, place }: Move,
    byText: readonly { readonly job: Job; readonly lesson: Lesson<null> }[],
  ): RunProblem[] {
    const own = this.rows.filter(({ job }) => job.topicId === to);
    const open = new Set(own.flatMap(({ job, lesson }) => (lesson === null ? [volumeOf(job.request)] : [])));
    if (open.size === 0) return [];
    const isMeant = (lesson: Lesson<null>): boolean =>
      text === null ? topicOf(lesson.address) === from : foldTopic(lastTextOf(lesson)) === foldTopic(text);
    if (own.some(({ lesson }) => lesson !== null && isMeant(lesson))) return [];
    const denied = byText.find(({ lesson }) => isMeant(lesson) && open.has(volumeOfLesson(lesson)));
    if (denied === undefined) return [];
    for (const { edition, job } of this.#state.jobs.values())
      if (edition !== this.#plan.edition && (from === null || topicOf(job) === from)) return [];
    return [{ code: "move_contradicted", place, from, text, to, job: denied.job.id }];
  }

  /** New addresses and texts, and with the first of them the entries of `moved` that are carried out with it. */
  news(): EventBody[] {
    const { edition } = this.#plan;
    const moved = this.rows.flatMap(({ job, lesson }) => {
      if (lesson === null) return [];
      const [last, { topic }] = [lastTextOf(lesson), job.request];
      const isKnown = lesson.address === job.key && (last === topic || foldTopic(last) === foldTopic(topic));
      return isKnown ? [] : [{ job: lesson.recordName.job, to: job.id, topic }];
    });
    const entries = this.#moves.map(({ from, text, to }) => ({ from, text, to }));
    return moved.map((lesson, index) => ({
      type: "lesson.moved",
      edition,
      ...lesson,
      ...(index === 0 && entries.length > 0 ? { entries } : {}),
    }));
  }
}

/** Which of several lessons with a job's text the job gets. */
const byPreference: readonly ((lesson: Lesson<null>, job: Row["job"]) => boolean)[] = [
  ({ address }, { key }) => address === key,
  ({ address }, { formerKeys }) => formerKeys.includes(address),
  () => true,
];

/** The text of a job's topic, or another one, where only lessons of its volume have it. */
function textInVolume({ request }: Row["job"], text = request.topic): string {
  return `${volumeOf(request)}\n${foldTopic(text)}`;
}

function isExcluded({ job }: Row): boolean {
  return !("place" in job);
}

function isOfRequest(lesson: Lesson, { request }: Job): boolean {
  return purchaseOf(lesson).intended.requestHash === requestHash(request);
}

interface Unmatched {
  readonly pairs: readonly Pair[];
  readonly rows: readonly Row[];
  readonly lessons: readonly Lesson<null>[];
}

/**
 * Judges the pairs of a volume by their texts. Alike: its two texts have much in common. Contradicted: one of them has much in common with
 * another job's or lesson's text, and no less than that one has with the text of its own pair.
 */
function rivalry({ pairs, rows, lessons }: Unmatched, comparison: TextComparison) {
  const likeness = ({ texts }: Lesson<null>, { job }: Row): number =>
    texts.reduce((most, text) => Math.max(most, comparison.likeness(text, job.request.topic)), 0);
  const own = new Map<Row | Lesson<null>, number>();
  for (const { row, lesson } of pairs) {
    const alike = likeness(lesson, row);
    own.set(row, alike).set(lesson, alike);
  }
  const isRival = (alike: number, of: Row | Lesson<null>): boolean =>
    alike >= alikeLeast && alike >= (own.get(of) ?? 0);
  const isAlike = ({ row }: Pick<Pair, "row">): boolean => (own.get(row) ?? 0) >= alikeLeast;
  return {
    isAlike,
    isContradicted: ({ row, lesson }: Pair): boolean =>
      rows.some(
        (other) =>
          other !== row &&
          !(isExcluded(other) && isAlike({ row })) &&
          isRival(likeness(lesson, other), other),
      ) || lessons.some((other) => other !== lesson && isRival(likeness(other, row), other)),
  };
}

/** The entries that a plan lists more often than any edition has carried them out: an entry listed once more is new again. */
function movesToCarryOut(moved: readonly Move[], { moves }: LedgerState): Move[] {
  const done = new Map<string, number>();
  for (const [name, times] of moves) {
    const entry = name.slice(name.indexOf("/"));
    done.set(entry, Math.max(times, done.get(entry) ?? 0));
  }
  return moved.filter((move) => {
    const entry = moveName("", move);
    const left = done.get(entry) ?? 0;
    done.set(entry, left - 1);
    return left <= 0;
  });
}
