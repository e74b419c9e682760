import { realWorld } from "../course/machine.ts";
import { Failure } from "../shared/failure.ts";
import type { World } from "../shared/world.ts";
import type { Narrator, Writer } from "../story-service/ports.ts";

/** Options for a local service. */
export interface LocalServiceOptions {
  /** The folder for all durable state, created with mode 0700 if missing. Only one service at a time can use it. */
  readonly dataFolder: string;
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /**
   * Its public address, accounts, limits, switches and faults, and where its recordings are kept, as YAML or JSON text;
   * `courses/local-service.yaml` is an example. Default: one demo account. With a `publicUrl` and no accounts, there is no account until the
   * operator adds one.
   */
  readonly config?: string;
  /** How long writing a story takes, in ms. Default: 2000. */
  readonly writingTimeMs?: number;
  /** How long an audiobook takes, in ms. Default: 3000. */
  readonly narrationTimeMs?: number;
  /** The writer of the stories, and the narrator who reads them aloud. Default: the built-in writer and narrator, which need no network. */
  readonly writer?: Writer;
  readonly narrator?: Narrator;
  /** Replacements for parts of the real world. Default: this machine's clocks and random numbers, and no log. */
  readonly world?: Partial<World>;
}

/** A running local service. */
export interface LocalService {
  /** The interface's base address, such as `http://127.0.0.1:4010/api/v1`. */
  readonly url: string;
  /** The addresses of its pages and of its MCP server. */
  readonly appUrl: string;
  readonly mcpUrl: string;
  /**
   * Creates a new key with every scope and no cap, for the demo account or, if there is none, the first account. An older key with the same name is
   * revoked. Rejects if there is no account.
   */
  mintKey(name: string): Promise<string>;
  /** Answers pending requests, accepts no new requests, and resolves once everything has stopped. */
  close(): Promise<void>;
}

/**
 * Starts a local story service: the whole interface over HTTP and MCP, with durable state. Rejects with a `Failure` (a `StartProblem` or
 * `service_config_invalid`); in that case nothing is running.
 */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { readServiceConfig } = await import("../story-service/config/config.ts");
  const { standardTimes, startService } = await import("../story-service/serve.ts");
  const read = readServiceConfig(options.config ?? "", "config");
  if (!read.ok)
    throw new Failure<ServiceConfigProblem>({ code: "service_config_invalid", problems: read.problems });
  const world = { ...realWorld(), ...options.world };
  const service = await startService({
    host: "127.0.0.1",
    port: options.port ?? 0,
    dataFolder: options.dataFolder,
    database: null,
    config: read.config,
    writingTimeMs: options.writingTimeMs ?? standardTimes.writingMs,
    narrationTimeMs: options.narrationTimeMs ?? standardTimes.narrationMs,
    writer: options.writer ?? null,
    narrator: options.narrator ?? null,
    world,
  });
  const { url, appUrl, mcpUrl } = service;
  return { url, appUrl, mcpUrl, mintKey: (name) => service.mintKey(name), close: () => service.close() };
}

/** An invalid configuration of the local service. */
export interface ServiceConfigProblem {
  readonly code: "service_config_invalid";
  readonly problems: readonly {
    /** The place as a dotted path, such as `config: accounts.0.credits`. */
    readonly path: string;
    /** From 1; absent if the place has no line. */
    readonly line?: number;
    readonly message: string;
  }[];
}
