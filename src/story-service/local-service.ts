import type { PostgresAddress } from "../shared/postgres/address.ts";
import type { Log, World } from "../shared/world.ts";
import type { ServiceConfig } from "./config/config.ts";
import type { Meters } from "./metrics/meters.ts";
import { embeddedNarrator } from "./narrators/embedded-narrator.ts";
import type { Narrator, Writer } from "./ports.ts";
import type { Variables } from "./recordings/s3-settings.ts";
import { type Role, type RunningService, startService } from "./serve.ts";
import { embeddedWriter } from "./writers/embedded-writer.ts";

export interface LocalServiceOptions {
  readonly host: string;
  /** Null: none, for a process that only works. */
  readonly port: number | null;
  /** What this process does of the service. Absent: everything. */
  readonly role?: Role;
  readonly dataFolder: string;
  /** Null: a file in the folder. */
  readonly database: PostgresAddress | null;
  readonly config: ServiceConfig;
  /** The environment variables that the key of a bucket for the recordings is read from. Absent: none. */
  readonly variables?: Variables;
  readonly writingTimeMs: number;
  readonly narrationTimeMs: number;
  readonly world: World;
  /** Where the access log goes, if the configuration wants one. */
  readonly accesses: Pick<Log, "info">;
  /** Counts and times what it does, for `/metrics`. Absent: nobody watches. */
  readonly meters?: Meters;
  /** Null: the embedded writer, which needs no network. */
  readonly writer: Writer | null;
  readonly narrator: Narrator | null;
}

/** How long a story takes to write and to narrate by default. */
export const standardTimes = { writingMs: 2_000, narrationMs: 3_000 } as const;

/** Starts the local service, by default with the offline writer and narrator. Throws a Failure with a StartProblem. */
export async function startLocalService(options: LocalServiceOptions): Promise<RunningService> {
  const narrator = embeddedNarrator({ yields: true });
  try {
    const service = await startService({
      ...options,
      writer: options.writer ?? embeddedWriter,
      narrator: options.narrator ?? narrator,
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
    throw error;
  }
}
