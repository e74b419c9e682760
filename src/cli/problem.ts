import type { CourseProblem } from "../course/problem.ts";
import type { Contrary } from "../run/settle/evidence.ts";
import type { Misfit, TimeDiffers } from "../run/settle/resolve.ts";
import type { OperatorProblem } from "../story-service/operator/problem.ts";
import type { StartProblem } from "../story-service/start-problem.ts";

/** The kinds of files that commands write to a path given by the user, or where another file may be. */
export type OutputKind =
  | "saved-plan"
  | "summary"
  | "outputs"
  | "events"
  | "log"
  | "levels"
  | "report"
  | "export"
  | "reviewer-page";

/** Problems with a command line or with what it names, beyond what the argument parser finds. */
export type CommandProblem =
  | { readonly code: "usage"; readonly message: string }
  | {
      readonly code: "bad_value";
      readonly flag: string;
      readonly value: string;
      readonly expected: string;
    }
  /** `variable`: the environment variable that it came from, if not from the command line. */
  | { readonly code: "empty_value"; readonly flag: string | null; readonly variable: string | null }
  /** What a command prints could not be written to stdout. */
  | { readonly code: "output_unwritten"; readonly cause: string }
  /** A variable that stands for a switch says neither on nor off. */
  | {
      readonly code: "bad_switch";
      readonly variable: string;
      readonly value: string;
      readonly flag: string;
    }
  | {
      readonly code: "shell_unknown";
      readonly name: string;
      readonly known: readonly string[];
      readonly suggestion: string | null;
    }
  | CourseProblem
  | OperatorProblem
  /** An existing file, not of the output's kind, that the output would replace. */
  | {
      readonly code: "file_of_others";
      readonly flag: string;
      readonly path: string;
      readonly kind: OutputKind;
    }
  | {
      readonly code: "speaks_for_story";
      readonly jobs: readonly { readonly job: string; readonly evidence: readonly Contrary[] }[];
    }
  /** A story was given for creations that had been declared not created. */
  | { readonly code: "declared_before"; readonly jobs: readonly string[] }
  /** The ledger to join is the course's own. */
  | { readonly code: "ledger_joins_itself"; readonly path: string }
  | { readonly code: "ledger_copies_itself"; readonly path: string }
  | { readonly code: "ledger_not_named"; readonly location: string; readonly found: readonly string[] }
  | { readonly code: "service_config_unreadable"; readonly path: string; readonly cause: string }
  | { readonly code: "service_config_invalid"; readonly lines: readonly string[] }
  | {
      readonly code: "service_not_started";
      readonly folder: string;
      readonly why: StartProblem;
      /** The flag with which to give another folder. */
      readonly flag: "--data" | "--out";
    }
  /** The review desk can't listen there. */
  | { readonly code: "port_unusable"; readonly port: number; readonly cause: string }
  /** The address is not repeated: it may contain a password. */
  | { readonly code: "bad_database_address" }
  | { readonly code: "books_unreadable"; readonly folder: string; readonly why: StartProblem }
  | { readonly code: "service_unusable"; readonly folder: string; readonly why: StartProblem }
  | { readonly code: "keys_unusable"; readonly folder: string; readonly why: StartProblem }
  | { readonly code: "data_folder_missing"; readonly folder: string }
  | { readonly code: "account_unknown"; readonly name: string; readonly known: readonly string[] }
  | { readonly code: "key_not_made"; readonly reason: string }
  /** `account`: the only one that was searched; null: all of them were. */
  | { readonly code: "no_such_key"; readonly which: string; readonly account: string | null }
  /** Keys or connections of that name, of several accounts. */
  | { readonly code: "key_of_several"; readonly which: string; readonly accounts: readonly string[] }
  /** No lesson of the plan has a text yet. */
  | { readonly code: "nothing_to_review" }
  /** The course has no ledger. `isRehearsed`: it has one with `--local`. */
  | { readonly code: "nothing_made"; readonly path: string; readonly isRehearsed: boolean }
  /** More lessons than a page for a reviewer may have. */
  | { readonly code: "too_much_to_review"; readonly lessons: number; readonly most: number }
  /** `why`: what is wrong with the file, or the code of a system error. */
  | { readonly code: "answer_unreadable"; readonly path: string; readonly why: string }
  | { readonly code: "approval_unreadable"; readonly path: string; readonly cause: string }
  /** `elsewhere`: the names of its uncertain creations in other editions. */
  | { readonly code: "not_uncertain"; readonly job: string; readonly elsewhere: readonly string[] }
  | { readonly code: "several_uncertain"; readonly job: string; readonly count: number }
  | { readonly code: "job_needed" }
  | { readonly code: "job_named_twice"; readonly job: string }
  | { readonly code: "stories_for_jobs"; readonly stories: number; readonly jobs: number }
  | { readonly code: "story_named_twice"; readonly id: string }
  | {
      readonly code: "story_misfit";
      readonly job: string;
      readonly id: string;
      readonly misfits: readonly Misfit[];
      readonly time: TimeDiffers;
    }
  | { readonly code: "story_unknown"; readonly job: string; readonly id: string }
  | { readonly code: "book_unknown"; readonly id: string }
  | { readonly code: "not_a_story_id"; readonly value: string };
