import type { SeenEvent } from "../ledger/seen-purchases.ts";

/** What this machine's other ledgers may have taken off a shared account, in quoted credits, and their courses. */
export interface OthersSpending {
  readonly credits: number;
  readonly courses: readonly string[];
}

interface Spending {
  readonly course: string;
  readonly credits: number;
  /** The last event about it, in UTC: it may have been charged until then. */
  last: string;
  isAbsent: boolean;
}

/** The cost of each ledger's purchases, from the events that this machine has seen of them. Pure; must be given each event in order. */
export class SpendingOfOthers {
  readonly #isOwn: (attempt: string) => boolean;
  readonly #spendings = new Map<string, Spending>();
  readonly #ofStories = new Map<string, Spending>();

  /** `isOwn`: whether an attempt belongs to the ledger whose balance is being checked. */
  constructor(isOwn: (attempt: string) => boolean) {
    this.#isOwn = isOwn;
  }

  see({ event, at, course }: SeenEvent): void {
    if (event.type === "creation.intended") {
      const { attempt, price } = event;
      // Several ledgers may have it, once they are joined.
      if (this.#isOwn(attempt) || this.#spendings.has(attempt)) return;
      this.#spendings.set(attempt, { course, credits: price.credits, last: at, isAbsent: false });
      return;
    }
    const spending = this.#spendingOf(event);
    if (spending === undefined) return;
    spending.last = at > spending.last ? at : spending.last;
    if (event.type === "creation.accepted") this.#ofStories.set(event.id, spending);
    if (event.type === "creation.resolved" && event.id !== null) this.#ofStories.set(event.id, spending);
    spending.isAbsent = isAbsence(event);
  }

  /** What may have been charged after a time, in UTC. */
  since(time: string): OthersSpending {
    const spent = [...this.#spendings.values()].filter(({ last, isAbsent }) => !isAbsent && last > time);
    const credits = spent.reduce((sum, one) => sum + one.credits, 0);
    return { credits, courses: [...new Set(spent.map(({ course }) => course))] };
  }

  #spendingOf(event: SeenEvent["event"]): Spending | undefined {
    if ("attempt" in event && typeof event.attempt === "string") return this.#spendings.get(event.attempt);
    // A story's text and book are saved after its end, and cost nothing.
    return event.type === "story.observed" ? this.#ofStories.get(event.id) : undefined;
  }
}

/** Whether an event proves that nothing was bought. */
function isAbsence(event: SeenEvent["event"]): boolean {
  if (event.type === "creation.resolved") return event.how === "not-created";
  return event.type === "creation.refused" || event.type === "creation.unsent";
}
