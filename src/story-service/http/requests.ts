import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log, World } from "../../shared/world.ts";
import type { AddressMatcher } from "../public-address.ts";
import type { LimitName } from "../refusal.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The account whose key, token or session the request carried; null if none. */
    accountId: string | null;
    /** The limit that refused the request (over MCP, its tool call); null if none did. */
    limit: LimitName | null;
  }
}

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
  readonly accountId: string | null;
  readonly limit: LimitName | null;
  /** The client's, as trusted proxies report it. */
  readonly address: string;
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

/** The id of a request: an id from a trusted proxy is kept, so that the same id appears in the logs of both the proxy and the service. */
export function requestIdOf({ headers, socket }: IncomingMessage, isProxy: AddressMatcher): string {
  const given = headers["x-request-id"];
  const isKept = typeof given === "string" && idPattern.test(given) && isProxy(socket.remoteAddress);
  return isKept ? given : newRequestId();
}

/** A log whose lines name the request that they are about. */
export function logOf({ log }: Pick<World, "log">, requestId: string): Log {
  const at =
    (level: keyof Log): Log["info"] =>
    (fields, message) =>
      log[level]({ ...fields, requestId }, message);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

type Watch = (request: FastifyRequest, reply: FastifyReply, route?: string | null) => void;

/**
 * Puts every request's id into its answer's `X-Request-Id`, and reports each request once its answer has ended, however it ended. Register it before
 * all other hooks. Returns a function that does the same for a request that reaches no hook.
 */
export function watchRequests(
  app: FastifyInstance,
  { monotonic }: Pick<World, "monotonic">,
  tell: readonly ((answered: Answered) => void)[],
): Watch {
  app.decorateRequest("accountId", null);
  app.decorateRequest("limit", null);
  const watch: Watch = (request, { raw: response }, route = null) => {
    response.setHeader("x-request-id", request.id);
    if (tell.length === 0) return;
    // Read now, because a connection that has ended has no address.
    const { id: requestId, method, socket, ip: address } = request;
    const startedAt = monotonic();
    const sentBefore = socket.bytesWritten;
    response.once("close", () => {
      const answered: Answered = {
        requestId,
        method,
        route,
        status: response.headersSent ? response.statusCode : null,
        ms: monotonic() - startedAt,
        bytes: socket.bytesWritten - sentBefore,
        isCut: !response.writableFinished,
        accountId: request.accountId ?? null,
        limit: request.limit ?? null,
        address,
      };
      for (const told of tell) told(answered);
    });
  };
  app.addHook("onRequest", (request, reply, done) => {
    watch(request, reply, request.routeOptions.url);
    done();
  });
  return watch;
}

/** Writes a line for each answered request: never a key, a code, a query or a path as it was sent. */
export function accessLog(log: Pick<Log, "info">): (answered: Answered) => void {
  return ({ ms, isCut, accountId, limit, ...line }) =>
    log.info(
      {
        ...line,
        ms: Math.round(ms * 10) / 10,
        ...(accountId === null ? {} : { account: accountId }),
        ...(limit === null ? {} : { limit }),
        ...(isCut ? { cut: true } : {}),
      },
      "request",
    );
}
