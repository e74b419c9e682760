import { type Credential, fixedCredential } from "../../client/credential.ts";
import { readCredential } from "../../client/credentials.ts";
import type { HttpRemoteOptions } from "../../client/http-remote.ts";
import type { Remote } from "../../client/port.ts";
import type { RemoteProblem } from "../../client/problem.ts";
import { Secret } from "../../client/secret.ts";
import { readServiceUrl } from "../../client/service-url.ts";
import { UsageFile, usagePath } from "../../rate-limit/usage-file.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Context } from "../context.ts";
import { rehearsalDataFolder } from "../course/course-place.ts";
import type { CallOptions } from "../parser/options.ts";
import { version } from "../version.ts";
import { keptLogin } from "./kept-login.ts";

/** The service that a command talks to. */
export interface Connection {
  readonly remote: Remote;
  /** What this machine calls there; null where nothing is remembered. */
  readonly usage: UsageFile | null;
  close(): Promise<void>;
}

/** How a service is named in ledgers and packages when it runs inside the process. */
const rehearsalService = "local";

/**
 * The service's identity without talking to it: its checked address, or `local`. Throws a Failure with a RemoteProblem where none is given
 * or it may not be used.
 */
export function serviceOf({ shared, environment }: Context): string {
  if (shared.local) return rehearsalService;
  const url = shared.service ?? environment.serviceUrl;
  if (url === null) throw new Failure<RemoteProblem>({ code: "service_url_missing" });
  const result = readServiceUrl(url);
  if (!result.ok) throw new Failure(result.problem);
  return result.url;
}

/** As `serviceOf`; null where none is given or it may not be used, for commands that don't talk to it. */
export function knownServiceOf(context: Context): string | null {
  try {
    return serviceOf(context);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Everything that is needed to call the service, checked. Nothing is sent yet. With `--local` the service is started first. */
export async function openConnection(context: Context, calls: CallOptions): Promise<Connection> {
  const service = serviceOf(context);
  if (context.environment.tlsChecksOff) throw new Failure<RemoteProblem>({ code: "tls_checks_off" });
  if (service === rehearsalService) return openRehearsal(context, calls);
  const credential = await credentialFor(service, calls, context);
  const { account, mayChange } = credential;
  const target = { url: service, service, credential, account: mayChange ? null : account };
  const remote = await remoteFor(target, calls);
  const { stateFolder } = context.environment;
  const usage =
    stateFolder === null ? null : new UsageFile(usagePath(stateFolder, { service, account }), context.world);
  const close = async (): Promise<void> => {
    usage?.close();
    await remote.close();
  };
  return { remote, usage, close };
}

/** A key of the environment, or else the login that this machine keeps for the service. */
async function credentialFor(service: string, calls: CallOptions, context: Context): Promise<Credential> {
  const result = await readCredential(context.environment);
  if (result.ok) return fixedCredential(result.secret);
  const kept = result.problem.code === "key_missing" ? await keptLogin(service, context) : null;
  if (kept === null) throw new Failure(result.problem);
  const { LoginCredential } = await import("../../client/login/login-credential.ts");
  const { path, login } = kept;
  const means = { path, files: realFiles, world: context.world, timeoutMs: calls.timeoutMs };
  return new LoginCredential(login, means);
}

async function openRehearsal(context: Context, calls: CallOptions): Promise<Connection> {
  const { rehearsalConfig, standardTimes, startLocalService } = await import("./local-service.ts");
  const { modelsIn } = await import("./models.ts");
  const service = await startLocalService({
    host: "127.0.0.1",
    port: 0,
    dataFolder: rehearsalDataFolder(context.shared),
    folderFlag: "--out",
    config: rehearsalConfig(calls),
    writingTimeMs: standardTimes.writingMs,
    narrationTimeMs: standardTimes.narrationMs,
    world: context.world,
    models: modelsIn(context.environment.models, context.world.log),
  });
  const credential = fixedCredential(new Secret(await service.mintKey("rehearsal")));
  const remote = await remoteFor({ url: service.url, service: rehearsalService, credential }, calls);
  return {
    remote,
    // A rehearsal pays nothing, and its limits are its own.
    usage: null,
    close: async () => {
      await remote.close();
      await service.close();
    },
  };
}

async function remoteFor(
  target: Pick<HttpRemoteOptions, "url" | "service" | "credential" | "account">,
  { timeoutMs }: CallOptions,
): Promise<Remote> {
  const { httpRemote } = await import("../../client/http-remote.ts");
  return httpRemote({ ...target, timeoutMs, userAgent: `coursebinder/${version}` });
}
