import type { CallOptions } from "../../course/call-options.ts";
import { formatRate } from "../../shared/duration.ts";
import { readServiceConfig, type ServiceConfig } from "../../story-service/config/config.ts";
import { standardTimes } from "../../story-service/local-service.ts";
import type { RunningService } from "../../story-service/serve.ts";
import type { Context } from "../context.ts";
import { rehearsalDataFolder } from "../course/state-folder.ts";
import { modelsIn } from "./models.ts";
import { startServiceFor } from "./start-service.ts";

/** A rehearsal's local service, on a free port, with the limits given by the flags. */
export function startRehearsal(
  calls: Pick<CallOptions, "calls" | "starts">,
  { shared, environment, world }: Pick<Context, "shared" | "environment" | "world">,
): Promise<RunningService> {
  const { writer, narrator } = modelsIn(environment.models, world);
  return startServiceFor("--out", {
    host: "127.0.0.1",
    port: 0,
    dataFolder: rehearsalDataFolder(shared),
    database: null,
    config: rehearsalConfig(calls),
    writingTimeMs: standardTimes.writingMs,
    narrationTimeMs: standardTimes.narrationMs,
    world,
    accesses: world.log,
    writer,
    narrator,
  });
}

/** The standard configuration with other limits. */
function rehearsalConfig({ calls, starts }: Pick<CallOptions, "calls" | "starts">): ServiceConfig {
  const limits = { calls: formatRate(calls), paidStarts: formatRate(starts) };
  const result = readServiceConfig(JSON.stringify({ limits }), "the rehearsal's limits");
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("; "));
  return result.config;
}
