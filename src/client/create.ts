import { operations } from "../contract/operations.ts";
import type { CreationRequest } from "../contract/stories.ts";
import { type CreationReply, readCreationReply, type Uncertain } from "./creation-reply.ts";
import { type Credential, isReplaced } from "./credentials.ts";
import { readHttpAnswer } from "./http-answer.ts";
import type { Connecting, Sending } from "./port.ts";
import type { Secret } from "./secret.ts";
import { afterNextPoll, type Connection, keptBytes, openConnection } from "./socket.ts";

/**
 * How long a connection must be silent before anything but a complete acceptance is final: a refusal is believed only as the one thing on
 * its connection, and an acceptance that stalls is worth more on the disk than its missing end.
 */
const quietMs = 1_000;

/** Where creations are sent, and with which credential. */
export interface CreationAddress {
  /** The checked base address, without a trailing slash. */
  readonly url: string;
  readonly credential: Credential;
  readonly userAgent: string;
}

/** The bytes of a creation's body: the request is sent exactly as it is recorded. */
export function creationBody(request: CreationRequest): Buffer {
  return Buffer.from(JSON.stringify(request));
}

/**
 * Opens a fresh connection for one creation: DNS, TCP and TLS are complete, and no byte of a request is written. So every failure up to
 * here is proven harmless, and the race with a stale keep-alive socket can't happen.
 */
export async function connectForCreation(address: CreationAddress, timeoutMs: number): Promise<Connecting> {
  const secret = await address.credential.current();
  const opening = await openConnection(address.url, timeoutMs);
  if (!opening.ok) return opening;
  const { connection } = opening;
  let isUsed = false;
  return {
    ok: true,
    connection: {
      async send(sending) {
        isUsed = true;
        const reply = await send(connection, sending, { ...address, secret });
        if (reply.kind === "accepted")
          return { ...reply, contradiction: contradictionOn(connection, secret) };
        connection.socket.destroy();
        if (reply.kind !== "refused" || reply.refusal.code !== "unauthorized") return reply;
        return { ...reply, isCredentialReplaced: isReplaced(secret, address.credential) };
      },
      close() {
        if (!isUsed) connection.socket.destroy();
      },
    },
  };
}

async function send(
  connection: Connection,
  { request, deadlineMs, mayWrite }: Sending,
  address: CreationAddress & { readonly secret: Secret },
): Promise<CreationReply> {
  const bytes = requestBytes(request, address);
  await afterNextPoll();
  // No await from here until the request is written.
  const stopped = mayWrite()
    ? null
    : "this computer paused between recording the intention and sending the request";
  const cause = stopped ?? connection.spoiled;
  if (cause !== null) return { kind: "notSent", cause };
  connection.socket.write(bytes);
  const ending = await listen(connection, deadlineMs, () => silenceNeeded(connection, address.secret));
  return readCreationReply(connection, ending, address.secret);
}

/**
 * How long a connection must be silent for what it received to be final: not at all after a complete acceptance, since a crash before its id
 * is durable would lose it. Null: more must come.
 */
function silenceNeeded(connection: Connection, secret: Secret): number | null {
  const isWhole = readHttpAnswer(connection.bytes)?.isWhole === true;
  const isAccepted = readCreationReply(connection, null, secret).kind === "accepted";
  if (isWhole && isAccepted) return 0;
  return isWhole || isAccepted ? quietMs : null;
}

/** Resolves with what contradicts an acceptance in the bytes that came after it; null if nothing does. Closes the connection. */
async function contradictionOn(connection: Connection, secret: Secret): Promise<Uncertain | null> {
  const ending = await listen(connection, 10 * quietMs, () => quietMs);
  connection.socket.destroy();
  const reply = readCreationReply(connection, ending, secret);
  return reply.kind === "uncertain" ? reply : null;
}

/** The whole request in a single write, so that at most one request is sent whatever happens to the connection. */
function requestBytes(
  request: CreationRequest,
  { url: base, userAgent, secret }: CreationAddress & { readonly secret: Secret },
): Buffer {
  const url = new URL(`${base}${operations.createStory.path}`);
  const body = creationBody(request);
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
  if (lines.some((line) => !/^[\x20-\x7e]+$/.test(line)))
    throw new Error("a header has a character that can't be sent");
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

/**
 * Resolves once a connection has ended, received too much, been silent for as long as `silence` asks, or reached the deadline and has nothing more to
 * read; with how it ended, or null if a complete answer came and it is still open.
 */
async function listen(
  connection: Connection,
  deadlineMs: number,
  silence: () => number | null,
): Promise<string | null> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    if (connection.ending !== null) return connection.ending;
    if (connection.total > keptBytes) return "the answer is longer than allowed";
    const silenceMs = silence() ?? Number.POSITIVE_INFINITY;
    if (silenceMs === 0) return null;
    const leftMs = deadline - performance.now();
    if (await connection.next(Math.min(silenceMs, leftMs))) continue;
    if (silenceMs <= leftMs) return null;
    if (leftMs <= 0) return `no answer within ${deadlineMs / 1000} s`;
  }
}
