import { readServiceUrl } from "../../client/service-url.ts";
import { Failure } from "../../shared/failure.ts";
import type { Log } from "../../shared/world.ts";
import type { Meters } from "../../story-service/metrics/meters.ts";
import { type ModelServer, reachLogger } from "../../story-service/model-server.ts";
import { openAiNarrator } from "../../story-service/narrators/openai-narrator.ts";
import type { Narrator, Writer } from "../../story-service/ports.ts";
import { openAiWriter } from "../../story-service/writers/openai-writer.ts";
import type { ModelSettings } from "../parser/environment.ts";
import type { CommandProblem } from "../problem.ts";

export interface Models {
  /** Null: the built-in one. */
  readonly writer: Writer | null;
  readonly narrator: Narrator | null;
  /** The servers, as text that may be shown: their addresses contain no credentials. */
  readonly servers: {
    readonly writer: ShownServer | null;
    readonly narrator: ShownServer | null;
  };
}

export interface ShownServer {
  readonly url: string;
  readonly model: string;
}

/** A voice that every speech server with this interface supports. */
const standardVoice = "alloy";

/**
 * The writer and narrator given by the environment: servers with the OpenAI interface. Logs a warning when one of them stops answering,
 * and counts and times calls where somebody watches. Throws `bad_value`.
 */
export function modelsIn(
  { writer, narrator }: Readonly<Record<"writer" | "narrator", ModelSettings>>,
  {
    log,
    meters = null,
    abandoned,
  }: { readonly log: Log; readonly meters?: Meters | null; readonly abandoned?: AbortSignal },
): Models {
  const text = serverOf("STORY_WRITER", writer);
  const speech = serverOf("STORY_NARRATOR", narrator);
  const watched = (what: "writer" | "narrator", server: ModelServer): ModelServer => ({
    ...server,
    abandoned,
    onReached: reachLogger(log, { what, url: server.url }),
    onCalled: (call) => meters?.modelCalled(what, call),
  });
  return {
    writer: text === null ? null : openAiWriter(watched("writer", text)),
    narrator:
      speech === null ? null : openAiNarrator(watched("narrator", speech), narrator.voice ?? standardVoice),
    servers: { writer: shown(text), narrator: shown(speech) },
  };
}

function shown(server: ModelServer | null): ShownServer | null {
  return server === null ? null : { url: server.url, model: server.model };
}

function serverOf(name: string, { url, model, key }: ModelSettings): ModelServer | null {
  if (url === null) return null;
  const result = readServiceUrl(url);
  // Story, words and key are sent there, so the address follows the same rule as the service's own.
  if (!result.ok) throw bad(`${name}_URL`, url, "an https: address, or http: on 127.0.0.1 or [::1]");
  if (model === null) throw bad(`${name}_MODEL`, "", "the name of a model");
  return { url: result.url, model, key };
}

function bad(flag: string, value: string, expected: string): Error {
  return new Failure<CommandProblem>({ code: "bad_value", flag, value, expected });
}
