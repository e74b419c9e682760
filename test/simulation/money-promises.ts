import type { LedgerEvent } from "../../src/ledger/format/event.ts";
import { fold } from "../../src/ledger/format/fold.ts";
import { accountFor } from "../../src/ledger/format/job-status.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { committedIn, type MoneyView, type SeenAttempt, viewEvents } from "./money-view.ts";
import type { SimService } from "./world/sim-service.ts";

/** Holds a promise to what happened; the words are for the case that it was broken. */
export type Expect = (holds: boolean, promise: () => string) => void;

/** The ledger never believes that less was spent than was. */
export function checkCosts(view: MoneyView, service: SimService, expect: Expect): void {
  // What a story turns out to cost more than its quote is known once it is read.
  if (service.isDear) return;
  const owed = new Map<string, number>();
  for (const story of service.stories.values()) {
    const { edition, outcome } = view.attempts.get(story.attempt) ?? {};
    // A story that a ledger does not know any more is another promise's matter, and so is one that a person has declared not to exist.
    if (edition !== undefined && outcome !== "notCreated")
      owed.set(edition, (owed.get(edition) ?? 0) + service.owed(story));
  }
  for (const [edition, sum] of owed) {
    const committed = committedIn(view, (attempt) => attempt.edition === edition);
    expect(committed >= sum, () => `edition ${edition} has cost ${sum}, the ledger says ${committed}`);
  }
}

/** The program's own sums over its events are what the judge makes of them. */
export function checkFold(events: readonly LedgerEvent[], expect: Expect): void {
  const view = viewEvents(events);
  const state = fold(events);
  for (const edition of new Set([...view.attempts.values()].map((attempt) => attempt.edition))) {
    const committed = committedIn(view, (attempt) => attempt.edition === edition);
    const folded = accountFor(state, ({ intended }) => intended.edition === edition).committed;
    expect(folded === committed, () => `edition ${edition}: ${folded} by the fold, ${committed} in truth`);
  }
}

interface Intended {
  readonly attempt: SeenAttempt;
  /** What the ledger said when the attempt was intended, with it. */
  readonly view: MoneyView;
  readonly monthOf: (attempt: SeenAttempt) => string;
}

/** With the attempt that is about to be sent, everything that is not proven absent keeps within every ceiling. */
export function checkBudgets(
  { plan: { budget }, maxCredits }: { readonly plan: Plan; readonly maxCredits: number | null },
  { attempt, view, monthOf }: Intended,
  expect: Expect,
): void {
  const inEdition = committedIn(view, ({ edition }) => edition === attempt.edition);
  expect(inEdition <= budget.credits, () => `${inEdition} committed, budget ${budget.credits}`);
  const inMonth = committedIn(view, (one) => monthOf(one) === monthOf(attempt));
  expect(
    budget.month === null || inMonth <= budget.month,
    () => `${inMonth} committed in a month, budget ${budget.month}`,
  );
  const inRun = committedIn(view, ({ run }) => run === attempt.run);
  expect(
    maxCredits === null || inRun <= maxCredits,
    () => `${inRun} committed by one run, ceiling ${maxCredits}`,
  );
}
