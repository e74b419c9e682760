import type { LedgerState } from "../ledger/format/state.ts";
import { editionAfter, numberOfEdition } from "../plan/edition.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanOptions, PlanResult } from "../plan/read-plan.ts";
import { billFor } from "../run/bill.ts";
import { pastEditions, plannedLessons } from "../run/editions.ts";
import { matchLessons } from "../run/match.ts";
import { quoteAll } from "../run/quote.ts";
import { divideWork, type Work } from "../run/work.ts";
import { closing } from "../shared/closing.ts";
import { Failure } from "../shared/failure.ts";
import type { ServiceSession } from "./preview-run.ts";
import type { CourseProblem } from "./problem.ts";

/** The coming editions, each as it will be if all editions before it are made. */
export type ComingEditions = Awaited<ReturnType<typeof comingEditions>>;

export type ComingEdition = ComingEditions["editions"][number];

interface Looking {
  readonly first: Plan;
  readonly count: number;
  readonly state: LedgerState;
  readonly read: (options: PlanOptions) => Promise<PlanResult>;
  readonly ask: () => Promise<ServiceSession>;
}

/**
 * Previews the coming editions and their prices, in credits; a price is null if it could not be quoted. Spends nothing. Throws a Failure with a
 * CourseProblem if the edition has no place in a sequence.
 */
export async function comingEditions(looking: Looking) {
  const { plans, problems } = await readComing(looking);
  const divided = plans.map((plan) => ({ plan, orders: ordersOf(plan, looking.state) }));
  const asked = await looking.ask();
  return closing(asked, async () => {
    const quoted = await quoteAll(
      divided.flatMap(({ orders }) => orders.map(({ lesson }) => lesson.job.request)),
      asked.context,
    );
    const editions = divided.map(({ plan, orders }) => ({
      plan,
      orders,
      credits: quoted === null ? null : billFor(orders, quoted).total,
    }));
    return { editions, problems, unquoted: asked.context.stops.problems[0] ?? null };
  });
}

async function readComing({ first, count, state, read }: Looking) {
  const { edition, editionPattern } = first;
  const counted = numberOfEdition(edition, editionPattern);
  if (counted === null) throw new Failure<CourseProblem>({ code: "edition_not_in_sequence", edition });
  // Each edition counts as made for those after it.
  const past = new Map(pastEditions(state));
  const plans: Plan[] = [];
  for (let steps = 0; steps < count; steps += 1) {
    const result = await read({ ...editionAfter(counted, steps), past: async () => past });
    if (!result.ok) return { plans, problems: result.problems };
    const { plan } = result;
    plans.push(plan);
    if (plan.turn === null || plan.skippedAt !== null || plan.made !== null) continue;
    const lessons = plannedLessons(plan).map((lesson) => ({ ...lesson, ids: [], isTaught: true }));
    past.set(plan.edition, { lessons, isComposed: true });
  }
  return { plans, problems: [] };
}

/** Includes lessons held back until the first ones are approved, since they will have to be paid for, too. */
function ordersOf(plan: Plan, state: LedgerState): Work["orders"] {
  if (plan.skippedAt !== null) return [];
  const matched = matchLessons(plan, state);
  const { orders, held } = divideWork(matched, { ...matched, replace: [] }, state);
  return [...orders, ...held];
}
