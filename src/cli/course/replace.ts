import process from "node:process";
import { exitCodeOf, type RunProblem } from "../../run/problem.ts";
import type { NameReplaced } from "../../run/run-context.ts";
import { Failure } from "../../shared/failure.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { type Again, nextCommand } from "../messages/next-command.ts";
import { describeRunProblem } from "../messages/run/run-words.ts";
import { promptYesNo } from "../prompt.ts";

/** Asks in the terminal which story is meant; null if there is no terminal, or the user wants no questions. `named` is called for each yes. */
export function askWhichToReplace(
  { io, raw }: Pick<Context, "io" | "raw">,
  named: (job: string, id: string) => void,
): NameReplaced | null {
  if (!io.canAsk || raw.yes === true || io.json || io.quiet) return null;
  return async ({ job, has, price }, stop) => {
    const question = `${job.id} has ${has}. Buy another story in its place for ${pluralize(price.credits, "credit")}?`;
    const isMeant = await promptYesNo(question, { input: process.stdin, output: io.stderr, stop });
    if (isMeant) named(job.id, has);
    return isMeant;
  };
}

type WrongReplacements = Extract<RunProblem, { code: "replacement_wrong" }>;

/** The problem if an error reports a wrong `--replace`; null for any other error. */
export function wrongReplacement(error: unknown): WrongReplacements | null {
  if (!(error instanceof Failure) || error.problem.code !== "replacement_wrong") return null;
  return error.problem as WrongReplacements;
}

/** Reports what is wrong with a `--replace`, and the correct command line. Nothing was sent. */
export function refuseReplacement(problem: WrongReplacements, again: Again, { io }: Context): CommandResult {
  const message = describeRunProblem(problem);
  const next = nextCommand(problem, again);
  io.warn(message);
  io.say(`next     ${next}`);
  const exitCode = exitCodeOf(problem);
  const [first] = problem.wrong;
  const job = problem.wrong.length === 1 ? (first?.job ?? null) : null;
  return {
    exitCode,
    json: { ok: false, exitCode, problems: [{ job, code: problem.code, message, next }], next },
  };
}
