import { exitCodeOf } from "../../run/exit-code-of.ts";
import type { RunProblem } from "../../run/problem.ts";
import { type ExitCode, exitCodes } from "../../shared/exit-codes.ts";
import type { AnyProblem } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import type { CommandProblem } from "../problem.ts";
import { commandWords, describeEdgeProblem, type EdgeProblem } from "./command-words.ts";
import { ledgerWords } from "./ledger/ledger-words.ts";
import { lostLedgerWords } from "./lessons/lost-ledger-words.ts";
import { againFor, commandLine, nextCommand, sameCommand } from "./next-command.ts";
import { packageWords } from "./run/package-words.ts";
import { describeRunProblem } from "./run/run-words.ts";

const edgeExits: Readonly<Partial<Record<string, ExitCode>>> = {
  book_unknown: exitCodes.failed,
  credits_short: exitCodes.money,
  retry_not_paid: exitCodes.money,
  work_under_way: exitCodes.stopped,
  backup_unusable: exitCodes.failed,
  place_not_empty: exitCodes.stopped,
  service_unusable: exitCodes.stopped,
  books_unreadable: exitCodes.stopped,
  key_missing: exitCodes.credential,
  key_unreadable: exitCodes.credential,
  keys_unusable: exitCodes.stopped,
  login_certificate: exitCodes.stopped,
  login_elsewhere: exitCodes.credential,
  login_given_up: exitCodes.stopped,
  login_not_offered: exitCodes.credential,
  login_not_revocable: exitCodes.stopped,
  login_not_revoked: exitCodes.stopped,
  login_refused: exitCodes.credential,
  login_unreachable: exitCodes.stopped,
  login_unusable: exitCodes.credential,
  login_unwritable: exitCodes.stopped,
  nothing_made: exitCodes.ledger,
  nothing_remembered: exitCodes.ledger,
  nothing_to_package: exitCodes.failed,
  nothing_to_review: exitCodes.failed,
  too_much_to_review: exitCodes.failed,
  package_incomplete: exitCodes.failed,
  port_unusable: exitCodes.stopped,
  service_not_started: exitCodes.stopped,
  story_misfit: exitCodes.uncertain,
  story_unknown: exitCodes.uncertain,
};

type NothingMade = Extract<CommandProblem, { code: "nothing_made" }>;

function isGap(problem: AnyProblem): problem is Extract<EdgeProblem, { code: "package_incomplete" }> {
  return problem.code === "package_incomplete";
}

/** The files are named by the configuration, and are as much a part of it. */
function isTlsFault(problem: AnyProblem): boolean {
  if (problem.code !== "service_not_started") return false;
  const { why } = problem as Extract<CommandProblem, { code: "service_not_started" }>;
  return why.code === "tls_unusable";
}

/** The message for a problem that ended a command. */
export function describeFailure(problem: AnyProblem): string {
  if (problem.code in commandWords) return describeEdgeProblem(problem as EdgeProblem);
  return describeRunProblem(problem as RunProblem);
}

/** Verbs that take a ledger instead of a plan, or create one from a copy: the next steps for a plan don't apply to them. */
const notAboutPlan: ReadonlySet<string> = new Set(["ledger verify", "ledger show", "ledger copy"]);

/** What to do next if a ledger, an edit of the plan or the user has stopped a command about a plan; null if nothing follows. */
export function nextAfterFailure(problem: AnyProblem, context: Context): string | null {
  const [plan] = context.args;
  if (plan !== undefined && isNothingMade(problem)) return nextWithNothing(problem, plan, context);
  if (plan !== undefined && problem.code === "interrupted") return sameCommand(againFor(plan, context));
  if (plan === undefined || notAboutPlan.has(context.verb) || !leadsOn(problem)) return null;
  return nextCommand(problem as RunProblem, againFor(plan, context));
}

function isNothingMade(problem: AnyProblem): problem is NothingMade {
  return problem.code === "nothing_made";
}

function nextWithNothing({ isRehearsed }: NothingMade, plan: string, context: Context): string {
  if (!isRehearsed) return commandLine("run", againFor(plan, context));
  return sameCommand(againFor(plan, { ...context, shared: { ...context.shared, local: true } }));
}

function leadsOn({ code }: AnyProblem): boolean {
  if (code === "lessons_doubtful" || code === "lessons_unapproved") return true;
  return code in ledgerWords || code in lostLedgerWords;
}

/** The exit code for a problem that ended a command. */
export function exitCodeOfFailure(problem: AnyProblem): ExitCode {
  if (isGap(problem) && problem.uncertain > 0) return exitCodes.uncertain;
  if (isTlsFault(problem)) return exitCodes.invalid;
  if (problem.code in ledgerWords) return exitCodes.ledger;
  if (problem.code in packageWords) return exitCodes.stopped;
  if (problem.code in commandWords) return edgeExits[problem.code] ?? exitCodes.invalid;
  return exitCodeOf(problem as RunProblem);
}
