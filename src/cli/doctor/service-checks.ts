import { type CredentialResult, readCredential } from "../../client/credentials.ts";
import type { RemoteProblem } from "../../client/problem.ts";
import { type Opening, openConnection } from "../../client/socket.ts";
import type { Scope } from "../../contract/operations.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { type AnyProblem, Failure } from "../../shared/failure.ts";
import { showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import { describeCause } from "../messages/cause-words.ts";
import { exitCodeOfFailure } from "../messages/failure-words.ts";
import { quoted, rightsCommand } from "../messages/shell.ts";
import { serviceOf } from "../service/connection.ts";
import { keptLogin, loginStateOf } from "../service/kept-login.ts";
import { type Finding, ok, problem, skipped, warning } from "./finding.ts";
import { describeFound } from "./found-words.ts";

/** A check with the value that it determined; null if there is none. */
export interface Checked<Value> {
  readonly finding: Finding;
  readonly value: Value | null;
}

/** The end of every base address's path (interface 1). */
const basePath = "/api/v1";

/** Whether the service's address is set and allowed. */
export function checkAddress(context: Context): Checked<string> {
  const variable = context.shared.service === null ? "STORY_API_URL" : "--service";
  try {
    const service = serviceOf(context);
    const found = `${service}, by ${variable}`;
    if (service.endsWith(basePath)) return { finding: ok("address", found), value: service };
    const remedy = `the base address ends in ${basePath}: see that ${variable} does`;
    return {
      finding: warning("address", `${found}; it does not end in ${basePath}`, remedy),
      value: service,
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { finding: addressProblem(error.problem, variable), value: null };
  }
}

function addressProblem(callError: AnyProblem, variable: string): Finding {
  const exitCode = exitCodeOfFailure(callError);
  if (callError.code === "service_url_missing") {
    const remedy = "export STORY_API_URL=https://…/api/v1 (or rehearse with --local)";
    return problem("address", "no service is named", { remedy, exitCode });
  }
  const remedy = `set ${variable} to the service's https: address, which ends in ${basePath}`;
  return problem("address", describeFound(callError), { remedy, exitCode });
}

/** The credential that would be used. */
export interface FoundKey {
  /** How to get one that the service accepts, or one with a scope that this one lacks. */
  readonly remedy: (scope: Scope | null) => string;
  /** Its scopes; null if only the service knows them. */
  readonly scopes: readonly string[] | null;
}

/** Checks the credential: its source, and whether others can read it. Never shows it. */
export async function checkKey(service: string | null, context: Context): Promise<Checked<FoundKey>> {
  const { environment } = context;
  const result = await readCredential(environment);
  if (!result.ok) {
    const isMissing = result.problem.code === "key_missing" && service !== null;
    return (isMissing ? await checkLogin(service, context) : null) ?? keyless(result.problem, environment);
  }
  const { source } = result;
  const passedOver = source === "STORY_API_KEY" && (environment.keyFile ?? "") !== "";
  const found = `of ${source}${passedOver ? ", which goes before STORY_API_KEY_FILE" : ""}`;
  return {
    finding: ok("key", found),
    value: { remedy: (scope) => newKey(scope, source), scopes: null },
  };
}

/** The stored login to the service; null if there is none. */
async function checkLogin(service: string, context: Context): Promise<Checked<FoundKey> | null> {
  const { credential: exitCode } = exitCodes;
  try {
    const kept = await keptLogin(service, context);
    if (kept === null) return null;
    const { scopes } = kept.login;
    const found = `of coursebinder login: ${scopes.map(showText).join(", ")}`;
    const loginState = await loginStateOf(kept, context);
    if (loginState === "over") {
      const over = problem("key", `${found}; it is over`, { remedy: loginAgain(null), exitCode });
      return { finding: over, value: null };
    }
    const cutOff = `${found}; its renewal was cut off, so it ends at ${new Date(kept.login.expiresAt).toISOString()}`;
    const finding = loginState === "cut off" ? warning("key", cutOff, loginAgain(null)) : ok("key", found);
    return { finding, value: { remedy: loginAgain, scopes } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { why, path } = error.problem as Extract<RemoteProblem, { code: "login_unusable" }>;
    const remedy = loginRemedies[why](path);
    return { finding: problem("key", describeFound(error.problem), { remedy, exitCode }), value: null };
  }
}

const loginRemedies = {
  unreadable: (path: string) => `see what stands in the way: ${rightsCommand(path)}`,
  damaged: () => "log in again: coursebinder login",
  "open-to-others": (path: string) =>
    `chmod 600 ${quoted(path)}; if others may have read it: coursebinder logout`,
} as const;

function newKey(scope: Scope | null, source: string): string {
  const key = scope === null ? "make a new key" : `make a key that has the scope ${scope}`;
  return `${key} on your account's key settings page, and put it into ${source}`;
}

function loginAgain(scope: Scope | null): string {
  return `log in again${scope === null ? "" : `, and leave ${scope} allowed`}: coursebinder login`;
}

/** How to fix a key that can't be read. */
const keyRemedies: Readonly<Record<Extract<RemoteProblem, { code: "key_unreadable" }>["why"], string>> = {
  unreadable: "see that the path is right and that the file is yours to read",
  folder: "name the file in it that holds the key",
  empty: "put the key into it",
  "not-a-key": "put the key into it, and nothing else, as your account's key settings page shows it once",
  "open-to-others": "chmod 600",
};

function keyless(
  callError: Extract<CredentialResult, { ok: false }>["problem"],
  { keyFile }: Context["environment"],
): Checked<FoundKey> {
  const isOpen = callError.code === "key_unreadable" && callError.why === "open-to-others";
  const otherwise =
    callError.code === "key_unreadable"
      ? keyRemedies[callError.why]
      : "make a key on your account's key settings page, put it into a file that only you can read, and set STORY_API_KEY_FILE to its path (or coursebinder login)";
  const finding = problem(
    "key",
    callError.code === "key_missing" ? "there is none" : describeFound(callError),
    {
      remedy: isOpen ? `chmod 600 ${quoted(keyFile ?? "")}` : otherwise,
      exitCode: exitCodes.credential,
    },
  );
  return { finding, value: null };
}

/** Checks DNS, connection and certificate as a creation does, without sending a byte of a request. */
export async function checkConnection(
  service: string,
  limits: Parameters<typeof openConnection>[1],
): Promise<Checked<true>> {
  const name = "connection";
  const found = await openConnection(service, limits);
  if (!found.ok) {
    const words = `${stages[found.stage]} (${describeCause(found.cause)})`;
    const remedy = remedyFor(found, service);
    return { finding: problem(name, words, { remedy, exitCode: exitCodes.stopped }), value: null };
  }
  const { socket } = found.connection;
  const isSecure = service.startsWith("https:");
  const words = `${socket.remoteAddress} port ${socket.remotePort}${isSecure ? ", certificate trusted" : ", this computer itself"}`;
  socket.destroy();
  return { finding: ok(name, words), value: true };
}

type Unreached = Extract<Opening, { ok: false }>;

const stages: Readonly<Record<Unreached["stage"], string>> = {
  name: "the service's name leads nowhere",
  connection: "no connection to the service can be made",
  certificate: "the service could not prove who it is",
};

function remedyFor({ stage, cause }: Unreached, service: string): string {
  const { hostname } = new URL(service);
  if (stage === "name") {
    return `see that the address is spelled right and that this computer is online: nslookup ${quoted(hostname)}`;
  }
  if (stage === "certificate") {
    // The answer was not TLS at all.
    if (/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/.test(cause)) {
      return "see that the address and its port are right: what listens there does not speak https:";
    }
    return cause === "CERT_HAS_EXPIRED" || cause === "CERT_NOT_YET_VALID"
      ? "see that this computer's clock is right; if it is, tell whoever runs the service"
      : "where the network looks into connections, as schools' do, set NODE_EXTRA_CA_CERTS to the file (.pem) of its certificate authority";
  }
  if (hostname === "127.0.0.1" || hostname === "[::1]") {
    return "start the local service, and see that the port is the one that it says: coursebinder serve";
  }
  return `see that this computer is online, and ask whether the network lets it connect to ${hostname} directly: proxies are not used`;
}

/** The findings for every check that needs the service, if it can't be called. */
export function withoutService(why: string): readonly Finding[] {
  return ["answer", "account:read", "books:read", "levels:read", "stories:write", "clock"].map((name) =>
    skipped(name, why),
  );
}
