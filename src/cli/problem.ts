import type { CourseProblem } from "../course/problem.ts";
import type { Contrary, Misfit, TimeDiffers } from "../run/resolve.ts";
import { exitCodes } from "../shared/exit-codes.ts";
import { Failure } from "../shared/failure.ts";
import { ends, type ProblemIn } from "../shared/problems.ts";
import type { OperatorProblem } from "../story-service/operator/problem.ts";
import type { StartProblem } from "../story-service/start-problem.ts";

const { invalid, failed, uncertain, stopped, ledger } = exitCodes;

/** Problems with a command line or with anything it names, beyond those that the argument parser finds. */
export const commandProblems = {
  /** What is wrong with the command line, as a sentence. `not`: what was not done because of it. */
  usage: ends<{ message: string; not?: string }>(invalid),
  bad_value: ends<{ flag: string; value: string; expected: string }>(invalid),
  /** `variable`: the environment variable that the value came from, if not from the command line. */
  empty_value: ends<{ flag: string | null; variable: string | null }>(invalid),
  /** A variable with this program's prefix that nothing reads: a notice. `meant`: the variable that is spelt like it, if there is one. */
  variable_unknown: ends<{ name: string; meant: string | null }>(invalid),
  /** The output could not be written to stdout. */
  output_unwritten: ends<{ cause: string }>(stopped),
  /** The output would replace an existing file that is not of its kind (`protected-file.ts`). */
  not_overwritten: ends<{ flag: string; path: string; kind: string }>(invalid),
  /**
   * A reason is required: to resolve a creation against evidence, or, without evidence, to name a story for a creation that was declared not created.
   */
  reason_needed: ends<{ job: string; evidence: readonly Contrary[] }>(invalid),
  service_config_invalid: ends<{ lines: readonly string[] }>(invalid),
  /** The review desk can't listen on the port. */
  port_unusable: ends<{ port: number; cause: string }>(stopped),
  /** `what`: the part of the service to be used. `flag`: the one that names another folder, if not `--data`. */
  service_unusable: ends<{
    what: "service" | "start";
    folder: string;
    why: StartProblem;
    flag?: "--data" | "--out";
  }>(stopped),
  /** The disk failed to store something durably while the service was running. `cause` is the system's code. */
  service_disk_failed: ends<{ folder: string; cause: string }>(stopped),
  data_folder_missing: ends<{ folder: string }>(invalid),
  account_unknown: ends<{ name: string; known: readonly string[]; folder: string }>(invalid),
  key_not_made: ends<{ reason: string }>(invalid),
  no_such_key: ends<{ which: string; account: string; folder: string }>(invalid),
  /** The course has no ledger. `isRehearsed`: whether it has one with `--local`. */
  nothing_made: ends<{ path: string; isRehearsed: boolean }>(ledger),
  /** No lesson of the plan has a text yet, or more lessons have one than a page for a reviewer may have. */
  no_reviewer_page: ends<{ lessons: number; most: number }>(failed),
  /** A file given to a command can't be read, or is of the wrong kind. `cause`: a phrase, or the code of a system error. */
  input_unreadable: ends<{
    kind: "bill" | "answer" | "configuration" | "spreadsheet";
    path: string;
    cause: string;
  }>(invalid),
  /** The plan was edited while the user was asked for consent. */
  import_overtaken: ends<{ path: string }>(invalid),
  /** `count`: how many uncertain creations the job has. */
  not_one_uncertain: ends<{ job: string; count: number }>(invalid),
  story_misfit: ends<{ job: string; id: string; misfits: readonly Misfit[]; time: TimeDiffers }>(uncertain),
  story_unknown: ends<{ job: string; id: string }>(uncertain),
  book_unknown: ends<{ id: string }>(failed),
};

export type CommandProblem = ProblemIn<typeof commandProblems> | CourseProblem | OperatorProblem;

/** A command line that can't be used. */
export function usage(message: string, not = "Nothing was changed."): Failure<CommandProblem> {
  return new Failure<CommandProblem>({ code: "usage", message, not });
}

export function badValue(flag: string, value: string, expected: string): Failure<CommandProblem> {
  return new Failure<CommandProblem>({ code: "bad_value", flag, value, expected });
}
