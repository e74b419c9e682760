/** What can be wrong with what names a course's jobs or its ledger, or keep a course from being bought or packaged. */
export type CourseProblem =
  /** Nothing matches. `only`: the glob over job ids; empty where none was given. */
  | { readonly code: "no_job_selected"; readonly only: string }
  | { readonly code: "job_unknown"; readonly job: string; readonly suggestion: string | null }
  /** It is not repeated: it may hold a password. */
  | { readonly code: "bad_ledger_address" }
  | { readonly code: "empty_ledger_name" }
  /** `folder`: where this machine would remember; null where it has no place for that. */
  | { readonly code: "nothing_remembered"; readonly folder: string | null }
  | { readonly code: "replace_not_selected"; readonly job: string }
  /** No lesson of the plan is finished. */
  | { readonly code: "nothing_to_package"; readonly missing: number }
  /** `jobs`: the first of those that are missing. */
  | {
      readonly code: "package_incomplete";
      readonly missing: number;
      readonly uncertain: number;
      readonly jobs: readonly string[];
    };
