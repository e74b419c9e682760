import type { Ceilings } from "../ledger/format/ceilings.ts";
import type { Plan, SoundFormat } from "../plan/plan.ts";
import type { Approval } from "../run/approve.ts";
import type { Bill } from "../run/bill.ts";
import type { RunReport } from "../run/report.ts";
import { closing } from "../shared/closing.ts";
import type { JobSelection, LedgerConsent, ServiceSettings } from "./settings.ts";

/** Options for a run. */
export interface RunPlanOptions extends ServiceSettings, JobSelection, LedgerConsent {
  /** The most that this run may newly commit, in credits. Left out: the plan's budget alone. */
  readonly maxCredits?: number;
  /**
   * The approval from `quotePlan`: exactly that is bought, or nothing (`approval_moved`). The options that it was made with (`only`,
   * `first`, `maxCredits`, `replace`) are taken from it where they are left out here.
   */
  readonly approved?: Approval;
  /**
   * Called once, before the first creation, unless `approved` is given. False: nothing is bought (`declined`). `stop` is aborted if the run
   * has to end meanwhile. Left out: the plan's budget counts as consent.
   */
  readonly confirm?: (bill: Bill, ceilings: Ceilings, stop: AbortSignal) => Promise<boolean>;
  /**
   * New stories for jobs that already have one: each is an explicit second purchase, made only while the job has the story, or attempt,
   * whose id starts with `of` (at least 8 characters). Idempotent: repeated, it buys nothing.
   */
  readonly replace?: readonly { readonly job: string; readonly of: string }[];
  /** In the same run, retry each job once if it was refused for a temporary reason. */
  readonly retryRefused?: boolean;
  /** Write the package even if selected jobs are not done. */
  readonly allowPartial?: boolean;
  /** Buy nothing if the account's balance has fallen by more than the ledger explains. */
  readonly holdUnexplained?: boolean;
  /** Stop creating stories in time for the run to finish within this many ms; the next run continues. */
  readonly deadlineMs?: number;
  /** The formats that include recordings. Left out: the plan's own choice. */
  readonly soundIn?: readonly SoundFormat[];
  /** Compute the times of a recording's sentences, if a speech engine is installed. Left out: yes. */
  readonly findTimes?: boolean;
  /** A number that identifies this process to others that find the ledger locked, such as `process.pid`. */
  readonly processId?: number;
}

/**
 * Takes a plan from its current state in the ledger to a finished package: quotes, checks the whole price, creates the stories one at a time
 * (interface 4.2), follows and exports them, and binds the package. Running it again resumes the work; a rerun of a finished edition buys nothing. The
 * ledger is locked during the run (`ledger_held`).
 *
 * The report contains expected failures, with the exit code that the command line would give. Rejects with a `Failure` if nothing could be
 * started because the settings, the selection, the credential or the ledger can't be used. Then nothing was sent.
 */
export async function runPlan(plan: Plan, options: RunPlanOptions): Promise<RunReport> {
  const { openLedger } = await import("../course/ledger.ts");
  const { runCourse } = await import("../course/run-course.ts");
  const { readReplacements, readSelection } = await import("../course/select-jobs.ts");
  const { callOptionsOf, openService, openSettings, readService, tellSafely } = await import(
    "./open-settings.ts"
  );
  const kept = options.approved?.selection;
  const only = options.only ?? kept?.only ?? null;
  const first = options.first ?? kept?.first ?? null;
  const replace = options.replace ?? readReplacements(kept?.replace ?? []);
  const selection = readSelection(plan, { only, first, replace });
  const opened = openSettings(plan.course, options);
  const { place, stateFolder, world } = opened;
  const ledgerMustExist = options.ledgerMustExist ?? false;
  const connection = await openService(options, opened);
  return closing(connection, async () => {
    const store = await openLedger(place.ledger, {
      identity: { course: plan.course, service: readService(options).name },
      mustExist: ledgerMustExist,
      rescuePath: place.rescuePath,
      stateFolder,
      processId: options.processId ?? null,
      world,
    });
    return closing(store, async () => {
      return await runCourse(
        plan,
        {
          selection,
          ledgerMustExist,
          partOfPlan: only !== null || first !== null,
          maxCredits: options.maxCredits ?? kept?.maxCredits ?? null,
          confirm: options.confirm ?? null,
          approved: options.approved ?? null,
          holdUnexplained: options.holdUnexplained ?? false,
          allowPartial: options.allowPartial ?? false,
          retryRefused: options.retryRefused ?? false,
          otherAccount: options.otherAccount ?? false,
          deadlineMs: options.deadlineMs ?? null,
          interrupt: options.signal ?? new AbortController().signal,
          consent: {
            who: options.newLedger ?? "unknown",
            isGiven: options.newLedger !== undefined,
            ask: null,
          },
        },
        {
          store,
          connection,
          place,
          world,
          calls: callOptionsOf(options),
          bindMeans: { soundIn: options.soundIn ?? null, printer: null, signal: options.signal ?? null },
          tell: tellSafely(options, world),
          aligner: options.findTimes === false ? null : await openTimes(),
        },
      );
    });
  });
}

async function openTimes() {
  const { openAligner } = await import("../lessons/align/aligner.ts");
  return openAligner();
}
