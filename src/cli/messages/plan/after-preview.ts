import type { RunPreview } from "../../../course/preview-run.ts";
import type { BeyondThisMonth } from "../../../run/forecast-run.ts";
import { exitCodeOf, type RunProblem, type WaitingGate } from "../../../run/problem.ts";
import { exitCodeFor } from "../../../run/report.ts";
import { type ExitCode, exitCodes } from "../../../shared/exit-codes.ts";
import { type Again, commandLine, nextCommand } from "../next-command.ts";
import { quoted } from "../shell.ts";

/** The exit code that a run would have, as far as can be known in advance. */
export function exitCodeOfPreview(preview: RunPreview): ExitCode {
  const { problems, uncertain } = preview;
  const gates = onlyWaiting(preview);
  return exitCodeFor([
    ...problems,
    ...uncertain,
    ...(gates === null ? [] : [{ code: "gate_closed" as const, gates }]),
  ]);
}

/** The gates behind which all waits that is left to buy; null if something can be bought now, or nothing waits. */
function onlyWaiting({ waiting, work }: RunPreview): readonly WaitingGate[] | null {
  return waiting !== null && work.orders.length === 0 ? waiting.gates : null;
}

/** The command to type after a preview. */
export function nextAfterPreview(
  preview: RunPreview,
  { saved, again }: { saved: string | null; again: Again },
): string {
  const { problems, uncertain, beyond } = preview;
  const [first] = problems;
  if (first !== undefined) return nextFor(first, beyond, again);
  if (uncertain.length > 0) return commandLine("resolve", again);
  if (onlyWaiting(preview) !== null) return commandLine("review", again);
  return commandLine("run", again, saved === null ? "" : `--approved ${quoted(saved)}`);
}

// If money is short, planning again shows nothing new: the plan's budget or the account has to change first.
function nextFor(problem: RunProblem, beyond: BeyondThisMonth | null, again: Again): string {
  const isOfMonth = problem.code === "over_budget" && problem.ceiling === "month";
  const choosesItself = again.flagsOf("run").includes("--first");
  if (isOfMonth && beyond?.first != null && !choosesItself)
    return commandLine("run", again, `--first ${beyond.first}`);
  if (isOfMonth && beyond?.covered === 0 && beyond.later !== null)
    return `from ${beyond.later.from} on: ${commandLine("plan", again)}`;
  if (exitCodeOf(problem) === exitCodes.money)
    return `change the budget or the account, then ${commandLine("plan", again)}`;
  const planAgain = commandLine("plan", again);
  return needsMoreThanTime(problem) ? (nextCommand(problem, again) ?? planAgain) : planAgain;
}

/** Whether planning again would find the same problem, because the plan, a ledger or a credential has to change first. */
function needsMoreThanTime(problem: RunProblem): boolean {
  const code = exitCodeOf(problem);
  return code === exitCodes.invalid || code === exitCodes.ledger || code === exitCodes.credential;
}
