import { jobKey } from "../ledger/fold.ts";
import { isOpen, latestOf } from "../ledger/standing.ts";
import type { Attempt, LedgerState } from "../ledger/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { ExcludedJob, Job, Plan } from "../plan/plan.ts";
import { isLetGo, type LeftLesson } from "./left-lessons.ts";

/**
 * Which bought lesson belongs to which job of a plan, within one edition. A plan is edited while its lessons are bought: topics are numbered anew,
 * reworded, moved, translated, taken out. A lesson is what was asked for, not what its topic was called.
 *
 * 1. A job has the record whose topic text, language and difficulty are its own; where several are, the one of exactly its request, then the one
 *    of its own id, then one of a former id.
 * 2. Jobs that `exclude` rules took away account for records in the same way.
 * 3. What is left goes by ids: a job has the record of its own id, or of a former one, if nobody else has taken it. An id that has moved on to
 *    another topic (`moved`) names that topic's record first.
 *
 * What nobody has is left over: it must be accounted for before anything new is bought.
 */
export type Match = "text" | "id" | "moved";

/** A job with its place in the ledger. */
export interface RunJob extends Job {
  /** Its name in the events of its ledger: its id, the name that its lesson was bought as, or one that is free. */
  readonly ledgerName: string;
  /** The key of its record: `<edition>/<ledgerName>`. */
  readonly ledgerKey: string;
  /** By what its record is its own; null where nothing was bought for it. */
  readonly match: Match | null;
  /** A purchase of exactly its request that another record holds: it must not be bought again. */
  readonly boughtAs: BoughtAs | null;
}

/** Where a request was bought before: the name in the ledger, and the story's id, or the attempt's. */
export interface BoughtAs {
  readonly name: string;
  readonly id: string;
}

/** A plan set against its ledger. */
export interface MatchedPlan extends Plan {
  readonly jobs: readonly RunJob[];
  /** In the order in which they were bought. */
  readonly left: readonly LeftLesson[];
}

/** Finds out which bought lesson belongs to which job. Pure; reads the records of the plan's edition alone. */
export function matchLessons(plan: Plan, state: LedgerState): MatchedPlan {
  const bought = boughtIn(plan.edition, state);
  const matching = new Matching(bought);
  const rows = plan.jobs.map((job): Row => ({ job, found: null, match: null }));
  const byStory = plan.removed.filter(({ story }) => story !== null);
  const hasLeft = (lesson: Bought): boolean =>
    byStory.length > 0 && isLetGo(describe(lesson, state), byStory);
  if (bought.lessons.length > 0) matching.match(rows, plan.excluded, hasLeft);
  const live = new Set(bought.lessons.map(({ key }) => key));
  const jobs = rows.map((row) => placed(row, { edition: plan.edition, live, bought }));
  const left = matching.left().map((lesson): LeftLesson => {
    const described = describe(lesson, state);
    const removed = isLetGo(described, plan.removed) ? "removed" : null;
    return { ...described, account: matching.isExcluded(lesson) ? "excluded" : removed };
  });
  return { ...plan, jobs, left };
}

/** What a record is found by. Not the record: a long ledger keeps its records packed. */
interface Bought {
  readonly key: string;
  readonly name: string;
  /** The key without the number that tells one lesson of a used id from another. */
  readonly plainKey: string;
  readonly textKey: string;
  /** Of the newest purchase. */
  readonly requestHash: string;
  /** How many topics were bought before its own. */
  readonly position: number;
}

interface BoughtLessons {
  /** In the order of their first purchases. */
  readonly lessons: readonly Bought[];
  /** Every request that was bought, replaced or not, by its hash. */
  readonly requests: ReadonlyMap<string, BoughtAs>;
}

/** What was bought in an edition, or may have been. Those of other editions, of which a ledger may have many, are not looked at. */
function boughtIn(edition: string, state: LedgerState): BoughtLessons {
  const prefix = jobKey(edition, "");
  const lessons: Bought[] = [];
  const requests = new Map<string, BoughtAs>();
  const positions = new Map<string, number>();
  for (const key of state.jobs.keys()) {
    if (!key.startsWith(prefix)) continue;
    const record = state.jobs.get(key);
    const latest = record === undefined ? undefined : latestOf(record);
    if (record === undefined || latest === undefined) continue;
    const { job: name, attempts } = record;
    const { request, requestHash: hash } = latest.intended;
    const position = positions.get(topicOf(name)) ?? positions.size;
    positions.set(topicOf(name), position);
    lessons.push({
      ...{ key, name, plainKey: key.replace(/~\d+$/, "") },
      ...{ textKey: textKeyOf(request), requestHash: hash, position },
    });
    for (const attempt of attempts) {
      if (isOpen(attempt) || attempt.outcome.kind === "accepted")
        requests.set(attempt.intended.requestHash, { name, id: idOf(attempt) });
    }
  }
  return { lessons, requests };
}

function idOf({ attempt, outcome }: Attempt): string {
  return outcome.kind === "accepted" ? outcome.id : attempt;
}

interface Row<Of extends Job | ExcludedJob = Job> {
  readonly job: Of;
  found: Bought | null;
  match: Match | null;
}

type AnyRow = Row<Job | ExcludedJob>;
type Fits = (row: AnyRow, lesson: Bought) => boolean;

class Matching {
  readonly #lessons: readonly Bought[];
  readonly #byText: ReadonlyMap<string, readonly Bought[]>;
  readonly #byName: ReadonlyMap<string, readonly Bought[]>;
  readonly #taken = new Set<Bought>();
  readonly #excluded = new Set<Bought>();

  constructor({ lessons }: BoughtLessons) {
    this.#lessons = lessons;
    this.#byText = grouped(lessons, ({ textKey }) => textKey);
    this.#byName = grouped(lessons, ({ plainKey }) => plainKey);
  }

  /** `hasLeft`: a lesson that the plan has let go by its story's id is no longer what the id stands for that it had. */
  match(rows: readonly Row[], excluded: readonly ExcludedJob[], hasLeft: (lesson: Bought) => boolean): void {
    const gone = excluded.map((job): Row<ExcludedJob> => ({ job, found: null, match: null }));
    this.#byTexts(rows);
    this.#byTexts(gone);
    this.#byIds([...rows, ...gone], hasLeft);
    for (const { found } of gone) if (found !== null) this.#excluded.add(found);
  }

  left(): readonly Bought[] {
    return this.#lessons.filter((lesson) => !this.#taken.has(lesson) || this.#excluded.has(lesson));
  }

  isExcluded(lesson: Bought): boolean {
    return this.#excluded.has(lesson);
  }

  #take(row: AnyRow, lesson: Bought | undefined, match: Match): void {
    if (lesson === undefined || row.found !== null) return;
    this.#taken.add(lesson);
    row.found = lesson;
    row.match = match;
  }

  #byTexts(rows: readonly AnyRow[]): void {
    for (const [key, alike] of grouped(rows, ({ job }) => textKeyOf(job.request))) {
      const lessons = this.#byText.get(key)?.filter((lesson) => !this.#taken.has(lesson)) ?? [];
      if (lessons.length > 0) this.#shareOut(alike, lessons);
    }
  }

  /** Jobs and lessons of one text, language and difficulty: mostly one of each, and then nothing has to be compared. */
  #shareOut(rows: readonly AnyRow[], lessons: readonly Bought[]): void {
    if (rows.length > 1 || lessons.length > 1) {
      const byHash = grouped(lessons, (lesson) => lesson.requestHash);
      const hashes = new Map(
        rows.map((row) => [row, "place" in row.job ? requestHash(row.job.request) : ""]),
      );
      const isSame: Fits = (row, lesson) => lesson.requestHash === hashes.get(row);
      this.#byNames(rows, isSame);
      for (const row of rows) this.#take(row, this.#firstFree(byHash.get(hashes.get(row) ?? "")), "text");
    }
    const together = new Set(lessons);
    this.#byNames(rows, (_, lesson) => together.has(lesson));
    const free = lessons.filter((lesson) => !this.#taken.has(lesson));
    for (const row of rows) if (row.found === null) this.#take(row, free.shift(), "text");
  }

  /** Among the lessons that fit: those of the jobs' own ids, then those of former ids. */
  #byNames(rows: readonly AnyRow[], fits: Fits): void {
    const namesOf = [({ key }: AnyRow["job"]) => [key], ({ formerKeys }: AnyRow["job"]) => formerKeys];
    for (const names of namesOf) {
      for (const row of rows) {
        if (row.found !== null) continue;
        const named = names(row.job).flatMap((key) => this.#byName.get(key) ?? []);
        this.#take(row, this.#firstFree(named.filter((lesson) => fits(row, lesson))), "text");
      }
    }
  }

  #byIds(rows: readonly AnyRow[], hasLeft: (lesson: Bought) => boolean): void {
    const free = (key: string): readonly Bought[] =>
      this.#byName.get(key)?.filter((lesson) => !this.#taken.has(lesson) && !hasLeft(lesson)) ?? [];
    const movedOn = new Set(rows.flatMap(({ job }) => job.formerKeys));
    const planned = new Set(rows.map(({ job }) => job.key));
    for (const row of rows) if (!movedOn.has(row.job.key)) this.#take(row, free(row.job.key).at(-1), "id");
    const most = rows.reduce((depth, { job }) => Math.max(depth, job.formerKeys.length), 0);
    for (let ago = 0; ago < most; ago++) {
      for (const row of rows) {
        const key = row.job.formerKeys[ago];
        if (key === undefined || row.found !== null) continue;
        // Of an id that another topic has today the older lessons are the ones that moved on.
        this.#take(row, free(key).at(planned.has(key) ? 0 : -1), "moved");
      }
    }
    for (const row of rows) if (movedOn.has(row.job.key)) this.#take(row, free(row.job.key).at(-1), "id");
  }

  #firstFree(lessons: readonly Bought[] | undefined): Bought | undefined {
    return lessons?.find((lesson) => !this.#taken.has(lesson));
  }
}

function textKeyOf({
  topic,
  lang,
  difficulty,
}: Pick<Job["request"], "topic" | "lang" | "difficulty">): string {
  return `${lang}\n${difficulty}\n${topic}`;
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** A job under the name of its record, or under one that no other lesson has. */
function placed(
  { job, found, match }: Row,
  { edition, live, bought }: { edition: string; live: ReadonlySet<string>; bought: BoughtLessons },
): RunJob {
  let name = found?.name ?? job.id;
  for (let number = 2; found === null && live.has(jobKey(edition, name)); number++)
    name = `${job.id}~${number}`;
  const isNew = found === null && bought.requests.size > 0;
  const boughtAs = isNew ? (bought.requests.get(requestHash(job.request)) ?? null) : null;
  return { ...job, ledgerName: name, ledgerKey: jobKey(edition, name), match, boughtAs };
}

/** A lesson as the plan's author knows it. */
function describe({ name, key, position }: Bought, { jobs }: LedgerState): Omit<LeftLesson, "account"> {
  const record = jobs.get(key);
  const request = record === undefined ? undefined : latestOf(record)?.intended.request;
  if (record === undefined || request === undefined) throw new Error(`no purchase of ${key}`);
  const ids = record.attempts.toReversed().flatMap((one) => [...new Set([idOf(one), one.attempt])]);
  return { name, key, topicId: topicOf(name), request, ids, position };
}

function topicOf(name: string): string {
  return name.split(".")[0] ?? name;
}
