import { readServiceUrl } from "../../client/service-url.ts";
import type { CallOptions } from "../../course/call-options.ts";
import type { SentenceNarrator } from "../../lessons/revoicing/revoice.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Foresight } from "../../run/plan-notices.ts";
import { formatRate } from "../../shared/duration.ts";
import { Failure } from "../../shared/failure.ts";
import type { Log } from "../../shared/world.ts";
import { readServiceConfig, type ServiceConfig } from "../../story-service/config/config.ts";
import { startProblemOf } from "../../story-service/data-folder.ts";
import type { Meters } from "../../story-service/metrics/serve-metrics.ts";
import type { ModelCall, ModelServer } from "../../story-service/model-server.ts";
import { embeddedNarrator } from "../../story-service/narrators/embedded-narrator.ts";
import { openAiNarrator } from "../../story-service/narrators/openai-narrator.ts";
import type { Narrator, Writer } from "../../story-service/ports.ts";
import {
  type RunningService,
  type ServiceOptions,
  standardTimes,
  startService,
} from "../../story-service/serve.ts";
import type { StartProblem } from "../../story-service/start-problem.ts";
import { whyImpossible } from "../../story-service/stories/create-story.ts";
import { openAiWriter } from "../../story-service/writers/openai-writer.ts";
import { embeddedWriter } from "../../story-service/writers/tell-story.ts";
import type { Context } from "../context.ts";
import { readInput } from "../course/protected-file.ts";
import type { ModelSettings } from "../parser/environment.ts";
import { rehearsalDataFolder } from "../parser/options.ts";
import { badValue, type CommandProblem } from "../problem.ts";

export interface Models {
  /** The writer for stories; null: the built-in one. */
  readonly writer: Writer | null;
  readonly narrator: Narrator | null;
  /** The servers as text that may be shown: their addresses contain no credentials. */
  readonly servers: {
    readonly writer: ShownServer | null;
    readonly narrator: ShownServer | null;
  };
}

interface ShownServer {
  readonly url: string;
  readonly model: string;
}

/** A voice that every speech server with this interface supports. */
const standardVoice = "alloy";

/**
 * The writer and narrator given by the environment: servers with the OpenAI interface. Logs a warning when one of the servers
 * fails, and counts and times the calls if meters are given. Throws `bad_value`.
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
  const watched = (what: "writer" | "narrator", server: ModelServer): ModelServer => {
    const { url } = server;
    const onCalled = (call: ModelCall): void => {
      // Users see a sentence without an address; the log tells the operator where to look.
      if (call.why !== null)
        log.warn({ what, url, cause: call.why }, "a model's server does not answer as it should");
      meters?.modelCalled(what, call);
    };
    return { ...server, abandoned, onCalled };
  };
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
  if (model === null) throw badValue(`${name}_MODEL`, "", "the name of a model");
  try {
    // The story, its words and the key are sent there, so the address must meet the same rule as the service's own.
    return { url: readServiceUrl(url), model, key };
  } catch {
    throw badValue(`${name}_URL`, url, "an https: address, or http: on 127.0.0.1 or [::1]");
  }
}

/** Larger than the configuration of ten thousand accounts. */
const configBytesMost = 16 * 1024 * 1024;

/**
 * The configuration of a local service in a file, or the standard configuration if no file is given. Fails with `service_config_invalid` or
 * `input_unreadable`.
 */
export async function readConfig(path: string | null): Promise<ServiceConfig> {
  const content =
    path === null ? "" : (await readInput(path, "configuration", configBytesMost)).toString("utf8");
  const result = readServiceConfig(content, path ?? "the standard configuration");
  if (result.ok) return result.config;
  const lines = result.problems.map(({ path: place, line, message }) =>
    line === undefined ? `${place}: ${message}` : `${place} (line ${line}): ${message}`,
  );
  throw new Failure<CommandProblem>({ code: "service_config_invalid", lines });
}

/** Awaits work on a local service. A `StartProblem` becomes the command problem that `about` makes from it; any other error stays as it is. */
export async function orStartProblem<Result>(
  work: Promise<Result>,
  about: (why: StartProblem) => CommandProblem,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const why = startProblemOf(error);
    if (why === null) throw error;
    throw new Failure<CommandProblem>(about(why), { cause: error });
  }
}

/** Starts the local service, or throws `service_unusable`. `flag`: the flag with which the user can choose another data folder. */
export function startServiceFor(flag: "--data" | "--out", options: ServiceOptions): Promise<RunningService> {
  const folder = options.dataFolder;
  return orStartProblem(startService(options), (why) => ({
    code: "service_unusable",
    what: "start",
    folder,
    why,
    flag,
  }));
}

/** A function that returns why a rehearsal can't make a story, as a clause, judging by the story's request; null if it can. Throws `bad_value`. */
export function rehearsalForesight({
  environment,
  world,
}: Pick<Context, "environment" | "world">): Foresight {
  const models = modelsIn(environment.models, world);
  const writer = models.writer ?? embeddedWriter;
  const narrator = models.narrator ?? embeddedNarrator({ yields: true });
  return (request) => whyImpossible(request, { writer, narrator });
}

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

/** A narrator for corrected sentences. The caller must close it after use, which interrupts it if it is speaking. */
export type OpenedNarrator = SentenceNarrator & { close(): Promise<void> };

/**
 * The narrator chosen by a plan's `review`; null if it chooses none. The plan only chooses: a speech server's address and key come from the
 * environment, as for the local service. Throws `bad_value` if the speech server's address is missing.
 */
export async function narratorFor(
  { review }: Pick<Plan, "review">,
  { environment, world }: Pick<Context, "environment" | "world">,
): Promise<OpenedNarrator | null> {
  const choice = review?.narrator ?? null;
  if (choice === null) return null;
  if (choice === "embedded") return { name: "eSpeak NG", ...embeddedNarrator({ yields: false }) };
  const { narrator, servers } = modelsIn(environment.models, { log: world.log });
  if (narrator === null || servers.narrator === null) {
    const why = "because the plan has review: { narrator: openai }";
    throw badValue("STORY_NARRATOR_URL", "", `the address of a speech server, ${why}`);
  }
  const { voice } = environment.models.narrator;
  const name = voice === null ? servers.narrator.model : `${servers.narrator.model}, voice ${voice}`;
  return { ...narrator, name, close: async () => undefined };
}
