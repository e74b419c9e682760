import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type Credential, fixedCredential } from "../../src/client/credentials.ts";
import { httpRemote } from "../../src/client/http-remote.ts";
import type { Remote } from "../../src/client/port.ts";
import { Secret } from "../../src/client/secret.ts";
import { canary } from "./creation/outcome.ts";

/** One call as the service received it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PlainService {
  readonly url: string;
  readonly calls: readonly Call[];
}

/** An HTTP server on loopback that answers every call as it is told and keeps what it received; it ends with the test. */
async function plainService(answer: (response: ServerResponse, call: Call) => void): Promise<PlainService> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const call = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      calls.push(call);
      answer(response, call);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, calls };
}

/** Answers with a status and JSON. */
export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** A client of that service, closed with the test. */
export function clientOf(
  url: string,
  { timeoutMs = 5_000, credential = fixedCredential(new Secret(canary)) as Credential } = {},
): Remote {
  const remote = httpRemote({ url, service: url, credential, userAgent: "coursebinder-test", timeoutMs });
  onTestFinished(() => remote.close());
  return remote;
}

/** A client of a service that gives this one answer. */
export async function clientWhere(
  answer: (response: ServerResponse, call: Call) => void,
  timeoutMs = 5_000,
): Promise<{ remote: Remote; service: PlainService }> {
  const service = await plainService(answer);
  return { remote: clientOf(service.url, { timeoutMs }), service };
}

/** A login that a test replaces, as a person does who logs in again. */
export class ReplaceableLogin implements Credential {
  readonly account = null;
  token = "token-0";
  /** How often it was asked for the current token. */
  lookups = 0;

  current(): Promise<Secret> {
    this.lookups += 1;
    return Promise.resolve(new Secret(this.token));
  }
}

/**
 * A service that accepts one token only and answers each operation's path with what `answers` has for it, and a client with a login. `replaces`: what
 * the login is replaced with while a call with that token is on its way; null leaves it as it is.
 */
export async function clientWithLogin(
  answers: Readonly<Record<string, unknown>>,
  { accepted, replaces }: { accepted: string; replaces: (token: string) => string | null },
): Promise<{ remote: Remote; login: ReplaceableLogin; sent: readonly string[] }> {
  const login = new ReplaceableLogin();
  const sent: string[] = [];
  const tokenOf = ({ headers }: Call): string => headers.authorization?.replace("Bearer ", "") ?? "none";
  const service = await plainService((response, call) => {
    const token = tokenOf(call);
    sent.push(token);
    if (token !== accepted) {
      login.token = replaces(token) ?? login.token;
      json(response, { error: "This credential is revoked.", code: "unauthorized" }, 401);
      return;
    }
    json(response, answers[call.path.replace(/^\/api\/v1|\?.*$/g, "")]);
  });
  return { remote: clientOf(service.url, { credential: login }), login, sent };
}
