import type { EventBody } from "../ledger/format/event.ts";
import { jobKey, moveName } from "../ledger/format/fold.ts";
import { isOpen, latestOf } from "../ledger/format/job-status.ts";
import type { Attempt, JobRecord, LedgerState } from "../ledger/format/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { ExcludedJob, Job, Move, Plan, Removal, StoryRequest } from "../plan/plan.ts";
import { addTo, grouped } from "../shared/grouped.ts";
import { type Basis, type InheritedStory, inheritStories } from "./editions.ts";
import type { LeftFact, RunProblem } from "./problem.ts";
import type { RecordName } from "./record-name.ts";
import { foldTopic, TextComparison } from "./topic-text.ts";

/*
 * Which bought lesson of the edition is whose, whatever the plan calls it now. A lesson's address is `edition/topic.lang.difficulty`: the place
 * that its job has in the plan, or had last. Three rules decide:
 *
 * 1. The same request, or else the same folded text in the same language and difficulty, keeps its story, and its address moves by itself.
 * 2. The same address with another text keeps its story, unless lesson and job could be meant otherwise: another lesson without a job, or
 *    another job without a lesson, stands in that language and difficulty, and the two texts have little in common, or as much with that one.
 * 3. What then has no lesson on one side and no job on the other waits until the plan's `moved` or `removed` says which is which
 *    (`edits.ts`).
 *
 * Jobs that an `exclude` rule took out account for lessons by the first two rules as well. What `moved` says comes between them.
 */

/** By the request or the text (rule 1), by the address (rule 2), by an entry of `moved`, or from an earlier edition. */
export type Match = "text" | "address" | "moved" | "inherited";

/** A job with its place in the ledger. */
export interface MatchedJob extends Job {
  /** Its record's: under its id, the name its lesson was bought under, or an unused one; of an inherited lesson, where it was bought. */
  readonly recordName: RecordName;
  /** The same as one text: `<edition>/<job>`. */
  readonly recordKey: string;
  /** How its record was matched; null if nothing was bought for it. */
  readonly match: Match | null;
  /** A purchase of exactly its request under another record: it must not be bought again. */
  readonly boughtAs: BoughtAs | null;
}

/** Where a request was bought before: its name in the ledger, and the story's or attempt's id. */
export interface BoughtAs {
  readonly name: string;
  readonly id: string;
}

/** A lesson that was, or may have been, bought in the edition. */
export interface BoughtLesson {
  readonly record: JobRecord;
  /** Its newest purchase. */
  readonly latest: Attempt;
  /** `<edition>/<job>`: where its job stands, or stood last. */
  readonly address: string;
  /** Its language and difficulty. */
  readonly volume: string;
  /** The texts that its topic has had, the newest first. */
  readonly texts: readonly string[];
}

/** A bought lesson that no job of the plan has, and how the plan accounts for it; null: it doesn't. */
export interface LeftLesson extends BoughtLesson {
  readonly account: "excluded" | "removed" | null;
}

/** A plan matched against its ledger. */
export interface MatchedPlan extends Plan {
  readonly jobs: readonly MatchedJob[];
  /** In order of purchase. */
  readonly left: readonly LeftLesson[];
  /** Entries of the plan that can't be meant: `move_contradicted`, `removal_contradicted`, `basis_unknown`. Nothing is bought until they are mended. */
  readonly contradictions: readonly RunProblem[];
  /** The comparison with the edition that this one is based on; null: it is based on none. */
  readonly basis: Basis | null;
  /** What the ledger doesn't say yet of these matches. */
  readonly news: readonly EventBody[];
}

/** Matches bought lessons to jobs. Pure; reads only the records of the plan's edition, and of those that it inherits from. */
export function matchLessons(plan: Plan, state: LedgerState): MatchedPlan {
  const lessons = lessonsIn(plan.edition, state);
  const matching = new Matching(plan, lessons, state);
  if (lessons.length > 0) matching.match();
  const { rows } = matching;
  const candidates = rows.map(({ job, lesson }) => ({ job, isOwn: lesson !== null }));
  const inheritance = inheritStories(plan, candidates, state);
  const keys = new Set(lessons.map(({ record }) => record.key));
  const isTaken = (key: string): boolean => keys.has(key);
  const placing = { edition: plan.edition, isTaken, boughtAs: requestsOf(lessons) };
  const jobs = rows.map((row) => {
    const inherited = inheritance.taken.get(row.job);
    return inherited === undefined ? placed(row, placing) : placedBy(inherited, row.job);
  });
  const left = matching.left();
  return {
    ...plan,
    jobs,
    left,
    contradictions: [...inheritance.problems, ...matching.contradictions(left, state)],
    basis: inheritance.basis,
    news: [...inheritance.news, ...matching.news()],
  };
}

/** What was, or may have been, bought in an edition, in order of purchase. Other editions, which may be many, are not looked at. */
function lessonsIn(edition: string, state: LedgerState): BoughtLesson[] {
  const prefix = jobKey(edition, "");
  const lessons: BoughtLesson[] = [];
  for (const [key, record] of state.jobs) {
    if (!key.startsWith(prefix)) continue;
    const latest = latestOf(record);
    if (latest === undefined) continue;
    const { request } = latest.intended;
    const moves = state.moved.get(key) ?? none;
    const last = moves.at(-1);
    // A lesson bought under an id already in use has a number after its name.
    const address = last === undefined ? key.replace(/~\d+$/, "") : prefix + last.to;
    const texts =
      last === undefined ? [request.topic] : [...moves.map(({ topic }) => topic).reverse(), request.topic];
    lessons.push({ record, latest, address, volume: volumeOf(request), texts });
  }
  return lessons;
}

const none: readonly never[] = [];

/** A key for a request's language and difficulty: only jobs of the same volume can have the lesson. */
export function volumeOf({ lang, difficulty }: Pick<StoryRequest, "lang" | "difficulty">): string {
  return `${lang}/${difficulty}`;
}

/** The topic in an address, or in a job's id. */
export function topicOf(address: string): string {
  const start = address.indexOf("/") + 1;
  const end = address.indexOf(".", start);
  return end === -1 ? address.slice(start) : address.slice(start, end);
}

/** The text that a lesson's topic last had. */
export function lastTextOf({ texts }: Pick<BoughtLesson, "texts">): string {
  return texts[0] ?? "";
}

/** The ids of a lesson's stories and attempts, the newest first. */
export function idsOf({ record }: Pick<BoughtLesson, "record">): string[] {
  return record.attempts.toReversed().flatMap((one) => [...new Set([idOf(one), one.attempt])]);
}

function idOf({ attempt, outcome }: Attempt): string {
  return outcome.kind === "accepted" ? outcome.id : attempt;
}

/** Whether an entry of `removed` covers a lesson. */
export function isRemoved(lesson: BoughtLesson, removed: readonly Removal[]): boolean {
  const { request } = lesson.latest.intended;
  return removed.some(({ topic, lang, difficulty, settings, story, text }) => {
    if (story !== null && !idsOf(lesson).some((id) => id.startsWith(story))) return false;
    if (text !== null && foldTopic(text) !== foldTopic(lastTextOf(lesson))) return false;
    if (topic !== null && topic !== topicOf(lesson.address)) return false;
    if (lang !== null && lang !== request.lang) return false;
    if (difficulty !== null && difficulty !== request.difficulty) return false;
    return Object.entries(settings).every(([name, value]) => request[name] === value);
  });
}

/** A job, or one that an `exclude` rule took out, and its lesson. */
interface Row<Of extends Job | ExcludedJob = Job | ExcludedJob> {
  readonly job: Of;
  lesson: BoughtLesson | null;
  match: Match | null;
}

/** A lesson that a job has if nothing in their volume speaks against it. */
interface Pair {
  readonly row: Row;
  readonly lesson: BoughtLesson;
  /** By the address, or by an entry of `moved` that isn't about this edition alone. */
  readonly match: "address" | "moved";
}

/** Assigns the lessons to rows, each to one. */
class Matching {
  readonly rows: readonly Row<Job>[];
  readonly #excluded: readonly Row<ExcludedJob>[];
  readonly #plan: Plan;
  readonly #lessons: readonly BoughtLesson[];
  readonly #byAddress: ReadonlyMap<string, readonly BoughtLesson[]>;
  readonly #free: Set<BoughtLesson>;
  /** Entries of `moved` that this edition has not carried out, and those of them that no edition has. */
  readonly #moves: readonly Move[];
  readonly #fresh: readonly Move[];
  /** Entries of `removed` that name a lesson by its text or story: an id may be another topic's now. */
  readonly #removedByLesson: readonly Removal[];

  constructor(plan: Plan, lessons: readonly BoughtLesson[], state: LedgerState) {
    this.rows = plan.jobs.map((job) => ({ job, lesson: null, match: null }));
    this.#excluded = plan.excluded.map((job) => ({ job, lesson: null, match: null }));
    this.#plan = plan;
    this.#lessons = lessons;
    this.#free = new Set(lessons);
    this.#byAddress = grouped(lessons, ({ address }) => address);
    this.#moves = movesBeyond(plan.moved, (move) => state.moves.get(moveName(plan.edition, move)) ?? 0);
    this.#fresh = movesBeyond(plan.moved, mostIn(state));
    this.#removedByLesson = plan.removed.filter(({ story, text }) => story !== null || text !== null);
  }

  match(): void {
    this.#bySameRequest();
    this.#bySameText(
      ({ texts }) => texts.slice(-1),
      (text) => text,
    );
    this.#bySameText(({ texts }) => texts.slice(-1), foldTopic);
    this.#bySameText(({ texts }) => texts, foldTopic);
    this.#byFreshMoves();
    const removed = [...this.#free].filter((lesson) => isRemoved(lesson, this.#removedByLesson));
    for (const lesson of removed) this.#free.delete(lesson);
    this.#byPairs(this.#pairs());
    for (const lesson of removed) this.#free.add(lesson);
  }

  /** The lessons without a job, in order of purchase. */
  left(): LeftLesson[] {
    const excluded = new Set(this.#excluded.map(({ lesson }) => lesson));
    return this.#lessons.flatMap((lesson): LeftLesson[] => {
      if (excluded.has(lesson)) return [{ ...lesson, account: "excluded" }];
      if (!this.#free.has(lesson)) return [];
      return [{ ...lesson, account: isRemoved(lesson, this.#plan.removed) ? "removed" : null }];
    });
  }

  #take(row: Row, lesson: BoughtLesson | undefined, match: Match): void {
    if (lesson === undefined || row.lesson !== null || !this.#free.has(lesson)) return;
    this.#free.delete(lesson);
    row.lesson = lesson;
    row.match = match;
  }

  #open(): Row[] {
    return [...this.rows, ...this.#excluded].filter(({ lesson }) => lesson === null);
  }

  /** Rule 1: first jobs whose own address bought exactly their request, which are nearly all jobs of a plan that was hardly edited. */
  #bySameRequest(): void {
    for (const row of this.rows) {
      const own = this.#byAddress.get(row.job.key);
      if (own !== undefined)
        this.#take(
          row,
          own.find((lesson) => isOfRequest(lesson, row.job)),
          "text",
        );
    }
    if (this.#free.size === 0) return;
    const byHash = grouped(this.#free, ({ latest }) => latest.intended.requestHash);
    for (const row of this.rows) {
      if (row.lesson !== null) continue;
      const same = byHash.get(requestHash(row.job.request));
      this.#take(
        row,
        same?.find((lesson) => this.#free.has(lesson)),
        "text",
      );
    }
  }

  /** Of several lessons with one text a job gets that of its own address, then that of a former one, then any. */
  #bySameText(textsOf: (lesson: BoughtLesson) => readonly string[], folded: (text: string) => string): void {
    const byText = new Map<string, BoughtLesson[]>();
    for (const lesson of this.#free) {
      for (const text of new Set(textsOf(lesson).map(folded)))
        addTo(byText, `${lesson.volume}\n${text}`, lesson);
    }
    if (byText.size === 0) return;
    for (const rows of [this.rows, this.#excluded]) {
      const open = rows.flatMap((row) => {
        const same =
          row.lesson === null
            ? byText.get(`${volumeOf(row.job.request)}\n${folded(row.job.request.topic)}`)
            : undefined;
        return same === undefined ? [] : [{ row, same }];
      });
      const take = (fits: (row: Row, lesson: BoughtLesson) => boolean): void => {
        for (const { row, same } of open)
          this.#take(
            row,
            same.find((lesson) => this.#free.has(lesson) && fits(row, lesson)),
            "text",
          );
      };
      take(({ job }, { address }) => job.key === address);
      take(({ job }, { address }) => job.formerKeys.includes(address));
      take(() => true);
    }
  }

  /** Entries of `moved` with a text are the user's own answer: the later ones take precedence over the earlier ones. */
  #byFreshMoves(): void {
    const fresh = this.#fresh.filter(({ text }) => text !== null);
    if (fresh.length > 0) for (const { row, lesson } of this.#moved(fresh)) this.#take(row, lesson, "moved");
  }

  /** The lessons that entries with a text give to jobs. */
  *#moved(moves: readonly Move[]): Generator<Omit<Pair, "match">> {
    const byWording = grouped(this.#free, (lesson) => `${lesson.volume}\n${foldTopic(lastTextOf(lesson))}`);
    const byTopic = grouped(
      this.rows.filter(({ lesson }) => lesson === null),
      ({ job }) => job.topicId,
    );
    const given = new Set<Row | BoughtLesson>();
    for (const { text, to } of moves.toReversed()) {
      for (const row of byTopic.get(to) ?? []) {
        const lessons = byWording.get(`${volumeOf(row.job.request)}\n${foldTopic(text ?? "")}`);
        const lesson = lessons?.find((one) => !given.has(one));
        if (lesson === undefined || given.has(row)) continue;
        given.add(row).add(lesson);
        yield { row, lesson };
      }
    }
  }

  /** What the address, or other entries of `moved`, make likely; each job and each lesson once. */
  #pairs(): Pair[] {
    const fresh = new Set(this.#fresh);
    const others = this.#moves.filter((move) => move.text !== null && !fresh.has(move));
    const claims = new Map<Row, BoughtLesson>();
    const claimed = new Set<BoughtLesson>();
    const claim = (row: Row, lesson: BoughtLesson | undefined): void => {
      if (lesson === undefined || claims.has(row)) return;
      claims.set(row, lesson);
      claimed.add(lesson);
    };
    const unclaimed = (address: string): readonly BoughtLesson[] =>
      this.#byAddress.get(address)?.filter((lesson) => this.#free.has(lesson) && !claimed.has(lesson)) ??
      none;
    if (others.length > 0) for (const { row, lesson } of this.#moved(others)) claim(row, lesson);
    const open = this.#open();
    const planned = new Set(this.#plan.jobs.map(({ key }) => key));
    const former = this.#formerAddresses(open);
    for (let ago = 0; [...former.values()].some((addresses) => ago < addresses.length); ago++) {
      for (const [row, addresses] of former) {
        const address = addresses[ago] ?? "";
        // If another topic has the id now, the older lesson is the one that moved on.
        claim(row, unclaimed(address).at(planned.has(address) ? 0 : -1));
      }
    }
    // An old entry doesn't take a job from the lesson that stands at its address, unless that one moves on, too.
    for (const row of claims.keys()) {
      const own = unclaimed(row.job.key);
      if (own.length > 0) claims.delete(row);
    }
    const pairs = [...claims].map(([row, lesson]): Pair => ({ row, lesson, match: "moved" }));
    const moving = new Set(claims.values());
    for (const row of open) {
      const own = this.#byAddress
        .get(row.job.key)
        ?.findLast((one) => this.#free.has(one) && !moving.has(one));
      if (own !== undefined && !claims.has(row)) pairs.push({ row, lesson: own, match: "address" });
    }
    return pairs;
  }

  /** Former addresses by entries that are still to be carried out: later, an old id may be another topic's. */
  #formerAddresses(rows: readonly Row[]): ReadonlyMap<Row, readonly string[]> {
    const open = new Set(this.#moves.map(({ from, to }) => `${from} ${to}`));
    return new Map(
      rows.flatMap((row) => {
        const { key, formerKeys } = row.job;
        const still = formerKeys.filter((address, ago) =>
          open.has(`${topicOf(address)} ${topicOf(formerKeys[ago - 1] ?? key)}`),
        );
        return still.length === 0 ? [] : [[row, still] as const];
      }),
    );
  }

  /** Rule 2, and what other entries of `moved` say, volume by volume. */
  #byPairs(pairs: readonly Pair[]): void {
    if (pairs.length === 0) return;
    const volumes = grouped(pairs, ({ lesson }) => lesson.volume);
    const open = grouped(this.#open(), ({ job }) => volumeOf(job.request));
    const unaccounted = grouped(
      [...this.#free].filter((lesson) => !isRemoved(lesson, this.#plan.removed)),
      ({ volume }) => volume,
    );
    const comparison = new TextComparison();
    for (const [volume, paired] of volumes) {
      const rows = open.get(volume) ?? [];
      const lessons = unaccounted.get(volume) ?? [];
      const { isAlike, isContradicted } = rivalry({ pairs: paired, rows, lessons }, comparison);
      const sure = paired.filter((pair) =>
        pair.match === "moved"
          ? isAlike(pair) || !isContradicted(pair)
          : isAlike(pair) && !isContradicted(pair),
      );
      for (const { row, lesson, match } of sure) this.#take(row, lesson, match);
      const [last, ...more] = paired.filter(({ row }) => row.lesson === null);
      if (last === undefined || more.length > 0 || isContradicted(last)) continue;
      const isAlone =
        rows.every((row) => row === last.row || row.lesson !== null || isExcluded(row)) &&
        lessons.every((lesson) => lesson === last.lesson || !this.#free.has(lesson));
      if (isAlone) this.#take(last.row, last.lesson, last.match);
    }
  }

  /** Entries of `moved` and `removed` whose lesson a job has by its exact text: left in the plan, they would buy a lesson again. */
  contradictions(left: readonly LeftLesson[], state: LedgerState): RunProblem[] {
    const byText = this.rows.flatMap(({ job, lesson, match }) =>
      lesson !== null && match === "text" ? [{ job, lesson }] : [],
    );
    return [
      ...this.#moves.flatMap((move) => this.#contradictedMove(move, byText, state)),
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
    byText: readonly { readonly job: Job; readonly lesson: BoughtLesson }[],
    { jobs }: LedgerState,
  ): RunProblem[] {
    const own = this.rows.filter(({ job }) => job.topicId === to);
    const open = new Set(own.flatMap(({ job, lesson }) => (lesson === null ? [volumeOf(job.request)] : [])));
    if (open.size === 0) return [];
    const isMeant = (lesson: BoughtLesson): boolean =>
      text === null ? topicOf(lesson.address) === from : foldTopic(lastTextOf(lesson)) === foldTopic(text);
    if (own.some(({ lesson }) => lesson !== null && isMeant(lesson))) return [];
    const denied = byText.find(({ lesson }) => isMeant(lesson) && open.has(lesson.volume));
    if (denied === undefined) return [];
    for (const { edition, job } of jobs.values())
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
      return isKnown ? [] : [{ job: lesson.record.job, to: job.id, topic }];
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

function isExcluded({ job }: Row): boolean {
  return !("place" in job);
}

function isOfRequest({ latest }: BoughtLesson, { request }: Job): boolean {
  return latest.intended.requestHash === requestHash(request);
}

/** What stands in one volume without a match. */
interface Unmatched {
  readonly pairs: readonly Pair[];
  readonly rows: readonly Row[];
  readonly lessons: readonly BoughtLesson[];
}

/** From this likeness on, two texts have much in common. */
export const alikeLeast = 0.6;

/**
 * Judges the pairs of a volume by their texts. Alike: its two texts have much in common. Contradicted: one of them has much in common with
 * another job's or lesson's text, and no less than that one has with the text of its own pair.
 */
function rivalry({ pairs, rows, lessons }: Unmatched, comparison: TextComparison) {
  const likeness = ({ texts }: BoughtLesson, { job }: Row): number =>
    texts.reduce((most, text) => Math.max(most, comparison.likeness(text, job.request.topic)), 0);
  const own = new Map<Row | BoughtLesson, number>();
  for (const { row, lesson } of pairs) {
    const alike = likeness(lesson, row);
    own.set(row, alike).set(lesson, alike);
  }
  const isRival = (alike: number, of: Row | BoughtLesson): boolean =>
    alike >= alikeLeast && alike >= (own.get(of) ?? 0);
  return {
    isAlike: ({ row }: Pair): boolean => (own.get(row) ?? 0) >= alikeLeast,
    isContradicted: ({ row, lesson }: Pair): boolean =>
      rows.some((other) => other !== row && isRival(likeness(lesson, other), other)) ||
      lessons.some((other) => other !== lesson && isRival(likeness(other, row), other)),
  };
}

/** The entries that a plan lists more often than they were carried out: an entry listed once more is new again. */
function movesBeyond(moved: readonly Move[], timesDone: (move: Move) => number): Move[] {
  const listed = new Map<string, number>();
  return moved.filter((move) => {
    const name = moveName("", move);
    const times = (listed.get(name) ?? 0) + 1;
    listed.set(name, times);
    return times > timesDone(move);
  });
}

/** How often an edition carried an entry out: the one that did it most often. */
function mostIn({ moves }: LedgerState): (move: Move) => number {
  const most = new Map<string, number>();
  for (const [name, times] of moves) {
    const entry = name.slice(name.indexOf("/"));
    most.set(entry, Math.max(times, most.get(entry) ?? 0));
  }
  return (move) => most.get(moveName("", move)) ?? 0;
}

/** The requests of an edition that were ever bought, replaced or not, by their hashes. Gathered at the first call: most commands need none. */
function requestsOf(lessons: readonly BoughtLesson[]): (request: StoryRequest) => BoughtAs | null {
  let requests: Map<string, BoughtAs> | null = null;
  const gathered = (): Map<string, BoughtAs> => {
    const found = new Map<string, BoughtAs>();
    for (const { record } of lessons) {
      for (const attempt of record.attempts) {
        if (isOpen(attempt) || attempt.outcome.kind === "accepted")
          found.set(attempt.intended.requestHash, { name: record.job, id: idOf(attempt) });
      }
    }
    return found;
  };
  return (request) => {
    if (lessons.length === 0) return null;
    requests ??= gathered();
    return requests.get(requestHash(request)) ?? null;
  };
}

interface Placing {
  readonly edition: string;
  readonly isTaken: (key: string) => boolean;
  readonly boughtAs: (request: StoryRequest) => BoughtAs | null;
}

/** A job under its record's name, or under one that no other lesson has. */
function placed({ job, lesson, match }: Row<Job>, { edition, isTaken, boughtAs: find }: Placing): MatchedJob {
  const { id, key, formerKeys, topicId, request, place } = job;
  const name = lesson?.record.job ?? unusedName(id, (free) => isTaken(jobKey(edition, free)));
  const recordKey = lesson?.record.key ?? jobKey(edition, name);
  const boughtAs = lesson === null ? find(request) : null;
  const recordName = { edition, job: name };
  // One literal: spreading takes several times as long, and a plan may have 100,000 jobs.
  return { id, key, formerKeys, topicId, request, place, recordName, recordKey, match, boughtAs };
}

function unusedName(id: string, isUsed: (name: string) => boolean): string {
  let name = id;
  for (let number = 2; isUsed(name); number++) name = `${id}~${number}`;
  return name;
}

/** A job that has the story of an earlier edition. */
function placedBy({ key, edition, name }: InheritedStory, job: Job): MatchedJob {
  const recordName = { edition, job: name };
  return { ...job, recordName, recordKey: key, match: "inherited", boughtAs: null };
}

/** A lesson's facts for the user. */
export function factOf(lesson: BoughtLesson): LeftFact {
  return { name: lesson.record.job, topic: lastTextOf(lesson), story: storyStart(lesson) };
}

/** Enough characters to distinguish the few stories of one job. */
export const idCharactersLeast = 8;

/** The start of the id of a lesson's newest story or attempt: enough to tell it from the others. */
export function storyStart(lesson: BoughtLesson): string {
  return idsOf(lesson)[0]?.slice(0, idCharactersLeast) ?? "";
}
