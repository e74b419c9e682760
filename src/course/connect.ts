import type { Credential } from "../client/credentials.ts";
import type { HttpRemoteOptions } from "../client/http-remote.ts";
import type { Remote } from "../client/port.ts";
import { UsageFile, usagePath } from "../rate-limit/usage-file.ts";
import type { Foresight } from "../run/plan-notices.ts";
import { version } from "../shared/version.ts";
import type { World } from "../shared/world.ts";

/** The service that a course is bought from. */
export interface Connection {
  readonly remote: Remote;
  /** The log of this machine's calls there; null if none is kept. */
  readonly usage: UsageFile | null;
  /** What a rehearsal's service can't make. Left out: unknown until the service is asked. */
  readonly foresight?: Foresight;
  close(): Promise<void>;
}

/** The name that ledgers and packages use for a service that runs inside the process. */
export const rehearsalService = "local";

export interface ServiceTarget {
  /** The checked base address, which also identifies the service in ledgers. */
  readonly service: string;
  readonly credential: Credential;
  readonly timeoutMs: number;
  /** Where this machine logs its calls; null: nowhere. */
  readonly stateFolder: string | null;
}

/** Prepares everything needed to call the service. Sends nothing yet. */
export async function connect(target: ServiceTarget, world: World): Promise<Connection> {
  const { service, credential, timeoutMs, stateFolder } = target;
  const { account, mayChange } = credential;
  const remote = await remoteFor({
    url: service,
    service,
    credential,
    timeoutMs,
    account: mayChange ? null : account,
  });
  const usage =
    stateFolder === null ? null : new UsageFile(usagePath(stateFolder, { service, account }), world);
  return { remote, usage, close: () => remote.close() };
}

/** Like `connect`, for a rehearsal's local service at `url`: it costs nothing and has its own limits, so calls are not logged. */
export async function connectRehearsal(
  target: Pick<HttpRemoteOptions, "url" | "credential" | "timeoutMs">,
): Promise<Connection> {
  const remote = await remoteFor({ ...target, service: rehearsalService });
  return { remote, usage: null, close: () => remote.close() };
}

/** Loads the HTTP client only when it is needed. */
async function remoteFor(options: Omit<HttpRemoteOptions, "userAgent">): Promise<Remote> {
  const { httpRemote } = await import("../client/http-remote.ts");
  return httpRemote({ ...options, userAgent: `coursebinder/${version}` });
}
