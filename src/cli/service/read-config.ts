import { dirname, resolve } from "node:path";
import { errorCode, Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { readServiceConfig, type ServiceConfig } from "../../story-service/config/config.ts";
import type { CommandProblem } from "../problem.ts";

/** The configuration of a local service in a file, or without one the standard. Fails with `service_config_invalid` and `service_config_unreadable`. */
export async function readConfig(path: string | null): Promise<ServiceConfig> {
  const content = path === null ? "" : await readText(path);
  const result = readServiceConfig(content, path ?? "the standard configuration");
  if (result.ok) return withPaths(result.config, dirname(path ?? "."));
  const lines = result.problems.map(({ path: place, line, message }) =>
    line === undefined ? `${place}: ${message}` : `${place} (line ${line}): ${message}`,
  );
  throw new Failure<CommandProblem>({ code: "service_config_invalid", lines });
}

/** The paths in a configuration are relative to its file. */
function withPaths(config: ServiceConfig, folder: string): ServiceConfig {
  if (config.tls === null) return config;
  const { key, certificate } = config.tls;
  return { ...config, tls: { key: resolve(folder, key), certificate: resolve(folder, certificate) } };
}

async function readText(path: string): Promise<string> {
  const unreadable = (cause: string): Failure<CommandProblem> =>
    new Failure<CommandProblem>({ code: "service_config_unreadable", path, cause });
  const bytes = await realFiles.read(path).catch((error: unknown) => {
    throw unreadable(errorCode(error));
  });
  if (bytes === null) throw unreadable("ENOENT");
  return bytes.toString("utf8");
}
