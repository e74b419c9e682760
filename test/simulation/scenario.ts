import type { Length } from "../../src/contract/choices.ts";
import type { Job, Plan } from "../../src/plan/plan.ts";
import type { RateLimits } from "../../src/rate-limit/usage-log.ts";
import { plainPlan } from "../plain-plan.ts";
import type { Chance } from "./chance.ts";
import { creationFaults } from "./creation-faults.ts";
import { type Meddling, meddlings } from "./meddling.ts";
import { lessonOf } from "./money/money-view.ts";
import { type DiskFaults, soundDisk } from "./world/process-files.ts";
import type { NetFaults } from "./world/process-remote.ts";
import type { ServiceTerms } from "./world/sim-service.ts";

/** The faults of one history and their rates. Most histories have only some faults, so that each of them matters. */
export interface Scenario {
  readonly isMirrored: boolean;
  /** Whether older copies are restored, or used beside the ledger. Requires the mirror. */
  readonly copies: boolean;
  readonly lives: number;
  /** The start, in virtual time. Some histories cross the end of a month. */
  readonly startsAtMs: number;
  readonly parkShare: number;
  readonly terms: ServiceTerms;
  readonly rateLimiter: RateLimits;
  readonly disk: DiskFaults;
  readonly net: NetFaults;
  readonly shares: Shares;
  /** How the course's folder may be changed. */
  readonly meddlings: readonly Meddling[];
}

/** The rates of faults during and between runs. */
export interface Shares {
  readonly kill: number;
  readonly powerCut: number;
  readonly suspend: number;
  readonly second: number;
  readonly rot: number;
  readonly jump: number;
  /** The course's folder is changed during a run. */
  readonly names: number;
  /** Users say "not created" while a request may be in transit. */
  readonly hasty: number;
  /** The course's folder is missing for a while between runs. */
  readonly lost: number;
  /** The wall clock is set during a run. */
  readonly clock: number;
  readonly edit: number;
  readonly edition: number;
  readonly replace: number;
  readonly retryRefused: number;
  readonly stop: number;
  /** Runs have ceilings of their own. */
  readonly ceiling: number;
  /** Plans have a monthly budget. */
  readonly month: number;
}

/** Whether only locks are removed. A second run then uses the same ledger; if the folder were missing, it would create another one. */
export function isLockAlone({ meddlings }: Scenario): boolean {
  return meddlings.every((kind) => kind === "lock removed");
}

/** Virtual time begins on 20 November at nine. This much later, December is ten minutes away. */
export const beforeMonthEndMs = 10 * 86_400_000 + 15 * 3_600_000 - 600_000;

export function drawScenario(chance: Chance): Scenario {
  const some = (share: number, least: number, most: number): number =>
    chance.hits(share) ? least + chance.next() * (most - least) : 0;
  const isMirrored = chance.hits(0.5);
  const lies = isMirrored && chance.hits(0.2);
  const tightPace = chance.hits(0.3);
  return {
    isMirrored,
    copies: isMirrored && !lies && chance.hits(0.4),
    lives: chance.between(1, 5),
    startsAtMs: chance.hits(0.15) ? beforeMonthEndMs : 0,
    parkShare: chance.pick([0, 0.1, 0.5]),
    terms: drawTerms(chance, tightPace),
    rateLimiter: {
      calls: { count: 60, windowMs: 60_000 },
      // Half of the runs with strict limits do not know them.
      starts:
        tightPace && chance.hits(0.5) ? { count: 2, windowMs: 60_000 } : { count: 20, windowMs: 600_000 },
      pollMs: 20_000,
      order: "batch",
      // Short, so that many runs start creations before their deadline.
      usualMs: { writing: 10_000, narrating: 10_000 },
    },
    disk: chance.hits(0.4) ? drawDisk(chance, lies) : { ...soundDisk, syncLie: lies ? 0.2 : 0 },
    net: drawNet(chance),
    shares: {
      kill: some(0.5, 0.2, 0.8),
      powerCut: some(0.4, 0.2, 0.8),
      suspend: some(0.3, 0.2, 0.8),
      second: some(0.25, 0.2, 0.8),
      rot: some(0.1, 0.2, 0.5),
      jump: some(0.15, 0.2, 0.5),
      ...drawMeddling(chance),
      lost: some(0.4, 0.3, 0.6),
      hasty: some(0.25, 0.5, 1),
      edit: some(0.3, 0.2, 0.5),
      edition: some(0.2, 0.2, 0.5),
      replace: some(0.15, 0.1, 0.3),
      retryRefused: some(0.3, 0.5, 1),
      stop: some(0.3, 0.2, 0.6),
      ceiling: 0.1,
      month: 0.2,
    },
    meddlings,
  };
}

function drawMeddling(chance: Chance): Pick<Shares, "names" | "clock"> {
  const share = 0.3 + chance.next() * 0.5;
  return { names: 0, clock: 0, [chance.pick(["names", "names", "clock"])]: chance.hits(0.3) ? share : 0 };
}

function drawTerms(chance: Chance, tightPace: boolean): ServiceTerms {
  return {
    balance: chance.pick([null, 1_000, chance.between(20, 150)]),
    showsReserved: chance.hits(0.5),
    starts: tightPace ? { count: 2, windowMs: 60_000 } : { count: 20, windowMs: 600_000 },
    bookIsStart: chance.hits(0.5),
    writingMs: chance.pick([0, 5_000, 60_000]),
    narrationMs: chance.pick([0, 10_000, 120_000]),
    failsWriting: chance.hits(0.2) ? 0.3 : 0,
    cancels: chance.hits(0.1) ? 0.3 : 0,
    failsBook: chance.hits(0.2) ? 0.3 : 0,
    dearer: chance.hits(0.15) ? chance.pick([1, 10, 100]) : 0,
  };
}

function drawDisk(chance: Chance, lies: boolean): DiskFaults {
  const share = (): number => (chance.hits(0.5) ? chance.next() * 0.05 : 0);
  return {
    readError: share() / 4,
    writeError: share(),
    full: share(),
    syncError: share(),
    syncLie: lies ? 0.2 : 0,
    folderSyncError: share(),
    nameError: share() / 4,
  };
}

function drawNet(chance: Chance): NetFaults {
  const kinds = creationFaults.filter(() => chance.hits(0.3));
  return {
    connect: chance.hits(0.2) ? 0.3 : 0,
    certificate: chance.hits(0.05) ? 0.3 : 0,
    creation: kinds.length > 0 && chance.hits(0.6) ? chance.pick([0.1, 0.3, 0.6]) : 0,
    kinds,
    read: chance.hits(0.4) ? chance.pick([0.02, 0.1, 0.3]) : 0,
    latencyMs: chance.pick([0, 300, 2_000]),
  };
}

/** No faults, for the end of every history. */
export const soundNet: NetFaults = {
  connect: 0,
  certificate: 0,
  creation: 0,
  kinds: [],
  read: 0,
  latencyMs: 100,
};

const lengths: readonly Length[] = ["short", "short", "medium", "long"];

/** A plan of a few lessons, with a budget that covers them or almost does. */
export function drawPlan(chance: Chance, edition: string, { month }: Pick<Shares, "month">): Plan {
  const withAudio = chance.pick([0, 0.5, 1]);
  const jobs = Array.from({ length: chance.between(1, 4) }, (_, index) => {
    const id = `${"abcd"[index]}.es.2`;
    return jobOf(edition, id, {
      topic: topicOf(edition, id),
      length: chance.pick(lengths),
      audiobook: chance.hits(withAudio),
    });
  });
  const credits = chance.pick([1_000, 1_000, chance.between(20, 160), chance.between(60, 120)]);
  const budget = { credits, month: chance.hits(month) ? chance.between(40, 300) : null };
  return plainPlan(jobs, { edition, budget });
}

/** A topic that differs from others as much as in a real plan. */
function topicOf(edition: string, id: string): string {
  return `${edition} ${topicIn(id).repeat(8)}`;
}

/** The id of the topic in a job's. */
function topicIn(id: string): string {
  return id.split(".")[0] ?? id;
}

function jobOf(
  edition: string,
  id: string,
  { topic, length, audiobook }: { topic: string; length: Length; audiobook: boolean },
): Job {
  const request = { topic, lang: "es", difficulty: 2, length, audiobook, visibility: "private" } as const;
  return {
    id,
    key: `${edition}/${id}`,
    topicId: topicIn(id),
    request,
    place: { file: "course.yaml", line: 1, column: 1 },
  };
}

/** How often the id of each lesson's topic was changed; `lessonOf` in `money-view.ts` recognizes all of them. */
export type Renames = Map<string, number>;

/** The plan with the current ids, and the earlier ones in `moved`: whoever renames a topic says so in every plan from then on. */
export function withNames(plan: Plan, renames: Renames): Plan {
  const { edition, jobs } = plan;
  const timesOf = ({ id }: Job): number => renames.get(lessonOf(id)) ?? 0;
  const today = jobs.map((job) => named(job, edition, timesOf(job)));
  const moved = jobs.flatMap((job) => movesOf(job, timesOf(job)));
  return { ...plan, jobs: today, moved, removed: removedFrom(today, renames) };
}

/** The entries of `moved` that led to a job's id. */
function movesOf({ id, place }: Job, times: number): Plan["moved"] {
  const topics = Array.from({ length: times + 1 }, (_, ago) => topicIn(lessonOf(id)) + "r".repeat(ago));
  return topics.slice(1).map((to, index) => ({ from: topics[index] ?? to, text: null, to, place }));
}

/** The plan's `removed`: every topic that earlier plans may have had and this one lacks. */
function removedFrom(jobs: readonly Job[], renames: Renames): Plan["removed"] {
  const planned = new Set(jobs.map(({ topicId }) => topicId));
  const names = [..."abcd", ...Array.from({ length: 9 }, (_, index) => `e${index + 1}`)];
  const most = Math.max(0, ...renames.values());
  const all = names.flatMap((name) =>
    Array.from({ length: most + 1 }, (_, times) => name + "r".repeat(times)),
  );
  return all
    .filter((topic) => !planned.has(topic))
    .map((topic) => ({
      topic,
      lang: null,
      difficulty: null,
      settings: {},
      story: null,
      text: null,
      place: { file: "course.yaml", line: 1, column: 1 },
    }));
}

function named(job: Job, edition: string, times: number): Job {
  const id = lessonOf(job.id).replace(".", `${"r".repeat(times)}.`);
  return { ...job, id, topicId: topicIn(id), key: `${edition}/${id}` };
}

/** The plan after an edit: a reworded or renamed topic, one lesson more or less, another budget. */
export function edited(plan: Plan, renames: Renames, chance: Chance): Plan {
  const { edition, jobs, budget } = plan;
  const [first] = jobs;
  switch (chance.below(5)) {
    case 0: {
      if (first === undefined) return plan;
      const topic = `${first.request.topic}, too`;
      return { ...plan, jobs: [{ ...first, request: { ...first.request, topic } }, ...jobs.slice(1)] };
    }
    case 1:
      return jobs.length < 2 ? plan : { ...plan, jobs: jobs.slice(1) };
    case 2: {
      const id = `e${jobs.length}.es.2`;
      const more = jobOf(edition, id, { topic: topicOf(edition, id), length: "short", audiobook: false });
      return jobs.some((job) => lessonOf(job.id) === id) ? plan : { ...plan, jobs: [...jobs, more] };
    }
    case 3: {
      const lesson = lessonOf(first?.id ?? "");
      renames.set(lesson, (renames.get(lesson) ?? 0) + 1);
      return plan;
    }
    default:
      return { ...plan, budget: { ...budget, credits: chance.between(20, 200) } };
  }
}
