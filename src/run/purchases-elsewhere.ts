import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { EventBody, LedgerEvent } from "../ledger/format/event.ts";
import { extend, fold, jobKey } from "../ledger/format/fold.ts";
import { isNew, serviceKey } from "../ledger/format/identity.ts";
import { isAbsent } from "../ledger/format/job-status.ts";
import type { Attempt, LedgerState } from "../ledger/format/state.ts";
import { locationOf, lockService } from "../ledger/mirror.ts";
import { mirrorPath, olderLedgers, type SeenEvent, SeenPurchases } from "../ledger/state-folder.ts";
import { requestHash } from "../plan/fingerprint.ts";
import { Failure } from "../shared/failure.ts";
import type { Files, OpenFile } from "../shared/files/files.ts";
import type { PlannedLesson } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { BoughtElsewhere, OtherLedger, RunProblem, UnknownPurchases } from "./problem.ts";

/** What is to be bought, and where this machine's other purchases are known from. */
export interface Buying {
  readonly plan: MatchedPlan;
  readonly lessons: readonly PlannedLesson[];
  /** The ledger's state, which may grow. */
  readonly state: LedgerState;
  readonly service: string;
  /** The folder with this machine's mirrors; null: there is none. */
  readonly stateFolder: string | null;
  readonly folder: string;
  readonly location: string;
  readonly files: Files;
}

export type LostLedger = Extract<
  RunProblem,
  { code: "ledger_begun_anew" | "ledger_lost" | "bought_elsewhere" }
>;

/** An attempt that this machine has seen. If joined ledgers share an attempt, it belongs to the newest of them. */
interface SeenAttempt extends Omit<SeenEvent, "event" | "at"> {
  readonly intended: Attempt["intended"];
  /** When it was last heard of, in UTC: it may have been charged until then. */
  readonly last: string;
}

/**
 * Compares a ledger with the saved stories beside it, and with the purchases that this machine has seen in other ledgers. This happens before the ledger
 * is used and, under the lock of the service, before each intention, because other runs may buy the same lessons with other ledgers.
 */
export class PurchasesElsewhere {
  readonly #buying: Buying;
  /** Whether the run's ledger began without knowing the others. */
  readonly #wasNew: boolean;
  readonly #seen: SeenPurchases | null;
  /** What the purchases seen in all other ledgers add up to, and by attempt the ledger that has it. */
  readonly #others = fold([]);
  readonly #ledgerOf = new Map<string, Omit<SeenEvent, "event"> & { readonly key: string }>();

  constructor(buying: Buying) {
    this.#buying = buying;
    this.#wasNew = isNew(buying.state);
    const { stateFolder: folder, service, files } = buying;
    this.#seen = folder === null ? null : new SeenPurchases(service, { folder, files });
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
    if (folder === null) return { close: () => Promise.resolve() };
    return lockService(service, { folder, files }, waiting);
  }

  /** The quoted credits that this machine's other ledgers may have spent from a shared account since a time, in UTC. */
  async spentSince(time: string): Promise<number> {
    const spent = (await this.#boughtByOthers()).filter(({ last }) => last > time);
    return spent.reduce((sum, { intended }) => sum + intended.price.credits, 0);
  }

  /** The ledger is new although lessons were bought before, lacks stories saved beside it, or would pay again for what another ledger has bought. */
  async #judge(lessons: readonly PlannedLesson[], stories: number): Promise<LostLedger | null> {
    const { plan, state, location: path } = this.#buying;
    // The user can't consent to an unfinished restoration, only finish it.
    if (state.rebuilt?.stage === "begun")
      throw new Failure<RunProblem>({ code: "ledger_half_rebuilt", path });
    const others = await this.#boughtByOthers();
    const agreed = state.consented;
    // The user has agreed to a lesson in its edition, and with its request as it was then.
    const agreedIn = (agreed?.lessons ?? []).filter(({ edition }) => edition === plan.edition);
    const agreedTo = new Set(agreedIn.map((lesson) => lesson.requestHash));
    const found = await this.#boughtAgain(lessons, others);
    const again = found.filter((lesson) => !agreedTo.has(lesson.requestHash));
    const ledgers = isNew(state) ? await this.#ledgersOf(others, lessons) : [];
    const known = new Set(agreed?.known.ledgers.map((ledger) => ledger.path));
    const isBegunAnew = ledgers.some((ledger) => !known.has(ledger.path));
    const isLost = stories > (agreed?.known.stories ?? 0);
    if (!isLost && !isBegunAnew && again.length === 0) return null;
    const unknown = { path, stories, ledgers, again };
    if (isBegunAnew || isNew(state)) return { code: "ledger_begun_anew", ...unknown };
    return isLost ? { code: "ledger_lost", ...unknown } : { code: "bought_elsewhere", path, again };
  }

  /**
   * The attempts that created, or may have created, a story and that this ledger lacks: with other ledgers, or with a copy of this one that an older
   * version goes on with.
   */
  async #boughtByOthers(): Promise<SeenAttempt[]> {
    for await (const { event, ...of } of this.#seen?.added(this.#own) ?? []) {
      if (event.type === "creation.intended") {
        const isKnown = this.#ledgerOf.has(event.attempt);
        this.#ledgerOf.set(event.attempt, { ...of, key: jobKey(event.edition, event.job) });
        if (isKnown) continue;
      }
      extend(this.#others, { seq: 0, hash: "", ...event, at: of.at } as LedgerEvent);
    }
    const { jobs } = this.#buying.state;
    return [...this.#ledgerOf].flatMap(([id, { key, at, ...of }]): SeenAttempt[] => {
      const { attempts = [], stories } = this.#others.jobs.get(key) ?? {};
      const attempt = attempts.find((one) => one.attempt === id);
      const isOwn = jobs.get(key)?.attempts.some((one) => one.attempt === id);
      if (attempt === undefined || isAbsent(attempt) || isOwn) return [];
      const { intended, outcome } = attempt;
      const heard = outcome.kind === "accepted" ? (stories?.get(outcome.id)?.observed ?? outcome) : intended;
      return [{ ...of, intended, last: heard.at > at ? heard.at : at }];
    });
  }

  /**
   * The lessons of other ledgers that these ones would repeat: of the same course and edition by request or by address; of other courses by request, and
   * only for a ledger that began without knowing them, since long-running courses may share a lesson.
   */
  async #boughtAgain(
    lessons: readonly PlannedLesson[],
    others: readonly SeenAttempt[],
  ): Promise<readonly BoughtElsewhere[]> {
    const { plan, state } = this.#buying;
    const isWatching = this.#wasNew || state.consented !== null;
    const found: BoughtElsewhere[] = [];
    if (others.length === 0) return found;
    for (const { job, recordName } of lessons) {
      const hash = requestHash(job.request);
      const purchase = others.findLast(({ course, intended }) => {
        const isSame = intended.requestHash === hash;
        if (course !== plan.course) return isSame && isWatching;
        return intended.edition === plan.edition && (isSame || intended.job === recordName.job);
      });
      if (purchase === undefined) continue;
      const { credits } = purchase.intended.price;
      const lesson = { job: job.id, topic: job.request.topic, requestHash: hash, credits };
      found.push({ ...lesson, ...(await this.#whereIs(purchase)) });
    }
    return found;
  }

  /** The ledgers that bought lessons of the course, or these. */
  async #ledgersOf(
    others: readonly SeenAttempt[],
    lessons: readonly PlannedLesson[],
  ): Promise<readonly OtherLedger[]> {
    const { service, stateFolder: folder, files } = this.#buying;
    const { course } = this.#buying.plan;
    const wanted = new Set(lessons.map(({ job }) => requestHash(job.request)));
    const ledgers = new Map<string, OtherLedger>();
    for (const one of others) {
      if (one.course !== course && !wanted.has(one.intended.requestHash)) continue;
      const bought = (ledgers.get(one.ledger)?.lessons ?? 0) + 1;
      ledgers.set(one.ledger, { ...(await this.#whereIs(one)), lessons: bought, last: one.intended.at });
    }
    // Versions before the memory of purchases remembered only that a ledger had bought something.
    const seen = new Set([...this.#ledgerOf.values()].map(({ ledger }) => ledger));
    for (const one of folder === null ? [] : await olderLedgers({ folder, files })) {
      const isOwn = one.course === course && serviceKey(one.service) === serviceKey(service);
      if (isOwn && one.ledger !== this.#own && !seen.has(one.ledger))
        ledgers.set(one.ledger, { ...(await this.#whereIs(one)), lessons: null, last: null });
    }
    return [...ledgers.values()];
  }

  async #whereIs({ ledger, course, path: former }: Pick<SeenAttempt, "ledger" | "course" | "path">) {
    const { plan, stateFolder, files } = this.#buying;
    const folder = stateFolder ?? "";
    const path = (await locationOf(ledger, { folder, files })) ?? former ?? mirrorPath(folder, ledger);
    return { course, isOwn: course === plan.course, path, now: await whatIsAt(path, this.#buying) };
  }

  get #own(): string | null {
    return this.#buying.state.opened?.ledger ?? null;
  }

  /** How many saved stories in the course's folder the ledger lacks. */
  async #countUnknownStories(): Promise<number> {
    const { folder, files, state } = this.#buying;
    const known = new Set([...state.jobs.values()].flatMap(({ stories }) => [...stories.keys()]));
    const names = await files.list(join(folder, "stories"));
    return names.filter((name) => name.endsWith(".json") && !known.has(basename(name, ".json"))).length;
  }
}

/** What is now at a ledger's former location. `location`: the location of the ledger that lacks the other one's purchases. */
export async function whatIsAt(
  path: string,
  { location, files }: { readonly location: string; readonly files: Pick<Files, "list"> },
): Promise<OtherLedger["now"]> {
  if (path === location || path === resolve(location)) return "replaced";
  // Databases are not checked.
  if (!isAbsolute(path)) return "unknown";
  const names = await files.list(dirname(path)).catch(() => null);
  if (names === null) return "unknown";
  return names.includes(basename(path)) ? "there" : "gone";
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
  const named = ledgers.map(({ path, course, lessons }) => ({ path, course, lessons }));
  const again = problem?.again.map(({ job, requestHash, credits }) => {
    return { edition, job, requestHash, credits };
  });
  return {
    type: "ledger.consented",
    who,
    known: { stories, forgotten: 0, ledgers: named },
    lessons: [...(before?.lessons ?? []), ...(again ?? [])],
  };
}

/** Whether a restoration would find any part of a lost ledger. A ledger that still exists was not lost, whatever its course is called. */
export function canFindLost({ stories, ledgers }: UnknownPurchases): boolean {
  return stories > 0 || ledgers.some(({ now }) => now !== "there");
}
