import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type Credential, fixedCredential } from "../../src/client/credentials.ts";
import { httpRemote } from "../../src/client/http-remote.ts";
import type { Remote } from "../../src/client/port.ts";
import { Secret } from "../../src/client/secret.ts";
import { story } from "./answers.ts";
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

/**
 * A service that accepts one token only and answers every call with a story, and a client with a login whose token is `token-0`. `replacement`: what the
 * login is replaced with while a refused call is on its way, as by a person who logs in again; null leaves it as it is.
 */
export async function clientWithLogin({
  accepted,
  replacement,
}: {
  accepted: string;
  replacement: string | null;
}) {
  const sent: string[] = [];
  const login = { token: "token-0", lookups: 0 };
  const credential: Credential = {
    account: null,
    current: async () => {
      login.lookups += 1;
      return new Secret(login.token);
    },
  };
  const service = await plainService((response, { headers }) => {
    const token = headers.authorization?.replace("Bearer ", "") ?? "none";
    sent.push(token);
    if (token === accepted) return json(response, story());
    login.token = replacement ?? login.token;
    json(response, { error: "This credential is revoked.", code: "unauthorized" }, 401);
  });
  return { remote: clientOf(service.url, { credential }), login, sent };
}
