import { randomFillSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Log, World } from "../../shared/world.ts";
import type { AddressMatcher } from "../public-address.ts";
import type { LimitName } from "../refusal.ts";

/** A request whose answer has ended, without anything secret: no path as it was sent, no query, no header. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route: `/api/v1/stories/:id`. Null where there is none. */
  readonly route: string | null;
  /** Null if the connection ended before any answer. */
  readonly status: number | null;
  readonly ms: number;
  /** Of the answer, with its head; null if they are not counted. */
  readonly bytes: number | null;
  /** Whether the answer did not arrive as a whole. */
  readonly isCut: boolean;
  /** Whose key, token or session it carried. */
  readonly accountId: string | null;
  /** The limit that refused it, over MCP the one of its tool call. */
  readonly limit: LimitName | null;
  /** The client's, as trusted proxies report it. */
  readonly address: string;
}

interface Underway {
  readonly id: string;
  route: string | null;
  address: string;
  accountId: string | null;
  limit: LimitName | null;
}

const underway = Symbol("underway");

/** Node's request with what is known of it: on itself, as a weak map of all requests makes the garbage collector's work, and reads, a tenth slower. */
interface Watched extends IncomingMessage {
  [underway]?: Underway;
}

/** What a proxy may call a request: nothing that could break a line of a log. */
const idPattern = /^[A-Za-z0-9._-]{1,128}$/;

const idBytes = 16;

// Enough for 256 ids: a system call for each request would cost as much as a query.
const randomBytes = Buffer.alloc(idBytes * 256);
let usedBytes = randomBytes.length;

/**
 * An id for a request, 22 characters of base64url: it can't be read as a UUID, with or without hyphens. A client that looks for the id of a story in an
 * answer that it can't trust would take it for one.
 */
export function newRequestId(): string {
  if (usedBytes === randomBytes.length) {
    randomFillSync(randomBytes);
    usedBytes = 0;
  }
  usedBytes += idBytes;
  return randomBytes.toString("base64url", usedBytes - idBytes, usedBytes);
}

function underwayOf(raw: Watched): Underway | undefined {
  return raw[underway];
}

/** The id of a request, for `genReqId`: one of a trusted proxy is kept, so that one name leads through the logs of both. */
export function requestIdOf(raw: IncomingMessage): string {
  return underwayOf(raw)?.id ?? newRequestId();
}

/** Notes whose request it is. */
export function noteAccount({ raw }: FastifyRequest, account: { readonly id: string } | null): void {
  const known = underwayOf(raw);
  if (known !== undefined) known.accountId = account?.id ?? null;
}

/** Notes which limit refused it. */
export function noteLimit({ raw }: FastifyRequest, limit: LimitName | null): void {
  const known = underwayOf(raw);
  if (known !== undefined) known.limit = limit;
}

/** A log whose lines name the request that they are about. */
export function logOf({ log }: Pick<World, "log">, requestId: string): Log {
  const at =
    (level: keyof Log): Log["info"] =>
    (fields, message) =>
      log[level]({ ...fields, requestId }, message);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

interface Watch {
  readonly world: World;
  readonly isProxy: AddressMatcher;
  /** Whether to count the bytes of each answer. */
  readonly countsBytes: boolean;
}

/**
 * Gives every request an id, which its answer names in `X-Request-Id`, and tells about each once its answer has ended, however it ended. Call it before
 * the server listens.
 */
export function watchRequests(
  app: FastifyInstance,
  { world, isProxy, countsBytes }: Watch,
  tell: readonly ((answered: Answered) => void)[],
): void {
  app.server.prependListener("request", (raw: Watched, response: ServerResponse) => {
    const given = raw.headers["x-request-id"];
    const isKept = typeof given === "string" && idPattern.test(given) && isProxy(raw.socket.remoteAddress);
    const known: Underway = {
      id: isKept ? given : newRequestId(),
      route: null,
      address: raw.socket.remoteAddress ?? "",
      accountId: null,
      limit: null,
    };
    raw[underway] = known;
    response.setHeader("x-request-id", known.id);
    if (tell.length === 0) return;
    const startedAt = world.monotonic();
    const bytesOf = countsBytes ? countBytes(raw, response) : null;
    response.once("close", () => {
      const answered: Answered = {
        requestId: known.id,
        method: raw.method ?? "",
        route: known.route,
        status: response.headersSent ? response.statusCode : null,
        ms: world.monotonic() - startedAt,
        bytes: bytesOf?.() ?? null,
        isCut: !response.writableFinished,
        accountId: known.accountId,
        limit: known.limit,
        address: known.address,
      };
      for (const told of tell) told(answered);
    });
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const known = underwayOf(request.raw);
    if (known !== undefined) {
      known.route = request.routeOptions.url ?? null;
      // Now: a connection that has ended has no address.
      known.address = request.ip;
    }
    done();
  });
}

/** How much was sent on a connection by the answers that have ended. */
const sentOn = new WeakMap<Socket, number>();

/** Counts the bytes of an answer. To be read once, when it has ended. */
function countBytes({ socket }: IncomingMessage, response: ServerResponse): () => number {
  const sentSince = (): number => {
    const bytes = socket.bytesWritten - (sentOn.get(socket) ?? 0);
    sentOn.set(socket, socket.bytesWritten);
    return bytes;
  };
  let bytes: number | null = null;
  // Before Node's own listener, which lets the next answer on the connection be written.
  response.prependOnceListener("finish", () => {
    bytes = sentSince();
  });
  return () => bytes ?? sentSince();
}
