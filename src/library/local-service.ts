import { realWorld } from "../course/real-world.ts";
import { Failure } from "../shared/failure.ts";
import type { World } from "../shared/world.ts";
import type { Narrator, Writer } from "../story-service/ports.ts";
import type { ServiceConfigProblem } from "./service-config-problem.ts";

/** What a local service is started with. */
export interface LocalServiceOptions {
  /** Everything durable is in it; made with mode 0700 where it is missing. One service at a time uses it. */
  readonly dataFolder: string;
  /** Left out, or 0: a free port. */
  readonly port?: number;
  /** Left out: 127.0.0.1. It speaks plain HTTP: no other machine may reach it. */
  readonly host?: "127.0.0.1" | "::1";
  /** Accounts, limits, switches and faults, as YAML or JSON text: what `courses/local-service.yaml` shows. Left out: one demo account. */
  readonly config?: string;
  /** How long a story takes to write, in ms, give or take a fifth. Left out: 2000. */
  readonly writingTimeMs?: number;
  /** How long an audiobook takes, in ms, give or take a fifth. Left out: 3000. */
  readonly narrationTimeMs?: number;
  /** Who writes the stories, and reads them aloud. Left out: what is built in and needs no network. */
  readonly writer?: Writer;
  readonly narrator?: Narrator;
  /** What stands in for parts of the real world. Left out: this machine's, and no log. */
  readonly world?: Partial<World>;
}

/** A local service that is running. */
export interface LocalService {
  /** The interface's base address, such as `http://127.0.0.1:4010/api/v1`. */
  readonly url: string;
  /** The address of its pages, and of its MCP server. */
  readonly appUrl: string;
  readonly mcpUrl: string;
  /** A fresh key with every scope and no cap, for the demo account or else the first one. An older key of that name is revoked. */
  mintKey(name: string): Promise<string>;
  /** Answers what it was asked before, takes nothing more, and resolves once nothing of it runs any more. */
  close(): Promise<void>;
}

/**
 * Starts a local story service: the whole interface over HTTP and MCP, with durable state. Rejects with a `Failure`: a `StartProblem`, or
 * `service_config_invalid`; nothing runs then.
 */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { readServiceConfig } = await import("../story-service/config.ts");
  const { standardTimes, startLocalService: start } = await import("../story-service/local-service.ts");
  const read = readServiceConfig(options.config ?? "", "config");
  if (!read.ok)
    throw new Failure<ServiceConfigProblem>({ code: "service_config_invalid", problems: read.problems });
  const service = await start({
    host: options.host ?? "127.0.0.1",
    port: options.port ?? 0,
    dataFolder: options.dataFolder,
    config: read.config,
    writingTimeMs: options.writingTimeMs ?? standardTimes.writingMs,
    narrationTimeMs: options.narrationTimeMs ?? standardTimes.narrationMs,
    writer: options.writer ?? null,
    narrator: options.narrator ?? null,
    world: { ...realWorld(), ...options.world },
  });
  const { url, appUrl, mcpUrl } = service;
  return { url, appUrl, mcpUrl, mintKey: (name) => service.mintKey(name), close: () => service.close() };
}
