import { readServiceUrl } from "../../client/service-url.ts";
import { Failure } from "../../shared/failure.ts";
import type { Log } from "../../shared/world.ts";
import { type ModelServer, reachLogger } from "../../story-service/model-server.ts";
import { openAiNarrator } from "../../story-service/narrators/openai-narrator.ts";
import type { Narrator, Writer } from "../../story-service/ports.ts";
import { openAiWriter } from "../../story-service/writers/openai-writer.ts";
import type { ModelSettings } from "../parser/environment.ts";
import type { CommandProblem } from "../problem.ts";

export interface Models {
  /** Null: the embedded one. */
  readonly writer: Writer | null;
  readonly narrator: Narrator | null;
  /** The servers that do it, in words that may be shown: an address holds no credentials. */
  readonly servers: {
    readonly writer: ShownServer | null;
    readonly narrator: ShownServer | null;
  };
}

export interface ShownServer {
  readonly url: string;
  readonly model: string;
}

/** A voice that every speech server of this interface knows by name. */
const standardVoice = "alloy";

/**
 * The writer and the narrator that the environment names: servers that speak the OpenAI interface. The log gets a warning when one of
 * them stops answering. Fails with `bad_value`.
 */
export function modelsIn(
  { writer, narrator }: Readonly<Record<"writer" | "narrator", ModelSettings>>,
  log: Log,
): Models {
  const text = serverOf("STORY_WRITER", writer);
  const speech = serverOf("STORY_NARRATOR", narrator);
  const watched = (what: "writer" | "narrator", server: ModelServer): ModelServer => ({
    ...server,
    onReached: reachLogger(log, { what, url: server.url }),
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
  // Story, words and key go there: the rule is that of the service's own address.
  if (!result.ok) throw bad(`${name}_URL`, url, "an https: address, or http: on 127.0.0.1 or [::1]");
  if (model === null) throw bad(`${name}_MODEL`, "", "the name of a model");
  return { url: result.url, model, key };
}

function bad(flag: string, value: string, expected: string): Error {
  return new Failure<CommandProblem>({ code: "bad_value", flag, value, expected });
}
