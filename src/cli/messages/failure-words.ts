import { exitCodeOf, type RunProblem } from "../../run/problem.ts";
import { type ExitCode, exitCodes } from "../../shared/exit-codes.ts";
import type { AnyProblem } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import type { CommandProblem } from "../problem.ts";
import { commandExitCodes } from "./command-exit-codes.ts";
import { commandWords, describeEdgeProblem, type EdgeProblem } from "./command-words.ts";
import { ledgerWords } from "./ledger/ledger-words.ts";
import { lostLedgerWords } from "./lessons/lost-ledger-words.ts";
import { againFor, commandLine, nextCommand, sameCommand } from "./next-command.ts";
import { packageWords } from "./run/package-words.ts";
import { describeRunProblem } from "./run/run-words.ts";

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

function isCommandProblem(problem: AnyProblem): problem is EdgeProblem {
  return problem.code in commandWords;
}

/** The message for a problem that ended a command. */
export function describeFailure(problem: AnyProblem): string {
  if (isCommandProblem(problem)) return describeEdgeProblem(problem);
  return describeRunProblem(problem as RunProblem);
}

/** Verbs that take a ledger instead of a plan, or create one from a copy: the next steps for a plan don't apply to them. */
const notAboutPlan: ReadonlySet<string> = new Set(["ledger verify", "ledger show", "ledger copy"]);

/** Files of a course that the service still has. */
const ofSavedFiles: ReadonlySet<string> = new Set(["file_damaged", "book_missing", "book_changed"]);

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
  if (code === "lessons_left" || code === "lessons_unapproved") return true;
  if (ofSavedFiles.has(code)) return true;
  return code in ledgerWords || code in lostLedgerWords;
}

/** The exit code for a problem that ended a command. */
export function exitCodeOfFailure(problem: AnyProblem): ExitCode {
  if (isGap(problem) && problem.uncertain > 0) return exitCodes.uncertain;
  if (isTlsFault(problem)) return exitCodes.invalid;
  if (problem.code in ledgerWords) return exitCodes.ledger;
  if (problem.code in packageWords) return exitCodes.stopped;
  if (isCommandProblem(problem)) return commandExitCodes[problem.code];
  return exitCodeOf(problem as RunProblem);
}
