import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { EventBody } from "../ledger/format/event.ts";
import { jobKey } from "../ledger/format/fold.ts";
import { serviceKey } from "../ledger/format/identity.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import { locationOf, lockService, mirrorPath } from "../ledger/mirror.ts";
import { olderLedgers, type SeenEvent } from "../ledger/older-state.ts";
import { SeenPurchases } from "../ledger/seen-purchases.ts";
import type { LedgerIdentity } from "../ledger/store.ts";
import { requestHash } from "../plan/fingerprint.ts";
import { Failure } from "../shared/failure.ts";
import type { Files, OpenFile } from "../shared/files/files.ts";
import type { PlannedLesson } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { BoughtElsewhere, OtherLedger, RunProblem, UnknownPurchases } from "./problem.ts";

export interface Buying {
  readonly plan: MatchedPlan;
  readonly lessons: readonly PlannedLesson[];
  /** The ledger's state, which may grow. */
  readonly state: LedgerState;
}

interface PurchasePlace {
  readonly identity: LedgerIdentity;
  /** The folder with this machine's mirrors; null: there is none. */
  readonly stateFolder: string | null;
  readonly spareFolder?: string | undefined;
  readonly folder: string;
  readonly location: string;
  readonly files: Files;
}

export type LostLedger = Extract<
  RunProblem,
  { code: "ledger_begun_anew" | "ledger_lost" | "bought_elsewhere" }
>;

/** An attempt at a lesson that this machine has seen. If joined ledgers share an attempt, it belongs to the newest of them. */
interface SeenAttempt extends Omit<SeenEvent, "event"> {
  readonly intended: Extract<EventBody, { type: "creation.intended" }>;
  /** The last event about it, in UTC: it may have been charged until then. */
  readonly last: string;
  /** Whether it is proven to have created no story. */
  readonly isAbsent: boolean;
}

/** Whether an event proves that nothing was bought. */
function isAbsence(event: EventBody): boolean {
  if (event.type === "creation.resolved") return event.how === "not-created";
  return event.type === "creation.refused" || event.type === "creation.unsent";
}

/** Whether no purchase was ever made or attempted with the ledger. */
export function isNew({ jobs }: LedgerState): boolean {
  return jobs.size === 0;
}

/**
 * Compares a ledger with the saved stories beside it, and with the purchases that this machine has seen in other ledgers. This happens before the ledger
 * is used and, under the lock of the service, before each intention, because other runs may buy the same lessons with other ledgers.
 */
export class PurchasesElsewhere {
  readonly #buying: Buying;
  readonly #place: PurchasePlace;
  readonly #wasNew: boolean;
  readonly #seen: SeenPurchases | null;
  readonly #attempts = new Map<string, SeenAttempt>();
  readonly #attemptOfStory = new Map<string, string>();
  readonly #ledgers = new Set<string>();

  constructor(buying: Buying, place: PurchasePlace) {
    this.#buying = buying;
    this.#place = place;
    this.#wasNew = isNew(buying.state);
    const { stateFolder: folder, spareFolder, identity, files } = place;
    this.#seen = folder === null ? null : new SeenPurchases(identity.service, { folder, spareFolder, files });
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
    const { stateFolder: folder, identity, files } = this.#place;
    if (folder === null) return { close: () => Promise.resolve() };
    return lockService(identity.service, { folder, files }, waiting);
  }

  /** The quoted credits that this machine's other ledgers may have spent from a shared account since a time, in UTC. */
  async spentSince(time: string): Promise<number> {
    const spent = (await this.#boughtByOthers()).filter(({ last }) => last > time);
    return spent.reduce((sum, { intended }) => sum + intended.price.credits, 0);
  }

  async #judge(lessons: readonly PlannedLesson[], stories: number): Promise<LostLedger | null> {
    const { plan, state } = this.#buying;
    const { location: path } = this.#place;
    // The user can't consent to an unfinished restoration, only finish it.
    if (state.rebuilt?.stage === "begun")
      throw new Failure<RunProblem>({ code: "ledger_half_rebuilt", path });
    const others = await this.#boughtByOthers();
    const again = await this.#boughtAgain(lessons, others);
    const ledgers = isNew(state) ? await this.#ledgersOf(others, lessons) : [];
    return judgeLedger(state, { stories, ledgers, again }, { path, edition: plan.edition });
  }

  /**
   * The attempts that created, or may have created, a story and that this ledger lacks: with other ledgers, or with a copy of this one that an older
   * version goes on with.
   */
  async #boughtByOthers(): Promise<SeenAttempt[]> {
    for await (const { event, ...of } of this.#seen?.added(this.#own) ?? []) {
      // A story's text and book are saved after its end, and cost nothing.
      const named = event.type === "story.observed" ? this.#attemptOfStory.get(event.id) : undefined;
      const attempt = "attempt" in event ? String(event.attempt) : (named ?? "");
      const known = this.#attempts.get(attempt);
      if (event.type === "creation.intended") {
        this.#ledgers.add(of.ledger);
        const { last = of.at, isAbsent = false } = known ?? {};
        const at = event.happenedAt ?? of.at;
        this.#attempts.set(attempt, { ...of, at, intended: event, last, isAbsent });
      } else if (known !== undefined) {
        if ("id" in event && event.id !== null) this.#attemptOfStory.set(event.id, attempt);
        const last = of.at > known.last ? of.at : known.last;
        this.#attempts.set(attempt, { ...known, last, isAbsent: isAbsence(event) });
      }
    }
    return [...this.#attempts.values()].filter(
      ({ intended, isAbsent }) => !isAbsent && !this.#isKnown(intended),
    );
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
      const { id, request } = job;
      const hash = requestHash(request);
      const purchase = others.findLast(({ course, intended }) => {
        const isSame = intended.requestHash === hash;
        if (course !== plan.course) return isSame && isWatching;
        return intended.edition === plan.edition && (isSame || intended.job === recordName.job);
      });
      if (purchase === undefined) continue;
      const { credits } = purchase.intended.price;
      const of = await this.#whereIs(purchase);
      found.push({ job: id, topic: request.topic, requestHash: hash, credits, ...of });
    }
    return found;
  }

  async #ledgersOf(
    others: readonly SeenAttempt[],
    lessons: readonly PlannedLesson[],
  ): Promise<readonly OtherLedger[]> {
    const { plan } = this.#buying;
    const { identity, stateFolder: folder, files } = this.#place;
    const wanted = new Set(lessons.map(({ job }) => requestHash(job.request)));
    const ledgers = new Map<string, OtherLedger>();
    for (const one of others) {
      const { ledger, course, at, intended } = one;
      if (course !== plan.course && !wanted.has(intended.requestHash)) continue;
      const bought = (ledgers.get(ledger)?.lessons ?? 0) + 1;
      ledgers.set(ledger, { ...(await this.#whereIs(one)), lessons: bought, last: at });
    }
    // Versions before the memory of purchases remembered only that a ledger had bought something.
    for (const one of folder === null ? [] : await olderLedgers({ folder, files })) {
      const { ledger, course, service } = one;
      const isOwn = course === plan.course && serviceKey(service) === serviceKey(identity.service);
      if (isOwn && ledger !== this.#own && !this.#ledgers.has(ledger))
        ledgers.set(ledger, { ...(await this.#whereIs(one)), lessons: null, last: null });
    }
    return [...ledgers.values()];
  }

  async #whereIs({
    ledger,
    course,
    path: former,
  }: Pick<SeenAttempt, "ledger" | "course" | "path">): Promise<
    Pick<OtherLedger, "course" | "isOwn" | "path" | "now">
  > {
    const { stateFolder, files } = this.#place;
    const folder = stateFolder ?? "";
    const path = (await locationOf(ledger, { folder, files })) ?? former ?? mirrorPath(folder, ledger);
    const isOwn = course === this.#buying.plan.course;
    return { course, isOwn, path, now: await whatIsAt(path, this.#place) };
  }

  get #own(): string | null {
    return this.#buying.state.opened?.ledger ?? null;
  }

  #isKnown(of: { readonly edition: string; readonly job: string; readonly attempt: string }): boolean {
    const record = this.#buying.state.jobs.get(jobKey(of.edition, of.job));
    return record?.attempts.some(({ attempt }) => attempt === of.attempt) ?? false;
  }

  /** How many saved stories in the course's folder the ledger lacks. */
  async #countUnknownStories(): Promise<number> {
    const { folder, files } = this.#place;
    const known = new Set(
      [...this.#buying.state.jobs.values()].flatMap(({ stories }) => [...stories.keys()]),
    );
    const names = await files.list(join(folder, "stories"));
    return names.filter((name) => name.endsWith(".json") && !known.has(basename(name, ".json"))).length;
  }
}

/** What is now at a ledger's former location. `location`: the location of the ledger that lacks the other one's purchases. */
export async function whatIsAt(
  path: string,
  { location, files }: Pick<PurchasePlace, "location"> & { readonly files: Pick<Files, "list"> },
): Promise<OtherLedger["now"]> {
  if (path === location || path === resolve(location)) return "replaced";
  // Databases are not checked.
  if (!isAbsolute(path)) return "unknown";
  const names = await files.list(dirname(path)).catch(() => null);
  if (names === null) return "unknown";
  return names.includes(basename(path)) ? "there" : "gone";
}

/**
 * Why nothing may be bought with a ledger, given what it lacks; null: it may be used. The ledger is new although lessons were bought before, it lacks
 * stories saved beside it, or it would pay again without the user's consent for lessons bought with another ledger.
 */
function judgeLedger(
  state: LedgerState,
  { stories, ...unknown }: UnknownPurchases,
  { path, edition }: { readonly path: string; readonly edition: string },
): LostLedger | null {
  const agreed = state.consented?.known;
  const again = unknown.again.filter(
    ({ requestHash: hash }) => !isAgreed(state, { edition, requestHash: hash }),
  );
  const ledgers = unknown.ledgers.filter(
    ({ path: one }) => !agreed?.ledgers.some((known) => known.path === one),
  );
  const isLost = stories > (agreed?.stories ?? 0);
  if (!isLost && ledgers.length === 0 && again.length === 0) return null;
  if (ledgers.length > 0 || isNew(state))
    return { code: "ledger_begun_anew", path, stories, ...unknown, again };
  return isLost
    ? { code: "ledger_lost", path, stories, ...unknown, again }
    : { code: "bought_elsewhere", path, again };
}

/** Whether the user has agreed to pay for a lesson again: for its edition and request as they were then. */
function isAgreed(
  state: LedgerState,
  of: { readonly edition: string; readonly requestHash: string },
): boolean {
  const lessons = state.consented?.lessons ?? [];
  return lessons.some(({ edition, requestHash: hash }) => edition === of.edition && hash === of.requestHash);
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
  // An earlier consent stays valid.
  const before = state.consented?.known ?? { stories: 0, ledgers: [] };
  const { stories, ledgers } = problem !== null && "ledgers" in problem ? problem : before;
  const named = ledgers.map(({ path, course, lessons }) => ({ path, course, lessons }));
  const again = lessonsAgain(problem).map(({ job, requestHash: hash, credits }) => ({
    edition,
    job,
    requestHash: hash,
    credits,
  }));
  const lessons = [...(state.consented?.lessons ?? []), ...again];
  return { type: "ledger.consented", who, known: { stories, forgotten: 0, ledgers: named }, lessons };
}

/** The lessons that are paid for again if the user agrees. */
export function lessonsAgain(problem: LostLedger | null): readonly BoughtElsewhere[] {
  return problem?.again ?? [];
}

/** Asks for consent if it isn't given yet. Throws a Failure with the problem if consent is refused or can't be asked for. */
export async function agreeOrRefuse(problem: LostLedger, consent: Consent, stop: AbortSignal): Promise<void> {
  if (consent.isGiven) return;
  if (consent.ask === null || !(await consent.ask(problem, stop))) throw new Failure<RunProblem>(problem);
}

/** Whether a restoration would find any part of a lost ledger. A ledger that still exists was not lost, whatever its course is called. */
export function canFindLost({ stories, ledgers }: UnknownPurchases): boolean {
  return stories > 0 || ledgers.some(({ now }) => now !== "there");
}
