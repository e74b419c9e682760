import { readServiceUrl } from "../remote/service-url.ts";
import type { ModelServer } from "../service/model-server.ts";
import { openAiNarrator } from "../service/narrators/openai-narrator.ts";
import type { Narrator, Writer } from "../service/ports.ts";
import { openAiWriter } from "../service/writers/openai-writer.ts";
import { Failure } from "../shared/failure.ts";
import type { ModelSettings } from "./environment.ts";
import type { CommandProblem } from "./problem.ts";

export interface Models {
  /** Null: the embedded one. */
  readonly writer: Writer | null;
  readonly narrator: Narrator | null;
}

/** A voice that every speech server of this interface knows by name. */
const standardVoice = "alloy";

/** The writer and the narrator that the environment names: servers that speak the OpenAI interface. Fails with `bad_value`. */
export function modelsIn({
  writer,
  narrator,
}: Readonly<Record<"writer" | "narrator", ModelSettings>>): Models {
  const text = serverOf("STORY_WRITER", writer);
  const speech = serverOf("STORY_NARRATOR", narrator);
  return {
    writer: text === null ? null : openAiWriter(text),
    narrator: speech === null ? null : openAiNarrator(speech, narrator.voice ?? standardVoice),
  };
}

function serverOf(name: string, { url, model, key }: ModelSettings): ModelServer | null {
  if (url === null) return null;
  const reading = readServiceUrl(url);
  // Story, words and key go there: the rule is that of the service's own address.
  if (!reading.ok) throw bad(`${name}_URL`, url, "an https: address, or http: on 127.0.0.1 or [::1]");
  if (model === null) throw bad(`${name}_MODEL`, "", "the name of a model");
  return { url: reading.url, model, key };
}

function bad(flag: string, value: string, expected: string): Error {
  return new Failure<CommandProblem>({ code: "bad_value", flag, value, expected });
}
