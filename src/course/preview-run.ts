import type { ApprovedSelection } from "../documents/approval.ts";
import { ceilingsOf, exceededBy } from "../ledger/format/ceilings.ts";
import { priceRestored } from "../ledger/format/fold.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import { editionAfter, numberOfEdition } from "../plan/edition.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanOptions, PlanResult } from "../plan/read-plan.ts";
import { approvalFor, billedLessons, billFor } from "../run/bill.ts";
import { pastEditions, plannedLessons } from "../run/editions.ts";
import { lessonsOf, type Replacement, refuseWrongReplacements } from "../run/lesson.ts";
import { matchLessons } from "../run/match.ts";
import { type Foresight, foretell, noticesOfFormats } from "../run/plan-notices.ts";
import type { RunNotice, RunProblem } from "../run/problem.ts";
import { fallIn, findOtherAccount, monthNow, quoteAll, unpricedRequests } from "../run/quote.ts";
import { countJobs, uncertainIn } from "../run/report.ts";
import type { CallContext, RunChoices } from "../run/run-context.ts";
import { divideWork, editsOf, problemsOfEdits, type Work } from "../run/work.ts";
import { closing } from "../shared/closing.ts";
import { Failure } from "../shared/failure.ts";
import type { Course } from "./course.ts";
import { purchasesElsewhere, refusalOf } from "./ledger.ts";
import type { CourseProblem } from "./problem.ts";
import { type JobChoice, readSelection } from "./select-jobs.ts";

/** `bill` is null if no prices were available, `approval` if nothing could be bought, `waiting` if nothing waits behind the plan's gate. */
export type RunPreview = Awaited<ReturnType<typeof previewRun>>;

interface PreviewContext extends JobChoice, Pick<RunChoices, "maxCredits" | "otherAccount"> {
  readonly course: Course;
  readonly service: string;
  readonly replace: readonly Replacement[];
  readonly given: Pick<ApprovedSelection, "edition" | "date">;
  readonly ledgerMustExist?: boolean | undefined;
  readonly newLedger: boolean;
  readonly ask: (state: LedgerState) => Promise<ServiceSession>;
}

export interface ServiceSession {
  readonly context: CallContext;
  readonly foresight?: Foresight;
  close(): Promise<void>;
}

/** Previews a run. Spends nothing, and writes nothing. Throws a Failure if the selection is wrong, such as `replacement_wrong`. */
export async function previewRun(written: Plan, looking: PreviewContext) {
  const prepared = await prepare(written, looking);
  const asked = await looking.ask(prepared.state).catch((error: unknown) => {
    // A ledger that can't be used comes before a missing credential.
    throw prepared.refused === null ? error : new Failure<RunProblem>(prepared.refused);
  });
  return closing(asked, () => preview(prepared, looking, asked));
}

async function prepare(written: Plan, looking: PreviewContext) {
  const { course, service, newLedger } = looking;
  const read = await course.lookAtLedger();
  const { state } = read;
  const { jobs, replace } = readSelection(written, looking);
  const plan = matchLessons(written, state);
  const selected = lessonsOf(plan, jobs);
  refuseWrongReplacements(replace, selected, plan.edition);
  const purchases = purchasesElsewhere(course, { plan, lessons: selected, state, service });
  const ofLedger = await refusalOf(read, course, looking);
  const refused: RunProblem | null = ofLedger ?? (newLedger ? null : await purchases.find());
  const work = divideWork(plan, { lessons: selected, replace }, state);
  return { state, plan, selected, work, purchases, refused };
}

async function preview(
  { state, plan, selected, work, purchases, refused }: Awaited<ReturnType<typeof prepare>>,
  looking: PreviewContext,
  { context: ask, foresight }: ServiceSession,
) {
  const { maxCredits = null, service, course } = looking;
  const { orders, held } = work;
  const { world, rateLimiter, stops } = ask;
  const at = world.now();
  const requests = [...orders, ...held].map(({ lesson }) => lesson.job.request);
  const quotes = await quoteAll([...requests, ...unpricedRequests(state)], ask);
  for (const quoted of quotes ?? []) priceRestored(state, quoted);
  const asking = { work, state, path: course.place.ledger.location, spendsNothing: true };
  // If the quotes failed, this would fail for the same reason.
  const other = quotes !== null && !looking.otherAccount ? await findOtherAccount(asking, ask) : null;
  const month = monthNow(state, ask);
  const bill = quotes === null ? null : billFor(orders, quotes);
  const quoted = bill === null ? {} : { quoted: bill.balance };
  const purchasing = { edition: plan.edition, month, run: null, ...quoted };
  const limits = { edition: plan.budget.credits, month: plan.budget.month, run: maxCredits };
  const ceilings = ceilingsOf(state, limits, purchasing);
  const fall = quotes === null ? null : await fallIn(quotes, state, purchases);
  const notices: RunNotice[] = [
    ...foretell(
      orders.map(({ lesson }) => lesson.job),
      foresight ?? null,
    ),
    ...noticesOfFormats(plan),
    ...(fall === null ? [] : [{ code: "balance_fell" as const, ...fall }]),
    ...work.unfinishedEditions,
  ];
  const problems: RunProblem[] = [
    ...[refused, other].filter((one) => one !== null),
    ...problemsOfEdits(plan, work),
    ...work.blocked,
    ...stops.problems,
    ...(bill === null || orders.length === 0
      ? []
      : exceededBy(bill.total, ceilings, { job: null, first: bill.stories[0]?.credits })),
  ];
  const lessons = billedLessons(plan, { lessons: selected, work, bill });
  rateLimiter.expectCreations(orders.map(({ lesson }) => lesson.job.request));
  // The progress of an existing story is known only after its first read; until then assume it is at the start.
  for (const { attempt } of work.toFollow)
    rateLimiter.follow(attempt.intended.request, { phase: "writing", isNew: false });
  const forecast = rateLimiter.forecast();
  const credits = quotes === null ? null : billFor(held, quotes).total;
  const waiting = held.length === 0 ? null : { gates: work.gates, credits };
  const shown = { selection: selectionOf(looking), budget: ceilings.edition, month: ceilings.month, lessons };
  const reviewed = { plan, service, ledgerHead: state.headOfMoney, work, state, at: world.now() };
  const mayApprove = bill !== null && problems.length === 0;
  const approval = mayApprove
    ? approvalFor({ ...reviewed, bill }, { ...shown, balance: bill.balance })
    : null;
  return {
    plan,
    service,
    selected,
    work,
    at,
    ceilings,
    notices,
    lessons,
    forecast,
    bill,
    waiting,
    problems,
    approval,
    edits: editsOf(plan),
    counts: countJobs(plan, selected),
    uncertain: uncertainIn(plan, selected),
  };
}

function selectionOf({ given, replace, ...chosen }: PreviewContext): ApprovedSelection {
  const { only = null, first = null, maxCredits = null } = chosen;
  const named = replace.map(({ job, of }) => (of === null ? job : `${job}@${of}`));
  return { ...given, only, first, maxCredits, replace: named };
}

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
