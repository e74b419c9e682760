import { type RemoteProblem, remoteProblems } from "../../client/problem.ts";
import { courseProblems } from "../../course/problem.ts";
import type { PackageProblem } from "../../package/package-problem.ts";
import { type RunNotice, type RunProblem, runProblems } from "../../run/problem.ts";
import type { ExitCode } from "../../shared/exit-codes.ts";
import type { AnyProblem } from "../../shared/failure.ts";
import { exitCodeIn } from "../../shared/problems.ts";
import {
  type OperatorProblem,
  operatorProblems,
  operatorWords,
} from "../../story-service/operator/problem.ts";
import { type CommandProblem, commandProblems } from "../problem.ts";
import { commandMessages } from "./command.ts";
import { ledgerMessages, ledgerNotices } from "./ledger.ts";
import { type Message, messageIn, textOf } from "./message.ts";
import { packageMessages } from "./package.ts";
import { runMessages, runNotices } from "./run.ts";

/** Every problem that has a message here; the messages for plan problems are in `plan.ts`. */
export type Problem = RunProblem | CommandProblem | RemoteProblem | PackageProblem;

const messages = { ...runMessages, ...ledgerMessages, ...packageMessages, ...commandMessages };
const notices = { ...runNotices, ...ledgerNotices };
const declared = {
  ...runProblems,
  ...courseProblems,
  ...remoteProblems,
  ...operatorProblems,
  ...commandProblems,
};

/** The message for a problem, in parts. */
export function messageOf(problem: AnyProblem, system?: Parameters<typeof messageIn>[2]): Message {
  if (isOperators(problem)) {
    return {
      what: (operatorWords[problem.code] as (problem: OperatorProblem) => string)(problem),
      next: null,
    };
  }
  return messageIn(messages, problem as Exclude<Problem, OperatorProblem>, system);
}

function isOperators(problem: AnyProblem): problem is OperatorProblem {
  return problem.code in operatorWords;
}

/** The message for a problem, as one text. */
export function describeProblem(problem: AnyProblem, system?: Parameters<typeof messageIn>[2]): string {
  return textOf(messageOf(problem, system));
}

/** What the user should know although nothing went wrong. */
export function describeNotice(notice: RunNotice): string {
  return textOf(messageIn(notices, notice));
}

/** The exit code of a command that a problem ended. */
export function exitCodeOfFailure(problem: AnyProblem): ExitCode {
  return exitCodeIn(declared, problem);
}
