import { type Credential, fixedCredential, readCredential } from "../../client/credentials.ts";
import type { RemoteProblem } from "../../client/problem.ts";
import { Secret } from "../../client/secret.ts";
import { readServiceUrl } from "../../client/service-url.ts";
import type { CallOptions } from "../../course/call-options.ts";
import { type Connection, connect, connectRehearsal, rehearsalService } from "../../course/connect.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Context } from "../context.ts";
import { keptLogin } from "./kept-login.ts";

/**
 * The service's identity without calling it: its checked address, or `local`. Throws a Failure with a RemoteProblem if none is given or it
 * is not allowed.
 */
export function serviceOf({ shared, environment }: Context): string {
  if (shared.local) return rehearsalService;
  const url = shared.service ?? environment.serviceUrl;
  if (url === null) throw new Failure<RemoteProblem>({ code: "service_url_missing" });
  const result = readServiceUrl(url);
  if (!result.ok) throw new Failure(result.problem);
  return result.url;
}

/** Like `serviceOf`, for commands that don't call it; null if none is given or it is not allowed. */
export function knownServiceOf(context: Context): string | null {
  try {
    return serviceOf(context);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Checks and prepares everything needed to call the service. Sends nothing yet. With `--local`, starts the service first. */
export async function openConnection(context: Context, calls: CallOptions): Promise<Connection> {
  const service = serviceOf(context);
  if (context.environment.tlsChecksOff) throw new Failure<RemoteProblem>({ code: "tls_checks_off" });
  if (service === rehearsalService) return openRehearsal(context, calls);
  const credential = await credentialFor(service, calls, context);
  const { stateFolder } = context.environment;
  return connect({ service, credential, timeoutMs: calls.timeoutMs, stateFolder }, context.world);
}

/** A key from the environment, or else the stored login to the service. */
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
  const { startRehearsal } = await import("./rehearsal.ts");
  const service = await startRehearsal(calls, context);
  const credential = fixedCredential(new Secret(await service.mintKey("rehearsal")));
  const connection = await connectRehearsal({ url: service.url, credential, timeoutMs: calls.timeoutMs });
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await service.close();
    },
  };
}
