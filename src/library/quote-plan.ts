import type { Ceilings } from "../ledger/format/ceilings.ts";
import type { Plan } from "../plan/plan.ts";
import type { Forecast } from "../rate-limit/forecast.ts";
import type { Approval } from "../run/approve.ts";
import type { Bill } from "../run/bill.ts";
import type { RunNotice, RunProblem } from "../run/problem.ts";
import type { JobCounts } from "../run/report.ts";
import type { RunPlanOptions } from "./run-plan.ts";
import type { JobSelection, LedgerConsent, ServiceSettings } from "./settings.ts";

/** Options for quoting a plan. */
export interface QuoteOptions extends ServiceSettings, JobSelection, LedgerConsent {
  /** The most that the run may newly commit, in credits. Left out: the plan's budget alone. */
  readonly maxCredits?: number;
  /** Jobs for which another story would be bought, as for `runPlan`. */
  readonly replace?: RunPlanOptions["replace"];
}

/** What a run would do and cost. All money in credits. */
export interface PlanQuote {
  /** The service's identity: its address, or `local` for a rehearsal. */
  readonly service: string;
  readonly jobs: JobCounts;
  /** The ids of the jobs whose stories a run would buy, in order. */
  readonly toCreate: readonly string[];
  /** Null if no prices were available: the problems say why. */
  readonly bill: Bill | null;
  readonly ceilings: Ceilings;
  /** For `runPlan`: buy exactly this, or nothing. Valid for a day. Null if nothing could be bought. */
  readonly approval: Approval | null;
  readonly forecast: Forecast;
  /** What the user should know even though nothing went wrong. */
  readonly notices: readonly RunNotice[];
  /** The problems that would stop a run from buying. */
  readonly problems: readonly RunProblem[];
  /** Creations of unknown outcome, which the user has to resolve. */
  readonly uncertain: readonly RunProblem[];
}

/**
 * Has the service quote a plan (interface 4.3) and compares the quote with the ledger, the budget and the account's balance. Spends nothing, and
 * writes nothing to the course's folder. Returns expected problems in the result; rejects with a `Failure` if the settings, the credential or
 * the ledger can't be used.
 */
export async function quotePlan(plan: Plan, options: QuoteOptions): Promise<PlanQuote> {
  const { openCallContext } = await import("../course/calls.ts");
  const { previewRun } = await import("../course/preview-run.ts");
  const { readLedgerState } = await import("../course/ledger.ts");
  const { callOptionsOf, openService, openSettings, readService, tellSafely } = await import(
    "./open-settings.ts"
  );
  const course = openSettings(plan.course, options);
  const { place, stateFolder, world } = course;
  const { state, older } = await readLedgerState(place.ledger, { course: plan.course, stateFolder });
  const preview = await previewRun(plan, {
    place,
    state,
    stateFolder,
    service: readService(options).name,
    only: options.only ?? null,
    first: options.first ?? null,
    maxCredits: options.maxCredits ?? null,
    replace: options.replace ?? [],
    given: { edition: null, date: null },
    ledgerMustExist: options.ledgerMustExist ?? false,
    newLedger: options.newLedger !== undefined,
    otherAccount: options.otherAccount ?? false,
    ask: async () => {
      const connection = await openService(options, course);
      const context = openCallContext(connection, {
        calls: callOptionsOf(options),
        state,
        world,
        interrupt: options.signal ?? new AbortController().signal,
        tell: tellSafely(options, world),
      });
      return { context, close: () => connection.close() };
    },
  });
  const { service, counts, work, bill, ceilings, forecast, notices, uncertain } = preview;
  return {
    service,
    jobs: counts,
    bill,
    ceilings,
    forecast,
    notices,
    uncertain,
    toCreate: work.orders.map(({ lesson }) => lesson.job.id),
    approval: older === null ? preview.approval : null,
    problems: older === null ? preview.problems : [older, ...preview.problems],
  };
}
