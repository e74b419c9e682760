import type net from "node:net";
import { operations } from "../../contract/operations.ts";
import { startTimer } from "../../shared/timer.ts";
import { awaitAnswer } from "../http/await-answer.ts";
import { readHttpAnswer } from "../http/http-answer.ts";
import type { RawReply } from "../http/raw-reply.ts";
import { evidenceIn } from "../http/received.ts";
import { causeOf, isCertificateError, openSocket } from "../http/socket.ts";
import { afterNextPoll, type Ending, Tap } from "../http/tap.ts";
import type { Connecting, CreationConnection, Sending } from "../port.ts";
import type { Secret } from "../secret.ts";

/** The most that is read of an answer: stories are far smaller, and anything beyond proves nothing more. */
const answerBytes = 1024 * 1024;

export interface CreationAddress {
  /** The base address, without a trailing slash. */
  readonly service: string;
  readonly secret: Secret;
  readonly userAgent: string;
  readonly connectTimeoutMs: number;
}

/**
 * Opens a fresh connection for one creation: DNS, TCP and TLS are complete, and no byte of a request is written. So every failure up to
 * here is proven harmless, and the race with a stale keep-alive socket can't happen. A connection that has already received bytes is
 * rejected: they would be taken for the answer to the next request.
 */
export function connectForCreation(address: CreationAddress): Promise<Connecting> {
  return new Promise((resolve) => {
    const { socket, ready } = openSocket(new URL(address.service));
    const tap = new Tap(socket, answerBytes);
    const timer = startTimer(address.connectTimeoutMs, () => fail(new Error("connect time-out")));
    const fail = (error: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ok: false, cause: causeOf(error), certificate: isCertificateError(error) });
    };
    socket.once("error", fail);
    socket.once("close", () => fail(new Error("closed while connecting")));
    const judge = (): void => {
      const spoiled = whyUnusable(socket, tap);
      if (spoiled !== null) fail(new Error(spoiled));
      else resolve({ ok: true, connection: connectionOn(socket, tap, address) });
    };
    socket.once(ready, () => {
      clearTimeout(timer);
      void afterNextPoll().then(judge);
    });
  });
}

function connectionOn(socket: net.Socket, tap: Tap, address: CreationAddress): CreationConnection {
  return {
    send: (sending) => send({ socket, tap, address }, sending),
    close: () => socket.destroy(),
  };
}

/** Why nothing may be written on a connection; null if it is open and has received nothing. */
function whyUnusable(socket: net.Socket, tap: Tap): string | null {
  if (tap.total > 0) return "the service answered before anything was written";
  if (tap.ending !== null || socket.destroyed || !socket.writable)
    return "the connection was closed before anything was written";
  return null;
}

interface OpenLine {
  readonly socket: net.Socket;
  readonly tap: Tap;
  readonly address: CreationAddress;
}

async function send(
  { socket, tap, address }: OpenLine,
  { body, deadlineMs, mayWrite }: Sending,
): Promise<RawReply | { readonly kind: "withheld" }> {
  const request = requestBytes(address, body);
  await afterNextPoll();
  // No await from here until the request is written.
  if (!mayWrite()) return { kind: "withheld" };
  const spoiled = whyUnusable(socket, tap);
  if (spoiled !== null) {
    socket.destroy();
    return { kind: "unsent", cause: spoiled };
  }
  socket.write(request);
  const ending = await awaitAnswer(tap, deadlineMs);
  socket.destroy();
  return replyFrom(tap, ending, address.secret);
}

/** The whole request in a single write, so that at most one request is sent whatever happens to the connection. */
function requestBytes({ service, secret, userAgent }: CreationAddress, body: Buffer): Buffer {
  const url = new URL(`${service}${operations.createStory.path}`);
  const lines = [
    `${operations.createStory.method} ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    `authorization: ${secret.bearer()}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "accept: application/json",
    "accept-encoding: identity",
    `user-agent: ${userAgent}`,
    "connection: close",
  ];
  if (lines.some((line) => !/^[\x20-\x7e]+$/.test(line))) throw new Error("a header that can't be sent");
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

/** Interprets everything that a connection received up to its end. */
export function replyFrom(
  { bytes, total }: Pick<Tap, "bytes" | "total">,
  ending: Ending | null,
  secret: Secret,
): RawReply {
  const answer = readHttpAnswer(bytes);
  const cause = ending?.cause ?? "the connection was closed";
  const received = total === 0 ? null : evidenceIn(bytes, { total, answer, secret });
  if (answer === null || received === null)
    return { kind: "silence", cause: isHttp(bytes) ? cause : "the answer was not HTTP", received };
  const isWhole = answer.extent === "whole" || (answer.extent === "until-close" && ending?.isClean === true);
  return {
    kind: "answer",
    status: answer.status,
    retryAfter: answer.valuesOf("retry-after")[0] ?? null,
    contentType: answer.valuesOf("content-type")[0] ?? null,
    body: secret.redact(answer.body),
    cut: isWhole ? null : cause,
    faults: [...answer.faults],
    received,
  };
}

function isHttp(bytes: Buffer): boolean {
  return "HTTP/".startsWith(bytes.toString("latin1", 0, 5));
}
