import { CommanderError } from "commander";
import type { RunProblem } from "../run/problem.ts";
import { exitCodes } from "../shared/exit-codes.ts";
import { type AnyProblem, errorCode, errorPath, Failure, isSystemError } from "../shared/failure.ts";
import { showText } from "../shared/text.ts";
import type { Context } from "./context.ts";
import { type CommandResult, EndedEarly, ended, type Io } from "./io.ts";
import type { CommandProblem } from "./problem.ts";

/** Reports the error that a command threw, and returns the command's result. `acting`: the input of the verb; null if it did not start. */
export async function failed(
  error: unknown,
  { io, acting }: { io: Io; acting: Context | null },
): Promise<CommandResult | number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.done;
    const said =
      error.code === "commander.help"
        ? "There is no such command. coursebinder --help lists the commands."
        : error.message;
    const message = said.replace(/^error: /, "");
    const problem: CommandProblem = { code: "usage", message };
    return (await saying(problem)).document;
  }
  if (error instanceof EndedEarly) return error.result;
  if (error instanceof Failure) {
    const { text, document, next } = await saying(error.problem, acting);
    io.warn(text, "bad");
    for (const line of next) io.say(line);
    return document;
  }
  if (isSystemError(error) || errorCode(error) === "ENOSPC") {
    const problem: RunProblem = { code: "disk_failed", cause: errorCode(error), path: errorPath(error) };
    const { text, document } = await saying(problem);
    io.warn(text);
    return document;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.warn(
    `This is a bug in coursebinder. The ledger records what was sent.\n${text.split("\n").map(showText).join("\n")}`,
  );
  const exitCode = exitCodes.bug;
  const message = error instanceof Error ? error.message : String(error);
  return { exitCode, json: { ok: false, exitCode, problems: [{ code: "bug", message }] } };
}

// Load the messages for problems only when one occurs.
export async function saying(
  problem: AnyProblem,
  acting: Context | null = null,
): Promise<{ text: string; document: CommandResult; next: readonly string[] }> {
  const { exitCodeOfFailure, describeProblem } = await import("./problems/problems.ts");
  const { nextAfterFailure, sayNext } = await import("./next.ts");
  const text = describeProblem(problem);
  const next = acting === null ? { next: null } : nextAfterFailure(problem, acting);
  const problems = [{ code: problem.code, message: text, ...next }];
  const facts = next.next === null ? { problems } : { problems, next: next.next };
  return { text, next: sayNext(next), document: ended(facts, exitCodeOfFailure(problem)) };
}
