import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Log, World } from "../../shared/world.ts";
import type { AddressMatcher } from "../public-address.ts";
import type { LimitName } from "../refusal.ts";

/** A request whose answer has ended. Contains nothing secret: no path as it was sent, no query, no header. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route: `/api/v1/stories/:id`. Null where there is none. */
  readonly route: string | null;
  /** Null if the connection ended before any answer. */
  readonly status: number | null;
  readonly ms: number;
  /** Of the answer, with its head, and of what a client asked for on the same connection meanwhile. */
  readonly bytes: number;
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

/**
 * An id for a request, 22 characters of base64url: it can't be read as a UUID, with or without hyphens. A client that searches an untrusted answer for
 * a story's id would mistake a UUID for that id.
 */
export function newRequestId(): string {
  // Node keeps random bytes for these at hand: a system call for each request would cost as much as a query.
  return Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
}

function underwayOf(raw: Watched): Underway | undefined {
  return raw[underway];
}

/** The id of a request, for `genReqId`: an id from a trusted proxy is kept, so that the same id appears in the logs of both the proxy and the service. */
export function requestIdOf(raw: IncomingMessage): string {
  return underwayOf(raw)?.id ?? newRequestId();
}

/** Notes which account a request belongs to. */
export function noteAccount({ raw }: FastifyRequest, account: { readonly id: string } | null): void {
  const known = underwayOf(raw);
  if (known !== undefined) known.accountId = account?.id ?? null;
}

/** Notes which limit refused a request. */
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
}

/**
 * Gives every request an id, which its answer names in `X-Request-Id`, and reports each request once its answer has ended, however it ended. Call it before
 * the server listens.
 */
export function watchRequests(
  app: FastifyInstance,
  { world, isProxy }: Watch,
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
    const { socket } = raw;
    const sentBefore = socket.bytesWritten;
    response.once("close", () => {
      const answered: Answered = {
        requestId: known.id,
        method: raw.method ?? "",
        route: known.route,
        status: response.headersSent ? response.statusCode : null,
        ms: world.monotonic() - startedAt,
        bytes: socket.bytesWritten - sentBefore,
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

/** Writes a line for each answered request: never a key, a code, a query or a path as it was sent. */
export function accessLog(log: Pick<Log, "info">): (answered: Answered) => void {
  return ({ requestId, method, route, status, ms, bytes, isCut, accountId, limit, address }) => {
    const account = accountId === null ? {} : { account: accountId };
    const refusedBy = limit === null ? {} : { limit };
    const cut = isCut ? { cut: true } : {};
    const line = {
      requestId,
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      bytes,
      ...account,
      address,
    };
    log.info({ ...line, ...refusedBy, ...cut }, "request");
  };
}
