import { type FastifyInstance, fastify } from "fastify";
import { serveMcp } from "../mcp/mount.ts";
import { serveOAuth } from "../oauth/routes.ts";
import { servePages } from "../pages/routes.ts";
import { sendError } from "../pages/site.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import { answerBroken, askForBodies, guardBorder } from "./border.ts";
import { type Connections, watchConnections } from "./connections.ts";
import { refusalFor, refusalOfStatus, sendRefusal } from "./errors.ts";
import { bodyBytesMost, readJsonBodies, refuseEncodings } from "./json-body.ts";
import { serveOperations } from "./rest.ts";
import { limitReaders, type TimeLimits } from "./time-limits.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** True for a route that waits for the disk by itself, for what its own answer tells. */
    readonly settlesItself?: boolean;
  }
}

/**
 * The HTTP face of the service: every answer, also to what is no request of the interface, has the interface's form, and
 * waits until what it tells is on the disk: no power cut takes back what somebody was told.
 */
export function buildServer(
  parts: Parts,
  limits: TimeLimits,
): {
  readonly app: FastifyInstance;
  readonly connections: Connections;
} {
  const { log } = parts.world;
  const app: FastifyInstance = fastify({
    logger: false,
    bodyLimit: bodyBytesMost,
    requestTimeout: limits.requestMs,
    // Whoever closes the service has drained it first (`connections.ts`): what is left then is nobody's.
    forceCloseConnections: true,
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      headersTimeout: limits.headMs,
      connectionsCheckingInterval: Math.ceil(limits.headMs / 4),
    },
    rewriteUrl: ({ url = "/" }) => originForm(url),
    // As long as a request line can be: an id of any length is an unknown id.
    routerOptions: { maxParamLength: 16_384 },
    // A HEAD on a story would be a read, and could start an audiobook.
    exposeHeadRoutes: false,
    frameworkErrors: (error, _request, reply) => {
      sendRefusal(reply, refusalFor(error, log));
    },
    clientErrorHandler: (error, socket) => answerBroken(connections, error, socket),
  });
  const connections = watchConnections(app.server);
  guardBorder(app, parts, connections);
  limitReaders(app, connections, { limits, log });
  readJsonBodies(app);
  refuseEncodings(app);
  askForBodies(app);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.routeOptions.config.settlesItself === true) return done(null, payload);
    parts.store.settled().then(
      () => done(null, payload),
      (error: unknown) => {
        log.error({ error: String(error) }, "the disk refused: what it may not have kept is not told");
        reply.raw.destroy();
      },
    );
  });
  app.setErrorHandler((error, _request, reply) => sendRefusal(reply, refusalFor(error, log)));
  app.setNotFoundHandler((request, reply) => {
    const forPeople =
      request.headers.accept?.includes("text/html") === true && !request.url.startsWith("/api/");
    if (forPeople)
      return sendError(parts, { request, reply }, refused(404, "There is nothing at this address."));
    return sendRefusal(reply, refusalOfStatus(404));
  });
  serveOperations(app, parts);
  serveMcp(app, parts);
  serveOAuth(app, parts);
  servePages(app, parts);
  return { app, connections };
}

/** A target as routes know it: one that holds its host, as it would be sent to a proxy, without that. */
function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, "").replace(/^(?!\/|\*$)/, "/");
}
