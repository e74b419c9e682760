import type { EventBody } from "../ledger/format/event.ts";
import { moveName } from "../ledger/format/fold.ts";
import { latestOf } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { Job, Move, Plan, Removal, TopicRequest } from "../plan/plan.ts";
import { alikeLeast, foldTopic, perhapsAlikeLeast, TextComparison, topicOf } from "../plan/topic-text.ts";
import { addTo, grouped } from "../shared/grouped.ts";
import { inheritStories } from "./editions.ts";
import {
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
 * What `moved` says comes between the first two rules. A job that an `exclude` rule took out accounts for the lessons with its text that remain then.
 */

export interface MatchedPlan extends Plan {
  readonly lessons: readonly PlannedLesson[];
  /** The bought lessons that no job of the plan has, in order of purchase. */
  readonly left: readonly Lesson<null>[];
  /** Entries of the plan that must be mistakes: `move_contradicted`, `removal_contradicted`, `basis_unknown`. Nothing is bought until they are corrected. */
  readonly contradictions: readonly RunProblem[];
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
  const lessons = rows.map(({ job, lesson, match: own }): PlannedLesson => {
    const known = lesson?.recordName ?? inheritance.taken.get(job);
    const recordName = known ?? { edition, job: unusedName(job, state) };
    const match = recordName.edition === edition ? own : "inherited";
    const texts = lesson?.texts ?? none;
    // One literal: spreading takes several times as long, and a plan may have 100,000 jobs.
    return new Lesson({ address: job.key, job, recordName, texts, match, account: null }, state);
  });
  return {
    ...plan,
    lessons,
    left: matching.left(),
    contradictions: [...inheritance.problems, ...matching.contradictions()],
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

/** A job and its lesson. */
interface Row {
  readonly job: Job;
  lesson: Lesson<null> | null;
  match: Match | null;
}

/** A lesson that a job has if nothing in their volume speaks against it: by the address, or by an entry of `moved` that names only ids. */
interface Pair {
  readonly row: Row;
  readonly lesson: Lesson<null>;
  readonly match: "address" | "moved";
  readonly likeness: number;
}

class Matching {
  readonly rows: readonly Row[];
  readonly #plan: Plan;
  readonly #state: LedgerState;
  readonly #lessons: readonly Lesson<null>[];
  readonly #byAddress: ReadonlyMap<string, readonly Lesson<null>[]>;
  readonly #free: Set<Lesson<null>>;
  readonly #planned: ReadonlySet<string>;
  /** The lessons that excluded jobs account for. */
  readonly #excluded = new Set<Lesson<null>>();
  /** Entries of `moved` that no edition has carried out: later, an old id or text may be another topic's. */
  readonly #moves: readonly Move[];
  /** Entries of `removed` that name a lesson by its text or story: an id may be another topic's now. */
  readonly #removedByLesson: readonly Removal[];
  readonly #comparison = new TextComparison();

  constructor(plan: Plan, lessons: readonly Lesson<null>[], state: LedgerState) {
    this.rows = plan.jobs.map((job) => ({ job, lesson: null, match: null }));
    this.#plan = plan;
    this.#state = state;
    this.#lessons = lessons;
    this.#free = new Set(lessons);
    this.#byAddress = grouped(lessons, ({ address }) => address);
    this.#planned = new Set(lessons.length === 0 ? [] : plan.jobs.map(({ key }) => key));
    this.#moves = movesToCarryOut(plan.moved, state);
    this.#removedByLesson = plan.removed.filter(({ story, text }) => story !== null || text !== null);
  }

  match(): void {
    this.#bySameRequest();
    this.#bySameText(({ texts }) => texts.slice(-1));
    this.#bySameText(({ texts }) => texts);
    this.#byMoves();
    const pairs = this.#pairs();
    this.#byPairs(pairs, this.#exclude(pairs));
  }

  left(): Lesson<null>[] {
    return this.#lessons.flatMap((lesson) =>
      this.#free.has(lesson)
        ? [new Lesson({ ...lesson, account: this.#accountOf(lesson) }, this.#state)]
        : [],
    );
  }

  #accountOf(lesson: Lesson<null>): Lesson["account"] {
    if (this.#excluded.has(lesson)) return "excluded";
    return isRemoved(lesson, this.#plan.removed) ? "removed" : null;
  }

  /**
   * Each excluded job accounts for one lesson with its text, unless a job may have the lesson or stands at its address: that one would buy it again.
   * Returns the excluded jobs that account for none.
   */
  #exclude(pairs: readonly Pair[]): readonly TopicRequest[] {
    const paired = new Set(pairs.map(({ lesson }) => lesson));
    const byText = new Map<string, Lesson<null>[]>();
    for (const lesson of this.#free)
      for (const text of paired.has(lesson) || this.#planned.has(lesson.address) ? [] : lesson.texts)
        addTo(byText, textInVolume(volumeOfLesson(lesson), text), lesson);
    return this.#plan.excluded.filter((request) => {
      const same = byText.size === 0 ? [] : byText.get(textInVolume(volumeOf(request), request.topic));
      const lesson = same?.find((one) => !this.#excluded.has(one));
      if (lesson !== undefined) this.#excluded.add(lesson);
      return lesson === undefined;
    });
  }

  /** Gives a row that has no lesson the first free one. */
  #take(row: Row, lessons: readonly Lesson<null>[] | undefined, match: Match): void {
    const lesson = row.lesson === null ? lessons?.find((one) => this.#free.has(one)) : undefined;
    if (lesson === undefined) return;
    this.#free.delete(lesson);
    row.lesson = lesson;
    row.match = match;
  }

  #open(): Row[] {
    return this.rows.filter(({ lesson }) => lesson === null);
  }

  /** Rule 1: first jobs whose own address bought exactly their request, which are nearly all jobs of a plan that was hardly edited. */
  #bySameRequest(): void {
    for (const row of this.rows) {
      const own = this.#byAddress.get(row.job.key)?.filter((lesson) => isOfRequest(lesson, row.job));
      this.#take(row, own, "text");
    }
    if (this.#free.size === 0) return;
    const byHash = grouped(this.#free, (lesson) => purchaseOf(lesson).intended.requestHash);
    for (const row of this.rows)
      if (row.lesson === null) this.#take(row, byHash.get(requestHash(row.job.request)), "text");
  }

  /** Of several lessons with one text a job gets that of its own address, then any. */
  #bySameText(textsOf: (lesson: Lesson<null>) => readonly string[]): void {
    const byText = new Map<string, Lesson<null>[]>();
    for (const lesson of this.#free)
      for (const text of new Set(textsOf(lesson)))
        addTo(byText, textInVolume(volumeOfLesson(lesson), text), lesson);
    if (byText.size === 0) return;
    const open = this.#open().map((row) => {
      const same = byText.get(textInVolume(volumeOf(row.job.request), row.job.request.topic)) ?? none;
      return { row, same, own: same.filter(({ address }) => address === row.job.key) };
    });
    for (const { row, own } of open) this.#take(row, own, "text");
    for (const { row, same } of open) this.#take(row, same, "text");
  }

  /** Entries of `moved` with a text are the user's own answer: the later ones take precedence over the earlier ones. */
  #byMoves(): void {
    const moves = this.#moves.flatMap(({ text, to }) => (text === null ? [] : [{ text, to }]));
    if (moves.length === 0) return;
    const byText = grouped(this.#free, (lesson) => textInVolume(volumeOfLesson(lesson), lastTextOf(lesson)));
    const byTopic = grouped(this.rows, ({ job }) => job.topicId);
    for (const { text, to } of moves.toReversed())
      for (const row of byTopic.get(to) ?? []) {
        const same = byText.get(textInVolume(volumeOf(row.job.request), text)) ?? none;
        const own = same.filter(({ address }) => address === row.job.key);
        this.#take(row, [...own, ...same], "moved");
      }
  }

  /** What the addresses make likely: a job has the newest lesson at its address, or else one at a former address that no other topic has now. */
  #pairs(): Pair[] {
    const fromOf = new Map(this.#moves.flatMap(({ from, to }) => (from === null ? [] : [[to, from]])));
    const formerKeys = ({ key, topicId }: Job): string[] => {
      const ids: string[] = [];
      for (let id = fromOf.get(topicId); id !== undefined && !ids.includes(id); id = fromOf.get(id))
        ids.push(id);
      return ids.map((id) => key.replace(`/${topicId}.`, `/${id}.`));
    };
    const newestAt = (address: string) =>
      this.#byAddress
        .get(address)
        ?.findLast((one) => this.#free.has(one) && !isRemoved(one, this.#removedByLesson));
    return this.#open().flatMap((row): Pair[] => {
      const { key } = row.job;
      const former = formerKeys(row.job).filter((address) => !this.#planned.has(address));
      const [lesson] = [key, ...former].flatMap((address) => newestAt(address) ?? []);
      if (lesson === undefined) return [];
      const match = lesson.address === key ? "address" : "moved";
      return [{ row, lesson, match, likeness: this.#likeness(lesson, row.job.request) }];
    });
  }

  /** Rule 2, and what other entries of `moved` say, volume by volume. */
  #byPairs(all: readonly Pair[], gone: readonly TopicRequest[]): void {
    if (all.length === 0) return;
    const volumes = grouped(all, ({ lesson }) => volumeOfLesson(lesson));
    const excluded = grouped(gone, volumeOf);
    const open = grouped(this.#open(), ({ job }) => volumeOf(job.request));
    const unaccounted = grouped(
      [...this.#free].filter((lesson) => this.#accountOf(lesson) === null),
      volumeOfLesson,
    );
    for (const [volume, pairs] of volumes) {
      const rows = open.get(volume) ?? [];
      const lessons = unaccounted.get(volume) ?? [];
      const rivals = excluded.get(volume) ?? [];
      const own = new Map<Row | Lesson<null>, number>();
      for (const { row, lesson, likeness } of pairs) own.set(row, likeness).set(lesson, likeness);
      const isRival = (likeness: number, of: Row | Lesson<null>): boolean =>
        likeness >= perhapsAlikeLeast && likeness >= (own.get(of) ?? 0);
      /** Another job or lesson, which is not closer to its own pair, may be meant; or an excluded job, if the texts of the pair are not alike. */
      const isContradicted = ({ row, lesson, likeness }: Pair): boolean =>
        rows.some((other) => other !== row && isRival(this.#likeness(lesson, other.job.request), other)) ||
        lessons.some((other) => other !== lesson && isRival(this.#likeness(other, row.job.request), other)) ||
        (likeness < alikeLeast &&
          rivals.some((request) => this.#likeness(lesson, request) >= perhapsAlikeLeast));
      for (const pair of pairs) {
        const [isMoved, isAlike] = [pair.match === "moved", pair.likeness >= alikeLeast];
        const isSure = isContradicted(pair) ? isMoved && isAlike : isMoved || isAlike;
        if (isSure) this.#take(pair.row, [pair.lesson], pair.match);
      }
      const left = pairs.find(({ row }) => row.lesson === null);
      if (left === undefined || isContradicted(left)) continue;
      const isAlone =
        rows.every((row) => row === left.row || row.lesson !== null) &&
        lessons.every((lesson) => lesson === left.lesson || !this.#free.has(lesson));
      if (isAlone) this.#take(left.row, [left.lesson], left.match);
    }
  }

  #likeness({ texts }: Lesson<null>, { topic }: TopicRequest): number {
    return texts.reduce((most, text) => Math.max(most, this.#comparison.likeness(text, topic)), 0);
  }

  /** Entries of `moved` whose lesson another job has, and of `removed` whose lesson a job has by its exact text: in the plan, they would buy a lesson again. */
  contradictions(): RunProblem[] {
    return [
      ...this.#moves.flatMap((move) => this.#contradictedMove(move)),
      ...this.#removedByLesson.flatMap((entry): RunProblem[] => {
        const { place, text, story } = entry;
        const restored = this.rows.find(
          ({ lesson, match }) => match === "text" && lesson !== null && isRemoved(lesson, [entry]),
        );
        if (restored === undefined) return [];
        return [{ code: "removal_contradicted", place, text, story, job: restored.job.id }];
      }),
    ];
  }

  /** Such an entry whose topic has a job without a lesson. Entries stay for good, so one that may be about another edition is left alone. */
  #contradictedMove({ from, text, to, place }: Move): RunProblem[] {
    const own = this.rows.filter(({ job }) => job.topicId === to);
    const open = new Set(own.flatMap(({ job, lesson }) => (lesson === null ? [volumeOf(job.request)] : [])));
    if (open.size === 0) return [];
    const isMeant = ({ lesson }: Row): boolean => {
      if (lesson === null) return false;
      return text === null
        ? topicOf(lesson.address) === from
        : foldTopic(lastTextOf(lesson)) === foldTopic(text);
    };
    if (own.some(isMeant)) return [];
    const denied = this.rows.find((row) => isMeant(row) && open.has(volumeOf(row.job.request)));
    if (denied === undefined) return [];
    for (const { edition, job } of this.#state.jobs.values())
      if (edition !== this.#plan.edition && (from === null || topicOf(job) === from)) return [];
    return [{ code: "move_contradicted", place, from, text, to, job: denied.job.id }];
  }

  /** New addresses and texts, and with the first of them the entries of `moved` that are carried out with it. */
  news(): EventBody[] {
    const { edition } = this.#plan;
    const moved = this.rows.flatMap(({ job, lesson }) => {
      if (lesson === null || lesson.recordName.edition !== edition) return [];
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

function textInVolume(volume: string, text: string): string {
  return `${volume}\n${foldTopic(text)}`;
}

function isOfRequest(lesson: Lesson, { request }: Job): boolean {
  return purchaseOf(lesson).intended.requestHash === requestHash(request);
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
