import type { Place } from "../plan/plan.ts";

/** Problems with the selection of a course's jobs or with its ledger, or that prevent a course from being bought or packaged. */
export type CourseProblem =
  /** Nothing matches. `only`: the glob over job ids; empty if none was given. */
  | { readonly code: "no_job_selected"; readonly only: string }
  /** The plan leaves the edition out. */
  | { readonly code: "edition_skipped"; readonly edition: string; readonly place: Place }
  /** The coming editions can't be told, since this one has no place in a sequence. */
  | { readonly code: "edition_not_in_sequence"; readonly edition: string }
  | { readonly code: "job_unknown"; readonly job: string; readonly suggestion: string | null }
  /** The address is not repeated, since it may contain a password. */
  | { readonly code: "bad_ledger_address" }
  | { readonly code: "empty_ledger_name" }
  /** `folder`: where this machine would remember its purchases; null if it has no place for that. */
  | { readonly code: "nothing_remembered"; readonly folder: string | null }
  | { readonly code: "replace_not_selected"; readonly job: string }
  /** No lesson of the plan is finished. */
  | { readonly code: "nothing_to_package"; readonly missing: number }
  /** `jobs`: the first of the missing ones. */
  | {
      readonly code: "package_incomplete";
      readonly missing: number;
      readonly uncertain: number;
      /** Finished lessons that what was found in them keeps out. */
      readonly held: number;
      readonly jobs: readonly string[];
    };
