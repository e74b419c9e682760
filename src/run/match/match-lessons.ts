import type { EventOf } from "../../ledger/format/event.ts";
import { jobKey, moveName } from "../../ledger/format/fold.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import type { ExcludedJob, Job, Move, Plan } from "../../plan/plan.ts";
import type { RecordName } from "../record-name.ts";
import {
  type Bought,
  type BoughtAs,
  type BoughtLessons,
  boughtIn,
  type DescribedLesson,
  describeLesson,
  lastTextOf,
} from "./bought-lessons.ts";
import { type ContradictedMove, findContradicted } from "./contradicted-moves.ts";
import { findDoubtful } from "./doubtful-lessons.ts";
import { type Basis, type Inherited, inheritLessons } from "./inherit.ts";
import { isRemoved, type LeftLesson } from "./left-lessons.ts";
import { LessonMatching, type Match, type Row } from "./lesson-matching.ts";
import { findPutBack, type PutBack } from "./put-back.ts";
import { foldTopic } from "./topic-text.ts";

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

/** A plan matched against its ledger. */
export interface MatchedPlan extends Plan {
  readonly jobs: readonly MatchedJob[];
  /** In order of purchase. */
  readonly left: readonly LeftLesson[];
  /** Lessons that a job has by its id alone and that may be another's: nothing is bought or bound before the user has decided. */
  readonly doubtful: readonly DoubtfulLesson[];
  /** Entries of `moved` that the lessons' texts contradict. */
  readonly contradicted: readonly ContradictedMove[];
  /** Entries of `removed` whose lesson is in the plan again. */
  readonly putBack: readonly PutBack[];
  /** Matches not recorded in the ledger yet (ids and texts of jobs with a lesson), and moves not carried out yet. */
  readonly news: readonly LessonNews[];
  readonly newMoves: readonly Move[];
  /** Null: the edition is based on none. */
  readonly basis: Basis | null;
  /** Inherited stories that the ledger doesn't name as this edition's yet. */
  readonly newlyInherited: readonly {
    readonly job: string;
    readonly from: { edition: string; job: string };
  }[];
}

export interface DoubtfulLesson extends DescribedLesson {
  /** The job that has its id, and that job's text. */
  readonly job: string;
  readonly now: string;
}

export type LessonNews = EventOf<"lessons.matched">["lessons"][number];

/** Matches bought lessons to jobs. Pure; reads only the records of the plan's edition, and of one that it is based on. */
export function matchLessons(plan: Plan, state: LedgerState): MatchedPlan {
  const bought = boughtIn(plan.edition, state);
  const matching = new LessonMatching(bought);
  const rows = plan.jobs.map((job): Row => ({ job, found: null, match: null }));
  const gone = plan.excluded.map((job): Row<ExcludedJob> => ({ job, found: null, match: null }));
  const newMoves = movesBeyond(plan.moved, (move) => state.moves.get(moveName(plan.edition, move)) ?? 0);
  const done = plan.moved.filter((move) => !newMoves.includes(move));
  const fresh = movesBeyond(plan.moved, mostIn(state));
  const statements = { fresh, elsewhere: newMoves.filter((move) => !fresh.includes(move)) };
  // Only entries that name a lesson by text or story: an id may be another topic's now.
  const byLesson = plan.removed.filter(({ story, text }) => story !== null || text !== null);
  const hasLeft = (lesson: Bought): boolean =>
    byLesson.length > 0 && isRemoved(describeLesson(lesson, state), byLesson);
  if (bought.lessons.length > 0) matching.match(rows, gone, { ...statements, done, hasLeft });
  const isTaken = takenIn(bought);
  const candidates = rows.map(({ job, found }) => ({ job, isOwn: found !== null }));
  const { taken, basis } = inheritLessons(plan, candidates, state);
  const jobs = rows.map((row) => {
    const inherited = taken.get(row.job);
    return inherited === undefined
      ? placed(row, { edition: plan.edition, isTaken, bought })
      : placedBy(inherited, row.job);
  });
  const unaccounted: Bought[] = [];
  const left = matching.left().map((lesson): LeftLesson => {
    const described = describeLesson(lesson, state);
    const removed = isRemoved(described, plan.removed) ? "removed" : null;
    const account = matching.isExcluded(lesson) ? "excluded" : removed;
    if (account === null) unaccounted.push(lesson);
    return { ...described, account };
  });
  const doubtful = findDoubtful({ rows, gone }, unaccounted).map(({ job, lesson }) => ({
    ...describeLesson(lesson, state),
    job: job.id,
    now: job.request.topic,
  }));
  const contradicted = findContradicted(
    { ...plan, moved: newMoves },
    { rows, lessons: bought.lessons, state },
  );
  const putBack = findPutBack(byLesson, { rows, left, state });
  const edits = { left, doubtful, contradicted, putBack };
  const known = state.inherited.get(plan.edition);
  const newlyInherited = [...taken].flatMap(([{ id }, { key, edition, name }]) =>
    known?.has(key) === true ? [] : [{ job: id, from: { edition, job: name } }],
  );
  return { ...plan, jobs, ...edits, news: rows.flatMap(newsOf), newMoves, basis, newlyInherited };
}

/** A job that has the story of an earlier edition. */
function placedBy({ key, edition, name }: Inherited, job: Job): MatchedJob {
  return {
    ...job,
    recordName: { edition, job: name },
    recordKey: key,
    match: "inherited",
    boughtAs: null,
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

function newsOf({ job, found }: Row): LessonNews[] {
  if (found === null) return [];
  const [last, topic] = [lastTextOf(found), job.request.topic];
  const isKnown = found.plainKey === job.key && (last === topic || foldTopic(last) === foldTopic(topic));
  return isKnown ? [] : [{ job: found.name, as: job.id, topic }];
}

/** Whether a key is a lesson's already. */
function takenIn({ lessons }: BoughtLessons): (key: string) => boolean {
  let keys: ReadonlySet<string> | null = null;
  return (key) => {
    keys ??= new Set(lessons.map((lesson) => lesson.key));
    return keys.has(key);
  };
}

/** A job under its record's name, or under one that no other lesson has. */
function placed({ job, found, match }: Row, { edition, isTaken, bought }: Placing): MatchedJob {
  const { id, key, formerKeys, topicId, request, place } = job;
  const name = found?.name ?? unusedName(id, (free) => isTaken(jobKey(edition, free)));
  const recordKey = found?.key ?? jobKey(edition, name);
  const boughtAs = found === null ? boughtAsIn(bought, request) : null;
  const recordName = { edition, job: name };
  // One literal: spreading takes several times as long, and a plan may have 100,000 jobs.
  return { id, key, formerKeys, topicId, request, place, recordName, recordKey, match, boughtAs };
}

interface Placing {
  readonly edition: string;
  readonly isTaken: (key: string) => boolean;
  readonly bought: BoughtLessons;
}

function unusedName(id: string, isUsed: (name: string) => boolean): string {
  let name = id;
  for (let number = 2; isUsed(name); number++) name = `${id}~${number}`;
  return name;
}

function boughtAsIn(bought: BoughtLessons, request: Job["request"]): BoughtAs | null {
  const requests = bought.requests();
  return requests.size > 0 ? (requests.get(requestHash(request)) ?? null) : null;
}
