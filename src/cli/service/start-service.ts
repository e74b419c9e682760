import { Failure } from "../../shared/failure.ts";
import { startProblemOf } from "../../story-service/data-folder.ts";
import { type LocalServiceOptions, startLocalService } from "../../story-service/local-service.ts";
import type { RunningService } from "../../story-service/serve.ts";
import type { CommandProblem } from "../problem.ts";

/** Starts the local service, or throws `service_not_started`. `flag`: the one with which the user can give another data folder. */
export async function startServiceFor(
  flag: "--data" | "--out",
  options: LocalServiceOptions,
): Promise<RunningService> {
  try {
    return await startLocalService(options);
  } catch (error) {
    const why = startProblemOf(error);
    if (why === null) throw error;
    const folder = options.dataFolder;
    throw new Failure<CommandProblem>({ code: "service_not_started", folder, why, flag }, { cause: error });
  }
}
