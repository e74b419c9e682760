import { fold, jobKey } from "../../ledger/format/fold.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { RememberedEvent } from "../../ledger/memory/purchase-line.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import { type MatchedPlan, matchLessons, type RunJob } from "../match/match-lessons.ts";
import { type RememberedAttempt, RememberedAttempts } from "./remembered-attempts.ts";

/** What a ledger is set against the machine's memory for. */
export interface Buying {
  readonly plan: MatchedPlan;
  /** What is to be bought. */
  readonly jobs: readonly RunJob[];
  /** The state of the ledger, which may grow. */
  readonly state: LedgerState;
}

/** Whether nothing was ever bought with a ledger, nor tried to be. */
export function isNew({ jobs }: LedgerState): boolean {
  return jobs.size === 0;
}

/** What this machine remembers of purchases, as far as it matters to a ledger that is to buy. Pure: it is told each event in its order. */
export class KnownPurchases {
  readonly #buying: Buying;
  readonly #wasNew: boolean;
  readonly #wanted: ReadonlySet<string>;
  readonly #attempts = new RememberedAttempts();
  readonly #ledgers = new Set<string>();
  /** Attempts that were remembered before the first one of this ledger. */
  readonly #before = new Set<string>();
  #hasBegun = false;
  #matched: ReadonlyMap<string, RememberedAttempt> | null = null;

  constructor(buying: Buying) {
    this.#buying = buying;
    this.#wasNew = isNew(buying.state);
    this.#wanted = new Set(buying.jobs.map(({ request }) => requestHash(request)));
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
        if (!isOfCourse && !this.#wanted.has(event.requestHash)) return;
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

  /** Purchases of this very ledger that it does not contain. */
  forgotten(): number {
    return this.#unknown().filter(({ ledger }) => ledger === this.#own).length;
  }

  /**
   * What other ledgers had bought of the course, or of what is to be bought, before a ledger that was new began to buy: of two that begin at
   * the same time only one is the first. None where it was not new.
   */
  boughtBefore(): readonly RememberedAttempt[] {
    return this.#wasNew ? this.#others().filter(({ intended }) => this.#before.has(intended.attempt)) : [];
  }

  /**
   * The purchase by another ledger that a job would repeat; null where there is none. Lessons of the course's edition are told by what makes them
   * a job's own in a ledger too. Those of other courses by the exact request, and only for a ledger that began without knowing them: courses
   * that have gone on for long may share a lesson.
   */
  purchaseOf({ id, request }: RunJob): RememberedAttempt | null {
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

  #unknown(): readonly RememberedAttempt[] {
    return this.#attempts.perhapsMade().filter(({ intended }) => !this.#isKnown(intended));
  }

  #others(): readonly RememberedAttempt[] {
    return this.#unknown().filter(({ ledger }) => ledger !== this.#own);
  }

  /** The lessons of the course's edition that other ledgers have bought, by the job that would have each if this ledger knew it. */
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
  for (const { id, match, ledgerKey, boughtAs } of matchLessons(plan, state).jobs) {
    const key = match === null ? boughtAs && jobKey(edition, boughtAs.name) : ledgerKey;
    const attempt = key === null ? undefined : state.jobs.get(key)?.attempts.at(-1)?.attempt;
    const purchase = attempt === undefined ? undefined : byAttempt.get(attempt);
    if (purchase !== undefined) found.set(id, purchase);
  }
  return found;
}

/** The state of a ledger that had bought just these. */
function stateOf(lessons: readonly RememberedAttempt[]): LedgerState {
  const events = lessons.flatMap(({ intended, story, at }) => {
    const { edition, job, attempt } = intended;
    const of = { edition, job, attempt, status: 202, warnings: [] };
    const accepted = story && ({ type: "creation.accepted", ...of, id: story.id } as const);
    return [{ ...intended, at }, ...(accepted === null ? [] : [{ ...accepted, at }])];
  });
  return fold(events.map((event, index) => ({ ...event, seq: index + 1, hash: "" })));
}
