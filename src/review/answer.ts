import type { IncomingMessage, ServerResponse } from "node:http";
import type { RefusalDocument } from "./documents.ts";

/** What a request is answered with. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The largest body that a page of ours sends; larger ones are not read. */
const bodyBytesMost = 128 * 1024;

// Nothing from outside, nothing in a frame, no address told to anybody, nothing kept by the browser.
const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/** An answer of JSON. */
export function json(status: number, document: object): Answer {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(document),
  };
}

/** An answer that says why nothing was done. */
export function refusal(status: number, document: RefusalDocument): Answer {
  return json(status, document);
}

/** An answer that goes on for as long as the desk runs and says nothing: a page sees by its end that the desk has stopped. */
export const untilStopped = {
  status: 200,
  headers: { "content-type": "text/event-stream" },
  body: null,
} as const;

/** Begins an answer that has no end yet. */
export function begin(response: ServerResponse, { status, headers: own }: typeof untilStopped): void {
  response.writeHead(status, { ...headers, ...own });
  response.flushHeaders();
}

/** Sends an answer. */
export function send(response: ServerResponse, { status, headers: own = {}, body = "" }: Answer): void {
  response.writeHead(status, { ...headers, ...own, "content-length": String(Buffer.byteLength(body)) });
  response.end(body);
}

/** A request's body as JSON; `large` where it is more than a page of ours sends, `unreadable` where it is not JSON. */
export async function readJson(
  request: IncomingMessage,
): Promise<{ readonly kind: "read"; readonly value: unknown } | { readonly kind: "large" | "unreadable" }> {
  if (request.headers["content-type"]?.split(";")[0]?.trim() !== "application/json") {
    return { kind: "unreadable" };
  }
  if (Number(request.headers["content-length"] ?? 0) > bodyBytesMost) return { kind: "large" };
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > bodyBytesMost) return { kind: "large" };
    pieces.push(piece);
  }
  try {
    return { kind: "read", value: JSON.parse(Buffer.concat(pieces).toString("utf8")) };
  } catch {
    return { kind: "unreadable" };
  }
}

/** A part of some bytes, as the `Range` header asks for it, or all of them. */
export function ranged(bytes: Buffer, mediaType: string, range: string | undefined): Answer {
  const own = { "content-type": mediaType, "accept-ranges": "bytes" };
  const asked = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? "");
  if (asked === null) return { status: 200, headers: own, body: bytes };
  const from = Number(asked[1]);
  const to = asked[2] === "" ? bytes.length - 1 : Math.min(Number(asked[2]), bytes.length - 1);
  if (from > to) {
    return { status: 416, headers: { ...own, "content-range": `bytes */${bytes.length}` } };
  }
  const part = bytes.subarray(from, to + 1);
  return {
    status: 206,
    headers: { ...own, "content-range": `bytes ${from}-${to}/${bytes.length}` },
    body: part,
  };
}
