/** Why a command of the operator was refused. Nothing was changed. */
export type OperatorProblem =
  | { readonly code: "account_exists"; readonly name: string }
  | { readonly code: "account_deleted"; readonly name: string }
  /** A running process may still use the one before. */
  | { readonly code: "pepper_just_rotated"; readonly seconds: number }
  | { readonly code: "too_many_peppers"; readonly most: number }
  | { readonly code: "operator_exists"; readonly name: string }
  | { readonly code: "operator_unknown"; readonly name: string }
  | {
      readonly code: "credits_short";
      readonly name: string;
      readonly asked: number;
      readonly available: number;
    }
  /** The reference names another movement. `credits` is negative for what was taken away. */
  | {
      readonly code: "reference_used";
      readonly reference: string;
      readonly name: string;
      readonly credits: number;
    }
  | { readonly code: "work_under_way"; readonly name: string; readonly jobs: number }
  | { readonly code: "output_exists"; readonly path: string }
  | { readonly code: "output_in_data_folder"; readonly path: string; readonly folder: string }
  /** `cause` is the system's code. */
  | { readonly code: "output_unwritable"; readonly path: string; readonly cause: string }
  /** Another process writes a backup of that name. */
  | { readonly code: "backup_under_way"; readonly path: string }
  | {
      readonly code: "backup_unusable";
      readonly folder: string;
      readonly file: string;
      readonly why: "missing" | "damaged";
    }
  | { readonly code: "backup_too_new"; readonly version: number; readonly known: number }
  | { readonly code: "backup_of_other_engine"; readonly engine: "sqlite" | "postgres" }
  /** Restoring would change what is there. `isFile`: a file of the data folder; if not, a database or a bucket that is a service's. */
  | { readonly code: "place_not_empty"; readonly place: string; readonly isFile: boolean }
  | { readonly code: "no_such_work"; readonly id: number }
  | { readonly code: "work_not_retried"; readonly id: number; readonly why: WhyNotRetried }
  /** The account's plan, its credits or its key's cap don't allow it. */
  | { readonly code: "retry_not_paid"; readonly id: number; readonly reason: string };

/** Why work that was given up is not ordered again. */
export type WhyNotRetried =
  | "not-dead"
  | "account-closed"
  | "key-revoked"
  | "ordered-again"
  | "story-moved-on";
