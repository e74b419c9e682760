import http from "node:http";
import https from "node:https";
import { signalAfter } from "../../shared/timer.ts";

/** No byte of the request was written: it may be sent again. */
export class UnsentError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "no connection", { cause });
  }
}

// An authorization server's answers have a few hundred bytes.
const mostBytes = 64 * 1024;

interface Sending {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Sends a request exactly once, on a connection of its own, without redirects: a refresh token sent twice ends its whole connection
 * (interface 5.4). Throws an `UnsentError` if nothing was written; after any other error it is unknown what the server has received.
 */
export function sendOnce(
  address: string,
  { method, headers, body }: Sending,
  timeoutMs: number,
): Promise<Response> {
  const url = new URL(address);
  const secure = url.protocol === "https:";
  const sent = body === undefined || body === null ? "" : String(body);
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const fail = (error: unknown): void => reject(isConnected ? error : new UnsentError(error));
    const request = (secure ? https : http).request(
      url,
      {
        method,
        agent: false,
        signal: signalAfter(timeoutMs) ?? undefined,
        headers: { ...headers, "content-length": Buffer.byteLength(sent), connection: "close" },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > mostBytes) answer.destroy(new Error("the answer is too long"));
          else chunks.push(chunk);
        });
        answer.on("error", fail);
        answer.on("end", () => resolve(responseOf(answer, Buffer.concat(chunks))));
      },
    );
    request.on("socket", (socket) => {
      socket.once(secure ? "secureConnect" : "connect", () => {
        isConnected = true;
      });
    });
    request.on("error", fail);
    request.end(sent);
  });
}

function responseOf({ statusCode = 502, headers }: http.IncomingMessage, body: Buffer): Response {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) kept.append(name, one);
  }
  const isEmpty = statusCode === 204 || statusCode === 304;
  return new Response(isEmpty ? null : body.toString("utf8"), { status: statusCode, headers: kept });
}
