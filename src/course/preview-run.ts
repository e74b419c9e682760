import type { Ceilings } from "../ledger/format/ceilings.ts";
import { priceRestored } from "../ledger/format/fold.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import type { Plan } from "../plan/plan.ts";
import type { Forecast } from "../rate-limit/forecast.ts";
import { type Approval, type ApprovedSelection, approvalFor, approve, ceilingsFor } from "../run/approve.ts";
import { type Bill, type BilledLesson, billedLessons, billFor } from "../run/bill.ts";
import { findOtherAccount } from "../run/create/confirm-account.ts";
import { type Replacement, refuseWrongReplacements } from "../run/create/replacements.ts";
import { type Edits, editsOf, problemsOfEdits } from "../run/edits.ts";
import { type BeyondThisMonth, beyondThisMonth, forecastWork } from "../run/forecast.ts";
import { lessonsOf, type PlannedLesson } from "../run/lesson.ts";
import { type MatchedPlan, matchLessons } from "../run/match.ts";
import { MonthClock, noticesOfMonth } from "../run/month-clock.ts";
import { type Foresight, foretell, noticesOfFormats } from "../run/plan-notices.ts";
import type { RunNotice, RunProblem, WaitingGate } from "../run/problem.ts";
import { type LostLedger, mayBeAgreedTo, type PurchasesElsewhere } from "../run/purchases-elsewhere.ts";
import { fallIn, quoteAll } from "../run/quote.ts";
import { countJobs, type JobCounts, problemsOfJobs, uncertainOrphans } from "../run/report.ts";
import type { CallContext } from "../run/run-context.ts";
import { divideWork, type Work } from "../run/work.ts";
import { closing } from "../shared/closing.ts";
import { Failure } from "../shared/failure.ts";
import type { CoursePlace } from "./course-place.ts";
import { purchasesElsewhere } from "./ledger.ts";
import { readSelection } from "./select-jobs.ts";

/** A preview of a run. `bill` is null if no prices were available, `approval` if nothing could be bought. */
export interface RunPreview {
  readonly plan: MatchedPlan;
  readonly edits: Edits;
  readonly service: string;
  readonly selected: readonly PlannedLesson[];
  /** The selected lessons, with what `bill` means for each. */
  readonly lessons: readonly BilledLesson[];
  readonly counts: JobCounts;
  readonly work: Work;
  readonly bill: Bill | null;
  /** What waits behind the plan's gate, and its price in credits (null if `bill` is). Null if nothing waits. */
  readonly waiting: { readonly gates: readonly WaitingGate[]; readonly credits: number | null } | null;
  readonly ceilings: Ceilings;
  readonly approval: Approval | null;
  readonly forecast: Forecast;
  readonly beyond: BeyondThisMonth | null;
  /** The time of the preview, in ms since 1970. */
  readonly at: number;
  /** What the user should know about the month and the account's balance. */
  readonly notices: readonly RunNotice[];
  /** The problems that would stop a run from buying. */
  readonly problems: readonly RunProblem[];
  /** What only the user, not a run, can settle. */
  readonly uncertain: readonly RunProblem[];
}

export interface PreviewContext {
  readonly place: CoursePlace;
  readonly state: LedgerState;
  readonly stateFolder: string | null;
  readonly service: string;
  /** A glob over job ids; null: all. */
  readonly only: string | null;
  readonly first: number | null;
  readonly maxCredits: number | null;
  /** Jobs for which another story is to be bought; each names the story that it has. */
  readonly replace: readonly Replacement[];
  /** The edition and the day that the plan was read for, as given by the user. */
  readonly given: Pick<ApprovedSelection, "edition" | "date">;
  readonly ledgerMustExist: boolean;
  /** The user's consent to a ledger that lacks known purchases. */
  readonly newLedger: boolean;
  /** The user's consent to an account that has none of the ledger's stories. */
  readonly otherAccount: boolean;
  /** Opens the connection for calls to the service. */
  readonly ask: () => Promise<Asked>;
}

/** A connection for calls to the service, usable until it is closed. */
export interface Asked {
  readonly context: CallContext;
  /** As the connection has it. */
  readonly foresight?: Foresight;
  close(): Promise<void>;
}

/**
 * What a run would do and cost, given the ledger, the budget and the balance. Spends nothing, and writes nothing. Throws a Failure if the
 * selection is wrong: `replacement_wrong` for a story that a job doesn't have.
 */
export async function previewRun(written: Plan, looking: PreviewContext): Promise<RunPreview> {
  const { place, state, service, only, first } = looking;
  if (looking.ledgerMustExist && state.opened === null) {
    throw new Failure<LedgerProblem>({ code: "ledger_missing", path: place.ledger.location });
  }
  const selection = readSelection(written, { only, first, replace: looking.replace });
  const plan = matchLessons(written, state);
  const lessons = lessonsOf(plan, selection.jobs);
  const { replace } = selection;
  refuseWrongReplacements(replace, lessons, plan.edition);
  const work = divideWork(plan, { lessons, replace }, state);
  const ofJobs = problemsOfJobs(lessons).filter(({ code }) => code === "creation_uncertain");
  const use = { plan, lessons, state, service, place, stateFolder: looking.stateFolder };
  const purchases = purchasesElsewhere(use);
  const found = await purchases.find();
  const lost = found !== null && looking.newLedger && mayBeAgreedTo(found) ? null : found;
  const known = {
    plan,
    service,
    selected: lessons,
    work,
    edits: editsOf(plan, work),
    counts: countJobs(plan, lessons),
    uncertain: [...ofJobs, ...uncertainOrphans(plan)],
  };
  const asked = await looking.ask();
  return closing(asked, () =>
    price(known, {
      looking,
      lost,
      purchases,
      ask: asked.context,
      foresight: asked.foresight ?? null,
    }),
  );
}

interface Asking {
  readonly looking: PreviewContext;
  readonly lost: LostLedger | null;
  readonly purchases: PurchasesElsewhere;
  readonly ask: CallContext;
  readonly foresight: Foresight | null;
}

type Known = Pick<RunPreview, "plan" | "service" | "selected" | "work" | "edits" | "counts" | "uncertain">;

async function price(
  known: Known,
  { looking, lost, purchases, ask, foresight }: Asking,
): Promise<RunPreview> {
  const { plan, selected, work, service } = known;
  const { state, maxCredits } = looking;
  const { world, remote, rateLimiter, stops } = ask;
  const at = world.now();
  const behind = work.held;
  const priced = [...work.orders, ...behind].map(({ lesson }) => lesson);
  const quotes = await quoteAll(priced, ask, state);
  for (const quoted of quotes ?? []) priceRestored(state, quoted);
  const asking = { work, state, path: looking.place.ledger.location, spendsNothing: true };
  // If the quotes failed, this would fail for the same reason.
  const other = quotes !== null && !looking.otherAccount ? await findOtherAccount(asking, ask) : null;
  const month = new MonthClock({ world, remote, databaseTime: null }).read(state);
  const bill = quotes === null ? null : billFor(work.orders, quotes);
  const quoted = bill === null ? {} : { quoted: bill.balance };
  const ceilings = ceilingsFor(plan, state, { month: month.month, maxCredits, ...quoted });
  const fall = quotes === null ? null : await fallIn(quotes, state, purchases);
  const wanted = work.orders.map(({ lesson }) => lesson.job);
  const notices: RunNotice[] = [
    ...foretell(wanted, foresight),
    ...noticesOfFormats(plan),
    ...noticesOfMonth(month, plan, at),
    ...(fall === null ? [] : [{ code: "balance_fell" as const, ...fall }]),
  ];
  const waitingFor = (credits: number | null): RunPreview["waiting"] =>
    behind.length === 0 ? null : { gates: work.gates, credits };
  const common = { ...known, at, ceilings, notices };
  const inTheWay: RunProblem[] = [lost, other, ...problemsOfEdits(plan, work)].filter((one) => one !== null);
  const forecastOf = (orders: Work["orders"]): Forecast =>
    forecastWork({ ...work, orders }, { rateLimiter, at: world.monotonic() });
  if (quotes === null || bill === null) {
    const problems = [...inTheWay, ...stops.problems];
    const forecast = forecastOf(work.orders);
    const waiting = waitingFor(null);
    const lessons = billedLessons(plan, { lessons: selected, work, bill: null });
    return { ...common, lessons, forecast, bill: null, waiting, approval: null, beyond: null, problems };
  }
  const lessons = billedLessons(plan, { lessons: selected, work, bill });
  const problems = [...inTheWay, ...approve(bill, ceilings)];
  const reviewed = { plan, service, last: state.lastOfMoney, work, bill, state, at: world.now() };
  const shown = { selection: selectionOf(looking), budget: ceilings.edition, month: ceilings.month, lessons };
  const beyond = beyondThisMonth(work.orders, { lines: bill.lines, ceilings, chosen: selected });
  // Waiting for later months takes no hours, so forecast only what can be bought now.
  const forecast = forecastOf(work.orders.slice(0, beyond?.covered));
  const approval = problems.length === 0 ? approvalFor(reviewed, { ...shown, balance: bill.balance }) : null;
  const waiting = waitingFor(billFor(behind, quotes).total);
  return { ...common, lessons, forecast, bill, waiting, problems, approval, beyond };
}

function selectionOf({ given, only, first, maxCredits, replace }: PreviewContext): ApprovedSelection {
  const named = replace.map(({ job, of }) => (of === null ? job : `${job}@${of}`));
  return { ...given, only, first, maxCredits, replace: named };
}
