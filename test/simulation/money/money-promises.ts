import { sumOfAttempts } from "../../../src/ledger/format/charges.ts";
import type { LedgerEvent } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import type { SimService } from "../world/sim-service.ts";
import { committedIn, type MoneyView, type SeenAttempt, viewEvents } from "./money-view.ts";

/** Checks a promise; `words` is the message if it is broken. */
export type Expect = (holds: boolean, promise: () => string) => void;

/** The ledger never believes that less was spent than was. */
export function checkCosts(view: MoneyView, service: SimService, expect: Expect): void {
  // A cost above the quote is known only once the story is read.
  if (service.isDear) return;
  const owed = new Map<string, number>();
  for (const story of service.stories.values()) {
    const { edition, outcome } = view.attempts.get(story.attempt) ?? {};
    // Other promises cover stories that a ledger has lost, and stories that the user has declared not created.
    if (edition !== undefined && outcome !== "notCreated")
      owed.set(edition, (owed.get(edition) ?? 0) + service.owed(story));
  }
  for (const [edition, sum] of owed) {
    const committed = committedIn(view, (attempt) => attempt.edition === edition);
    expect(committed >= sum, () => `edition ${edition} has cost ${sum}, the ledger says ${committed}`);
  }
}

/** The program's sums over its events equal the judge's. */
export function checkFold(events: readonly LedgerEvent[], expect: Expect): void {
  const view = viewEvents(events);
  const state = fold(events);
  for (const edition of new Set([...view.attempts.values()].map((attempt) => attempt.edition))) {
    const committed = committedIn(view, (attempt) => attempt.edition === edition);
    const folded = sumOfAttempts(
      state.jobs.values(),
      ({ intended }) => intended.edition === edition,
    ).committed;
    expect(folded === committed, () => `edition ${edition}: ${folded} by the fold, ${committed} in truth`);
  }
}

interface Intended {
  readonly attempt: SeenAttempt;
  /** The ledger's events up to and including the intention. */
  readonly view: MoneyView;
  readonly monthOf: (attempt: SeenAttempt) => string;
}

/** Including the attempt about to be sent, the sum of everything not proven absent is within every ceiling. */
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
