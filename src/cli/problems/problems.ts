import { remoteProblems } from "../../client/problem.ts";
import { courseProblems } from "../../course/problem.ts";
import { runProblems } from "../../run/problem.ts";
import type { ExitCode } from "../../shared/exit-codes.ts";
import type { AnyProblem } from "../../shared/failure.ts";
import type { System } from "../../shared/files/windows.ts";
import { exitCodeIn } from "../../shared/problems.ts";
import {
  describeOperatorProblem,
  isOperatorProblem,
  operatorProblems,
} from "../../story-service/operator/problem.ts";
import { commandProblems } from "../problem.ts";
import { commandDetails } from "./command.ts";
import { ledgerDetails } from "./ledger.ts";
import { packageDetails, runDetails } from "./run.ts";
import { type DetailsOf, type Message, messageIn, messagesIn, textOf } from "./texts.ts";

const declared = {
  ...runProblems,
  ...courseProblems,
  ...remoteProblems,
  ...operatorProblems,
  ...commandProblems,
};

/** The files of messages, each with the details for its problems. */
const files = { run: runDetails, ledger: ledgerDetails, package: packageDetails, command: commandDetails };

/** The message for a problem, or for a notice, in parts. */
export function messageOf(problem: AnyProblem, system?: System): Message {
  if (isOperatorProblem(problem)) return { what: describeOperatorProblem(problem), next: null };
  const { code } = problem;
  const found = Object.entries(files).find(([name, details]) => code in messagesIn(name) || code in details);
  if (found === undefined) throw new Error(`${code} has no message`);
  return messageIn(found[0], found[1] as DetailsOf<AnyProblem>, problem, system);
}

/** The message for a problem or a notice, as one text. */
export function describeProblem(problem: AnyProblem, system?: System): string {
  return textOf(messageOf(problem, system));
}

/** The exit code of a command that ended because of this problem. */
export function exitCodeOfFailure(problem: AnyProblem): ExitCode {
  return exitCodeIn(declared, problem);
}

/** A notice, or a problem without its next step, for `--json`. */
export function noticeDocument(notice: AnyProblem): { job: unknown; code: string; message: string } {
  const { job = null, code } = notice as AnyProblem & { readonly job?: unknown };
  return { job, code, message: describeProblem(notice) };
}
