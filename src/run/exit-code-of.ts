import type { Refusal } from "../client/refusal.ts";
import { type ExitCode, exitCodes } from "../shared/exit-codes.ts";
import type { RunProblem } from "./problem.ts";

const exits: Readonly<Record<RunProblem["code"], ExitCode>> = {
  over_budget: exitCodes.money,
  balance_unexplained: exitCodes.money,
  quote_failed: exitCodes.stopped,
  credential_refused: exitCodes.credential,
  account_of_others: exitCodes.credential,
  service_unavailable: exitCodes.stopped,
  certificate_refused: exitCodes.stopped,
  not_connected: exitCodes.stopped,
  creation_refused: exitCodes.failed,
  creations_stopped: exitCodes.stopped,
  creation_postponed: exitCodes.stopped,
  creation_uncertain: exitCodes.uncertain,
  after_creation_failed: exitCodes.stopped,
  outcome_not_recorded: exitCodes.ledger,
  story_failed: exitCodes.failed,
  story_canceled: exitCodes.failed,
  story_missing: exitCodes.failed,
  story_unreadable: exitCodes.stopped,
  audiobook_unpaid: exitCodes.money,
  audiobook_failed: exitCodes.failed,
  book_unavailable: exitCodes.failed,
  lesson_unfit: exitCodes.failed,
  volume_unfit: exitCodes.failed,
  lessons_unchecked: exitCodes.failed,
  lessons_unapproved: exitCodes.failed,
  gate_closed: exitCodes.failed,
  given_up: exitCodes.stopped,
  unfinished: exitCodes.stopped,
  interrupted: exitCodes.stopped,
  deadline_reached: exitCodes.stopped,
  deadline_near: exitCodes.stopped,
  declined: exitCodes.stopped,
  lessons_left: exitCodes.invalid,
  move_contradicted: exitCodes.invalid,
  removal_contradicted: exitCodes.invalid,
  basis_unknown: exitCodes.invalid,
  request_bought: exitCodes.invalid,
  replacement_wrong: exitCodes.invalid,
  ledger_begun_anew: exitCodes.ledger,
  ledger_lost: exitCodes.ledger,
  bought_elsewhere: exitCodes.ledger,
  ledger_half_rebuilt: exitCodes.ledger,
  ledger_not_rebuildable: exitCodes.ledger,
  approval_moved: exitCodes.money,
  file_damaged: exitCodes.stopped,
  correction_unusable: exitCodes.stopped,
  package_of_others: exitCodes.stopped,
  disk_failed: exitCodes.stopped,
  book_missing: exitCodes.stopped,
  book_changed: exitCodes.stopped,
  sqlite_missing: exitCodes.stopped,
  ledger_held: exitCodes.ledger,
  ledger_of_nobody: exitCodes.ledger,
  ledger_damaged: exitCodes.ledger,
  ledger_of_other_course: exitCodes.ledger,
  ledger_of_other_service: exitCodes.ledger,
  ledger_missing: exitCodes.ledger,
  ledger_older_copy: exitCodes.ledger,
  ledger_forked: exitCodes.ledger,
  ledger_not_written: exitCodes.ledger,
  ledger_unreadable: exitCodes.ledger,
  ledger_grown_by_other: exitCodes.ledger,
  ledger_moved: exitCodes.ledger,
  mirror_unusable: exitCodes.ledger,
  ledger_unreachable: exitCodes.ledger,
  ledger_tables_unknown: exitCodes.ledger,
  ledger_taken_over: exitCodes.ledger,
  ledger_pooled: exitCodes.ledger,
  ledger_connection_lost: exitCodes.ledger,
  ledger_job_taken: exitCodes.ledger,
  ledger_unpriced: exitCodes.ledger,
  ledger_starts_spent: exitCodes.stopped,
  ledger_not_empty: exitCodes.ledger,
  ledger_torn: exitCodes.ledger,
};

/** The exit code for a single problem. */
export function exitCodeOf(problem: RunProblem): ExitCode {
  if (problem.code === "replacement_wrong" && problem.wrong.every(({ why }) => why === "uncertain"))
    return exitCodes.uncertain;
  if (problem.code === "creations_stopped") return exitOfStop(problem.refusal);
  if (problem.code === "quote_failed" && problem.callError.kind === "refused")
    return exitOfStop(problem.callError.refusal);
  return exits[problem.code];
}

// The reason for the service's refusal decides what the user must do: pay, grant access, or wait.
function exitOfStop(refusal: Refusal): ExitCode {
  if (refusal.code === "payment_required") return exitCodes.money;
  const access = ["unauthorized", "forbidden", "not_found"];
  return access.includes(refusal.code) ? exitCodes.credential : exitCodes.stopped;
}
