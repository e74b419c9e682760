import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { EventBody } from "../ledger/format/event.ts";
import { isNew } from "../ledger/format/identity.ts";
import { isAbsent, storyOf } from "../ledger/format/job-status.ts";
import type { Attempt, LedgerState, StoryFacts } from "../ledger/format/state.ts";
import { locationOf, lockService } from "../ledger/mirror.ts";
import { mirrorPath, type OtherLedger, SeenLedgers } from "../ledger/state-folder.ts";
import { requestHash } from "../plan/fingerprint.ts";
import { Failure } from "../shared/failure.ts";
import type { Files, OpenFile } from "../shared/files/files.ts";
import type { Place } from "./course-folder.ts";
import type { PlannedLesson } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { BoughtElsewhere, KnownLedger, RunProblem } from "./problem.ts";

/** What is to be bought, and where this machine's other purchases are known from. */
export interface Buying extends Place {
  readonly plan: MatchedPlan;
  readonly lessons: readonly PlannedLesson[];
  /** The ledger's state, which may grow. */
  readonly state: LedgerState;
  /** Null if it isn't known: purchases at any service count. */
  readonly service: string | null;
  /** The folder with this machine's mirrors; null: there is none. */
  readonly stateFolder: string | null;
  readonly location: string;
}

export type LostLedger = Extract<
  RunProblem,
  { code: "ledger_begun_anew" | "ledger_lost" | "bought_elsewhere" }
>;

/** An attempt of another ledger that created, or may have created, a story. */
interface OtherAttempt extends Attempt {
  readonly ledger: OtherLedger;
  readonly story: StoryFacts | undefined;
}

/**
 * Compares a ledger with the saved stories beside it, and with the purchases that this machine has seen in other ledgers. This happens before the ledger
 * is used and, under the lock of the service, before each intention, because other runs may buy the same lessons with other ledgers.
 */
export class PurchasesElsewhere {
  readonly #buying: Buying;
  /** Whether the run's ledger began without knowing the others. */
  readonly #wasNew: boolean;
  readonly #seen: SeenLedgers | null;

  constructor(buying: Buying) {
    this.#buying = buying;
    this.#wasNew = isNew(buying.state);
    const { stateFolder: folder, service, files } = buying;
    this.#seen = folder === null ? null : new SeenLedgers(service, { folder, files });
  }

  /** Why the ledger may not be used: it lacks purchases that this machine knows of; null if it may be used. Throws a Failure with `mirror_unusable`. */
  async find(): Promise<LostLedger | null> {
    const { lessons } = this.#buying;
    const pending = lessons.filter(({ status }) => status.kind === "pending");
    return this.#judge(pending, await this.#countUnknownStories());
  }

  /** Why a job's lesson may not be bought now; null: it may. Call it under the lock. Throws a Failure with `mirror_unusable`. */
  refusal(lesson: PlannedLesson): Promise<LostLedger | null> {
    return this.#judge([lesson], 0);
  }

  /** Takes the lock of the service on this machine: until it is closed, no other course intends or sends. Null: told to stop meanwhile. */
  async lock(waiting: Parameters<typeof lockService>[2]): Promise<Pick<OpenFile, "close"> | null> {
    const { stateFolder: folder, service, files } = this.#buying;
    if (folder === null || service === null) return { close: () => Promise.resolve() };
    return lockService(service, { folder, files }, waiting);
  }

  /** The quoted credits that this machine's other ledgers may have spent from a shared account since a time, in UTC. */
  async spentSince(time: string): Promise<number> {
    // It may have been charged until it was last heard of.
    const spent = attemptsOf(await this.#others(), this.#buying.state).filter(
      ({ intended, outcome, story }) =>
        (story?.observed?.at ?? (outcome.kind === "accepted" ? outcome.at : intended.at)) > time,
    );
    return spent.reduce((sum, { intended }) => sum + intended.price.credits, 0);
  }

  /** The ledger is new although lessons were bought before, lacks stories saved beside it, or would pay again for what another ledger has bought. */
  async #judge(lessons: readonly PlannedLesson[], stories: number): Promise<LostLedger | null> {
    const { plan, state, location: path } = this.#buying;
    // The user can't consent to an unfinished restoration, only finish it.
    if (state.rebuilt?.stage === "begun")
      throw new Failure<RunProblem>({ code: "ledger_half_rebuilt", path });
    const others = await this.#others();
    const bought = attemptsOf(others, state);
    const agreed = state.consented;
    // The user has agreed to a lesson in its edition, and with its request as it was then.
    const agreedIn = (agreed?.lessons ?? []).filter(({ edition }) => edition === plan.edition);
    const agreedTo = new Set(agreedIn.map((lesson) => lesson.requestHash));
    const found = await this.#boughtAgain(lessons, bought);
    const again = found.filter((lesson) => !agreedTo.has(lesson.requestHash));
    const ledgers = isNew(state) ? await this.#ledgersOf(others, bought, lessons) : [];
    const known = new Set(agreed?.known.ledgers.map((ledger) => ledger.path));
    const isBegunAnew = ledgers.some((ledger) => !known.has(ledger.path));
    const isLost = stories > (agreed?.known.stories ?? 0);
    if (!isLost && !isBegunAnew && again.length === 0) return null;
    const unknown = { path, stories, ledgers, again };
    if (isBegunAnew || isNew(state)) return { code: "ledger_begun_anew", ...unknown };
    return isLost ? { code: "ledger_lost", ...unknown } : { code: "bought_elsewhere", path, again };
  }

  #others(): Promise<readonly OtherLedger[]> {
    return this.#seen?.all(this.#buying.state.opened?.ledger ?? null) ?? Promise.resolve([]);
  }

  /**
   * The lessons of other ledgers that these ones would repeat: of the same course and edition by request or by address; of other courses by request, and
   * only for a ledger that began without knowing them, since long-running courses may share a lesson.
   */
  async #boughtAgain(
    lessons: readonly PlannedLesson[],
    bought: readonly OtherAttempt[],
  ): Promise<readonly BoughtElsewhere[]> {
    const { plan, state } = this.#buying;
    const isWatching = this.#wasNew || state.consented !== null;
    const found: BoughtElsewhere[] = [];
    for (const { job, recordName } of bought.length === 0 ? [] : lessons) {
      const hash = requestHash(job.request);
      const purchase = bought.findLast(({ ledger, intended }) => {
        const isSame = intended.requestHash === hash;
        if (ledger.course !== plan.course) return isSame && isWatching;
        return intended.edition === plan.edition && (isSame || intended.job === recordName.job);
      });
      if (purchase === undefined) continue;
      const { credits } = purchase.intended.price;
      const lesson = { job: job.id, topic: job.request.topic, requestHash: hash, credits };
      found.push({ ...lesson, ...(await this.#known(purchase.ledger)) });
    }
    return found;
  }

  /** The ledgers that bought lessons of the course, or these. The oldest versions remembered only that a ledger had bought something. */
  #ledgersOf(
    others: readonly OtherLedger[],
    bought: readonly OtherAttempt[],
    lessons: readonly PlannedLesson[],
  ): Promise<readonly KnownLedger[]> {
    const { plan, state } = this.#buying;
    const wanted = new Set(lessons.map(({ job }) => requestHash(job.request)));
    const buying = bought.filter(
      ({ ledger, intended }) => ledger.course === plan.course || wanted.has(intended.requestHash),
    );
    const unlisted = others.filter(({ id, course, path, state: { jobs } }) => {
      return course === plan.course && path !== null && jobs.size === 0 && id !== state.opened?.ledger;
    });
    const buyers = new Set([...buying.map(({ ledger }) => ledger), ...unlisted]);
    return Promise.all([...buyers].map((other) => this.#known(other)));
  }

  async #known({ id, course, path: former }: OtherLedger): Promise<KnownLedger> {
    const { plan, stateFolder, files, location } = this.#buying;
    const folder = stateFolder ?? "";
    const path = (await locationOf(id, { folder, files })) ?? former ?? mirrorPath(folder, id);
    return { course, isOwn: course === plan.course, path, isThere: await isThere(path, { location, files }) };
  }

  /** How many saved stories in the course's folder the ledger lacks. */
  async #countUnknownStories(): Promise<number> {
    const { folder, files, state } = this.#buying;
    const known = new Set([...state.jobs.values()].flatMap(({ stories }) => [...stories.keys()]));
    const names = await files.list(join(folder, "stories"));
    return names.filter((name) => name.endsWith(".json") && !known.has(basename(name, ".json"))).length;
  }
}

/** The attempts of other ledgers that this one lacks, unless they are proven absent. If joined ledgers share an attempt, it is the last one's. */
export function attemptsOf(others: readonly OtherLedger[], own: LedgerState): readonly OtherAttempt[] {
  const found = new Map<string, OtherAttempt>();
  for (const ledger of others)
    for (const record of ledger.state.jobs.values())
      for (const one of record.attempts) {
        const known = own.jobs.get(record.key)?.attempts ?? [];
        if (isAbsent(one) || known.some(({ attempt }) => attempt === one.attempt)) continue;
        found.set(one.attempt, { ...one, ledger, story: storyOf(record, one) });
      }
  return [...found.values()];
}

/** Whether another ledger than the one at `location` is at a path. Databases are not checked, and count as missing. */
export async function isThere(
  path: string,
  { location, files }: { readonly location: string; readonly files: Pick<Files, "list"> },
): Promise<boolean> {
  if (!isAbsolute(path) || path === location || path === resolve(location)) return false;
  return (await files.list(dirname(path)).catch(() => [] as string[])).includes(basename(path));
}

/** How the user can consent to a ledger that lacks known purchases. */
export interface Consent {
  readonly who: string;
  /** Given in advance, on the command line. */
  readonly isGiven: boolean;
  /** Asks the user; null if there is no terminal to ask in. */
  readonly ask: ((problem: LostLedger, stop: AbortSignal) => Promise<boolean>) | null;
}

/**
 * The event that records the user's consent: what was known then, and the lessons that may be paid for again, including those agreed to
 * before. No other lesson may. `problem` null: a new ledger is started and no earlier purchases are known.
 */
export function consentTo(
  problem: LostLedger | null,
  { state, who, edition }: { readonly state: LedgerState; readonly who: string; readonly edition: string },
): EventBody {
  const before = state.consented;
  const { stories, ledgers } =
    problem !== null && "ledgers" in problem ? problem : (before?.known ?? { stories: 0, ledgers: [] });
  const named = ledgers.map(({ path, course }) => ({ path, course, lessons: null }));
  const again = problem?.again.map((one) => {
    return { edition, job: one.job, requestHash: one.requestHash, credits: one.credits };
  });
  return {
    type: "ledger.consented",
    who,
    known: { stories, forgotten: 0, ledgers: named },
    lessons: [...(before?.lessons ?? []), ...(again ?? [])],
  };
}
