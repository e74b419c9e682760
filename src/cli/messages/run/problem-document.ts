import type { RunProblem } from "../../../run/problem.ts";
import { type Again, nextCommand } from "../next-command.ts";
import { describeRunProblem } from "./run-words.ts";

/** A problem of a run for `--json`. */
export function problemDocument(problem: RunProblem, again: Again) {
  return {
    job: "job" in problem ? problem.job : null,
    code: problem.code,
    message: describeRunProblem(problem),
    next: nextCommand(problem, again),
    ...(problem.code === "approval_moved" ? { differs: problem.jobs } : {}),
  };
}
