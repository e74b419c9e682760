import { Failure } from "../../shared/failure.ts";
import { startProblemOf } from "../../story-service/data-folder.ts";
import type { StartProblem } from "../../story-service/start-problem.ts";
import type { CommandProblem } from "../problem.ts";

/** Awaits work on a local service. A `StartProblem` becomes the command's problem that `about` makes of it; any other error stays as it is. */
export async function orStartProblem<Result>(
  work: Promise<Result>,
  about: (why: StartProblem) => CommandProblem,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const why = startProblemOf(error);
    if (why === null) throw error;
    throw new Failure<CommandProblem>(about(why), { cause: error });
  }
}
