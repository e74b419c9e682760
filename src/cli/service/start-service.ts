import { type LocalServiceOptions, startLocalService } from "../../story-service/local-service.ts";
import type { RunningService } from "../../story-service/serve.ts";
import { orStartProblem } from "./start-problems.ts";

/** Starts the local service, or throws `service_not_started`. `flag`: the one with which the user can give another data folder. */
export function startServiceFor(
  flag: "--data" | "--out",
  options: LocalServiceOptions,
): Promise<RunningService> {
  const folder = options.dataFolder;
  return orStartProblem(startLocalService(options), (why) => ({
    code: "service_not_started",
    folder,
    why,
    flag,
  }));
}
