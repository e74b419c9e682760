import type { Credential } from "../client/credential.ts";
import type { HttpRemoteOptions } from "../client/http-remote.ts";
import type { Remote } from "../client/port.ts";
import { UsageFile, usagePath } from "../rate-limit/usage-file.ts";
import { version } from "../shared/version.ts";
import type { World } from "../shared/world.ts";

/** The service that a course is bought from. */
export interface Connection {
  readonly remote: Remote;
  /** What this machine calls there; null where nothing is remembered. */
  readonly usage: UsageFile | null;
  close(): Promise<void>;
}

/** How a service is named in ledgers and packages when it runs inside the process. */
export const rehearsalService = "local";

export interface ServiceTarget {
  /** The checked base address. It is the service's identity in ledgers too. */
  readonly service: string;
  readonly credential: Credential;
  readonly timeoutMs: number;
  /** Where this machine remembers its calls; null: nowhere. */
  readonly stateFolder: string | null;
}

/** Everything that is needed to call the service. Nothing is sent yet. */
export async function connect(target: ServiceTarget, world: World): Promise<Connection> {
  const { service, credential, timeoutMs, stateFolder } = target;
  const { account, mayChange } = credential;
  const remote = await remoteFor({
    ...{ url: service, service, credential, timeoutMs },
    account: mayChange ? null : account,
  });
  const usage =
    stateFolder === null ? null : new UsageFile(usagePath(stateFolder, { service, account }), world);
  const close = async (): Promise<void> => {
    usage?.close();
    await remote.close();
  };
  return { remote, usage, close };
}

/** As `connect`, to the local service of a rehearsal at `url`: it pays nothing, and its limits are its own, so that no call is remembered. */
export async function connectRehearsal(
  target: Pick<HttpRemoteOptions, "url" | "credential" | "timeoutMs">,
): Promise<Connection> {
  const remote = await remoteFor({ ...target, service: rehearsalService });
  return { remote, usage: null, close: () => remote.close() };
}

/** The client is loaded only where there is something to call. */
async function remoteFor(options: Omit<HttpRemoteOptions, "userAgent">): Promise<Remote> {
  const { httpRemote } = await import("../client/http-remote.ts");
  return httpRemote({ ...options, userAgent: `coursebinder/${version}` });
}
