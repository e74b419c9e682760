import type { Rate } from "../../shared/duration.ts";
import { Failure } from "../../shared/failure.ts";
import type { World } from "../../shared/world.ts";
import { readServiceConfig, type ServiceConfig } from "../../story-service/config.ts";
import { startProblemOf } from "../../story-service/data-folder.ts";
import { embeddedNarrator } from "../../story-service/narrators/embedded-narrator.ts";
import { type RunningService, startService } from "../../story-service/serve.ts";
import { embeddedWriter } from "../../story-service/writers/embedded-writer.ts";
import type { CommandProblem } from "../problem.ts";
import type { Models } from "./models.ts";

export interface LocalServiceOptions {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
  /** The flag with which a person names another data folder. */
  readonly folderFlag: "--data" | "--out";
  readonly config: ServiceConfig;
  readonly writingTimeMs: number;
  readonly narrationTimeMs: number;
  readonly world: World;
  /** What the environment names; null, or nothing: the embedded ones. */
  readonly models?: Models;
}

/** How long a story takes to write and to narrate unless a flag says otherwise. */
export const standardTimes = { writingMs: 2_000, narrationMs: 3_000 } as const;

/** The local service, with the writer and the narrator that need no network unless others are given. */
export async function startLocalService(options: LocalServiceOptions): Promise<RunningService> {
  const narrator = embeddedNarrator();
  try {
    const service = await startService({
      ...options,
      writer: options.models?.writer ?? embeddedWriter,
      narrator: options.models?.narrator ?? narrator,
    });
    return {
      ...service,
      mintKey: (name) => service.mintKey(name),
      close: async () => {
        await service.close();
        await narrator.close();
      },
    };
  } catch (error) {
    await narrator.close();
    const why = startProblemOf(error);
    if (why === null) throw error;
    throw new Failure<CommandProblem>(
      { code: "service_not_started", folder: options.dataFolder, why, flag: options.folderFlag },
      { cause: error },
    );
  }
}

/** The standard configuration with other limits: what a rehearsal inside the process runs on. */
export function rehearsalConfig(limits: { readonly calls: Rate; readonly starts: Rate }): ServiceConfig {
  const text = JSON.stringify({
    limits: { calls: rateText(limits.calls), paidStarts: rateText(limits.starts) },
  });
  const result = readServiceConfig(text, "the rehearsal's limits");
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("; "));
  return result.config;
}

function rateText({ count, windowMs }: Rate): string {
  return `${count}/${windowMs}ms`;
}
