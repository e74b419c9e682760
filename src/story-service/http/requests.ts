import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log, World } from "../../shared/world.ts";
import type { AddressMatcher } from "../public-address.ts";
import type { LimitName } from "../refusal.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The limit that refused the request (over MCP, its tool call); null if none did. */
    limit: LimitName | null;
  }
}

/** A request whose answer has ended. */
export interface Answered {
  readonly method: string;
  /** The pattern of the route: `/api/v1/stories/:id`. Null where there is none. */
  readonly route: string | null;
  /** Null if the connection ended before any answer. */
  readonly status: number | null;
  readonly ms: number;
  readonly limit: LimitName | null;
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
  tell: ((answered: Answered) => void) | null,
): Watch {
  app.decorateRequest("limit", null);
  const watch: Watch = (request, { raw: response }, route = null) => {
    response.setHeader("x-request-id", request.id);
    if (tell === null) return;
    const startedAt = monotonic();
    response.once("close", () => {
      const status = response.headersSent ? response.statusCode : null;
      const { method, limit } = request;
      tell({ method, route, status, ms: monotonic() - startedAt, limit: limit ?? null });
    });
  };
  app.addHook("onRequest", (request, reply, done) => {
    watch(request, reply, request.routeOptions.url);
    done();
  });
  return watch;
}
