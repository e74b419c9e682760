import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { fixedCredential } from "../../src/client/credentials.ts";
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
export async function plainService(
  answer: (response: ServerResponse, call: Call) => void,
): Promise<PlainService> {
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
export function clientOf(url: string, timeoutMs = 5_000): Remote {
  const remote = httpRemote({
    url,
    service: url,
    credential: fixedCredential(new Secret(canary)),
    userAgent: "coursebinder-test",
    timeoutMs,
  });
  onTestFinished(() => remote.close());
  return remote;
}

/** A client of a service that gives this one answer. */
export async function clientWhere(
  answer: (response: ServerResponse, call: Call) => void,
  timeoutMs?: number,
): Promise<{ remote: Remote; service: PlainService }> {
  const service = await plainService(answer);
  return { remote: clientOf(service.url, timeoutMs), service };
}
