import { fold, jobKey } from "../../ledger/format/fold.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { RememberedEvent } from "../../ledger/memory/purchase-line.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import type { Job } from "../../plan/plan.ts";
import type { PlannedLesson } from "../lesson.ts";
import { type MatchedPlan, matchLessons } from "../match.ts";
import { type RememberedAttempt, RememberedAttempts } from "./remembered-attempts.ts";

/** What is compared with this machine's memory of purchases. */
export interface Buying {
  readonly plan: MatchedPlan;
  readonly lessons: readonly PlannedLesson[];
  /** The ledger's state, which may grow. */
  readonly state: LedgerState;
}

/** Whether no purchase was ever made or attempted with the ledger. */
export function isNew({ jobs }: LedgerState): boolean {
  return jobs.size === 0;
}

/** This machine's remembered purchases, as far as they concern a ledger that is about to buy. Pure; must be given each event in order. */
export class KnownPurchases {
  readonly #buying: Buying;
  readonly #wasNew: boolean;
  #wanted: ReadonlySet<string> | null = null;
  readonly #attempts = new RememberedAttempts();
  readonly #ledgers = new Set<string>();
  /** Attempts remembered before this ledger's first one. */
  readonly #before = new Set<string>();
  #hasBegun = false;
  #matched: ReadonlyMap<string, RememberedAttempt> | null = null;

  constructor(buying: Buying) {
    this.#buying = buying;
    this.#wasNew = isNew(buying.state);
  }

  see(remembered: RememberedEvent): void {
    const { event, ledger, course } = remembered;
    if (event.type === "creation.intended") {
      this.#ledgers.add(ledger);
      if (ledger === this.#own) {
        this.#hasBegun = true;
        if (this.#isKnown(event)) return;
      } else {
        const isOfCourse = course === this.#buying.plan.course;
        if (!isOfCourse && !this.#isWanted(event)) return;
        if (!this.#hasBegun) this.#before.add(event.attempt);
      }
    }
    this.#matched = null;
    this.#attempts.see(remembered);
  }

  /** Whether any purchase of a ledger is remembered. */
  remembers(ledger: string): boolean {
    return this.#ledgers.has(ledger);
  }

  /** How many purchases of this ledger it does not contain. */
  forgotten(): number {
    return this.#unknown().filter(({ ledger }) => ledger === this.#own).length;
  }

  /**
   * What other ledgers had bought, of the course or of these jobs, before a new ledger's first purchase: if two ledgers start at the same
   * time, only one is first. Empty if the ledger was not new.
   */
  boughtBefore(): readonly RememberedAttempt[] {
    return this.#wasNew ? this.#others().filter(({ intended }) => this.#before.has(intended.attempt)) : [];
  }

  /**
   * The purchase by another ledger that a job would repeat; null if there is none. Lessons of the course's edition are matched as within a
   * ledger. Those of other courses are matched by exact request, and only for a ledger that started without knowing them, since
   * long-running courses may share a lesson.
   */
  purchaseOf({ id, request }: Job): RememberedAttempt | null {
    const { course } = this.#buying.plan;
    const ofCourse = this.#matches().get(id);
    if (ofCourse !== undefined) return ofCourse;
    if (!this.#wasNew && this.#buying.state.consented === null) return null;
    const hash = requestHash(request);
    const others = this.#others().filter((one) => one.course !== course);
    return others.findLast(({ intended }) => intended.requestHash === hash) ?? null;
  }

  get #own(): string | null {
    return this.#buying.state.opened?.ledger ?? null;
  }

  #isKnown(of: { readonly edition: string; readonly job: string; readonly attempt: string }): boolean {
    const record = this.#buying.state.jobs.get(jobKey(of.edition, of.job));
    return record?.attempts.some(({ attempt }) => attempt === of.attempt) ?? false;
  }

  /** Whether it is the request of a job that is to be bought. Most commands meet no purchase of another course, and hash nothing. */
  #isWanted({ requestHash: hash }: { readonly requestHash: string }): boolean {
    this.#wanted ??= new Set(this.#buying.lessons.map(({ job }) => requestHash(job.request)));
    return this.#wanted.has(hash);
  }

  #unknown(): readonly RememberedAttempt[] {
    return this.#attempts.perhapsMade().filter(({ intended }) => !this.#isKnown(intended));
  }

  #others(): readonly RememberedAttempt[] {
    return this.#unknown().filter(({ ledger }) => ledger !== this.#own);
  }

  /** The lessons of the course's edition bought by other ledgers, keyed by the job that each would belong to if this ledger knew it. */
  #matches(): ReadonlyMap<string, RememberedAttempt> {
    this.#matched ??= matchOthers(this.#buying.plan, this.#others());
    return this.#matched;
  }
}

function matchOthers(
  plan: MatchedPlan,
  others: readonly RememberedAttempt[],
): ReadonlyMap<string, RememberedAttempt> {
  const { course, edition } = plan;
  const lessons = others.filter((one) => one.course === course && one.intended.edition === edition);
  if (lessons.length === 0) return new Map();
  const byAttempt = new Map(lessons.map((one) => [one.intended.attempt, one]));
  const state = stateOf(lessons);
  const found = new Map<string, RememberedAttempt>();
  const matched = matchLessons(plan, state);
  for (const { job, match, recordKey } of matched.lessons) {
    const before = match === null ? matched.boughtBefore(job.request) : null;
    const key = match === null ? before && jobKey(edition, before.name) : recordKey;
    const attempt = key === null ? undefined : state.jobs.get(key)?.attempts.at(-1)?.attempt;
    const purchase = attempt === undefined ? undefined : byAttempt.get(attempt);
    if (purchase !== undefined) found.set(job.id, purchase);
  }
  return found;
}

/** The state of a ledger that had bought exactly these lessons. */
function stateOf(lessons: readonly RememberedAttempt[]): LedgerState {
  const events = lessons.flatMap(({ intended, story, at }) => {
    const { edition, job, attempt } = intended;
    const of = { edition, job, attempt, status: 202, warnings: [] };
    const accepted = story && ({ type: "creation.accepted", ...of, id: story.id } as const);
    return [{ ...intended, at }, ...(accepted === null ? [] : [{ ...accepted, at }])];
  });
  return fold(events.map((event, index) => ({ ...event, seq: index + 1, hash: "" })));
}
