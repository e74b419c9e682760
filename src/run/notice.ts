import type { LedgerNotice } from "../ledger/problem.ts";
import type { PackageProblem } from "../package/package-problem.ts";
import type { BoughtElsewhere, ExplainedFall } from "./problem.ts";

/** What the user should know although nothing went wrong. */
export type RunNotice =
  /** `has`: the job's current story, as `--replace` takes it; null while that is unknown. */
  | { readonly code: "job_changed"; readonly job: string; readonly has: string | null }
  /** The story to replace has already been replaced. */
  | {
      readonly code: "replacement_made";
      readonly job: string;
      readonly given: string;
      readonly has: string | null;
    }
  /** Bought lessons without a job that the plan doesn't account for, by ledger name: only a notice if nothing new is to be bought. */
  | { readonly code: "lessons_left_over"; readonly names: readonly string[] }
  | { readonly code: "lessons_removed"; readonly names: readonly string[] }
  | {
      readonly code: "lessons_moved";
      readonly jobs: readonly { readonly job: string; readonly was: string }[];
    }
  /** `job`, `edition`: the name of its record in the ledger, since the plan has no such job. */
  | { readonly code: "job_orphaned"; readonly job: string; readonly edition: string }
  | {
      readonly code: "edition_unfinished";
      readonly edition: string;
      readonly stories: number;
      readonly uncertain: number;
    }
  | { readonly code: "answer_odd"; readonly job: string; readonly warning: string }
  | { readonly code: "status_unknown"; readonly job: string; readonly status: string }
  /** `job`: the one of the record's name in the ledger. */
  | { readonly code: "crash_found"; readonly job: string }
  /** In credits: the quote, and the cost that the service reports by now. */
  | {
      readonly code: "story_above_quote";
      readonly job: string;
      readonly id: string;
      readonly quoted: number;
      readonly cost: number;
    }
  /** A clock differs by more than a year from this machine's, `own`; both in ms since 1970. The month is not taken from that clock. */
  | {
      readonly code: "clock_disbelieved";
      readonly clock: "service" | "database";
      readonly at: number;
      readonly own: number;
    }
  /** The clocks give an earlier month than the newest purchase, so purchases count in the month of that purchase. */
  | { readonly code: "month_kept"; readonly month: string; readonly byClocks: string }
  /** The account's balance fell by more than the ledger explains. */
  | ({ readonly code: "balance_fell" } & ExplainedFall)
  /** The user agreed to pay for these again. */
  | { readonly code: "paid_again"; readonly again: readonly BoughtElsewhere[] }
  /** The user asked to stop. */
  | { readonly code: "interrupted" }
  | { readonly code: "package_odd"; readonly warning: PackageProblem }
  | LedgerNotice;
