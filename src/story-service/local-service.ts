import { embeddedNarrator } from "./narrators/embedded-narrator.ts";
import type { Narrator, Writer } from "./ports.ts";
import { type RunningService, type ServiceOptions, startService } from "./serve.ts";
import { embeddedWriter } from "./writers/tell-story.ts";

export interface LocalServiceOptions extends Omit<ServiceOptions, "writer" | "narrator"> {
  /** Null: the embedded writer, which needs no network. */
  readonly writer: Writer | null;
  /** Null: the embedded narrator, which needs none either. */
  readonly narrator: Narrator | null;
}

/** How long writing and narrating a story take by default. */
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
    await narrator.close().catch(() => undefined);
    throw error;
  }
}
