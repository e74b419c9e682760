import { type FastifyInstance, fastify } from "fastify";
import { serveMcp } from "../api/mcp.ts";
import { serveOperations } from "../api/rest.ts";
import { inTime } from "../clock.ts";
import { type Meters, serveMetrics } from "../metrics/serve-metrics.ts";
import { serveOAuth } from "../oauth/routes.ts";
import { servePages } from "../pages/routes.ts";
import { sendError } from "../pages/site.ts";
import type { Parts } from "../parts.ts";
import { addressMatcher } from "../public-address.ts";
import { refused } from "../refusal.ts";
import { bodyBytesMost, readJsonBodies, refuseEncodings } from "./bodies.ts";
import { answerBroken, guardBorder, guardPublicAddress } from "./border.ts";
import { type Connections, type TimeLimits, watchConnections } from "./connections.ts";
import { endOf, refusalOfStatus, sendRefusal } from "./errors.ts";
import { requestIdOf, watchRequests } from "./requests.ts";

interface ServerSettings {
  readonly limits: TimeLimits;
  /** Null: nobody watches. */
  readonly meters: Meters | null;
}

/**
 * The HTTP server. Every answer, even to malformed requests, has the interface's form.
 */
export function buildServer(
  parts: Parts,
  { limits, meters }: ServerSettings,
): {
  readonly app: FastifyInstance;
  readonly connections: Connections;
} {
  const { world, config } = parts;
  const isProxy = addressMatcher(config.trustedProxies);
  const app = fastify({
    logger: false,
    genReqId: (raw) => requestIdOf(raw, isProxy),
    // `request.ip` is the right-most address of X-Forwarded-For that is no proxy of ours: what stands left of it may be made up.
    trustProxy: config.trustedProxies.length > 0 && isProxy,
    bodyLimit: bodyBytesMost,
    requestTimeout: limits.requestMs,
    // Connections are drained before closing (`connections.ts`), so nothing of value is left.
    forceCloseConnections: true,
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      headersTimeout: limits.headMs,
      // Often, so that ten thousand connections that said nothing are not all ended in one turn, while the others wait.
      connectionsCheckingInterval: Math.ceil(limits.headMs / 100),
    },
    rewriteUrl: ({ url = "/" }) => originForm(url),
    // As long as a request line can be: an id of any length is simply unknown.
    routerOptions: { maxParamLength: 16_384 },
    // A HEAD on a story would count as a read and could start an audiobook.
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => {
      watch(request, reply);
      sendRefusal(reply, endOf(request, error, world));
    },
    clientErrorHandler: (error, socket) => answerBroken(connections, error, socket),
  });
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1). Node would answer 417 without a body.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  const connections = watchConnections(app.server, { limits, world });
  const watch = watchRequests(app, world, meters?.answered ?? null);
  guardBorder(app, parts, connections);
  guardPublicAddress(app, parts, isProxy);
  readJsonBodies(app);
  refuseEncodings(app);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, endOf(request, error, world)));
  app.setNotFoundHandler((request, reply) => {
    const forPeople =
      request.headers.accept?.includes("text/html") === true && !request.url.startsWith("/api/");
    if (forPeople)
      return sendError(parts, { request, reply }, refused(404, "There is nothing at this address."));
    return sendRefusal(reply, refusalOfStatus(404));
  });
  serveHealth(app, parts);
  if (meters !== null) serveMetrics(app, parts, meters);
  serveOperations(app, parts);
  serveMcp(app, parts);
  serveOAuth(app, parts);
  servePages(app, parts);
  return { app, connections };
}

/** The request target in origin form: without the host of an absolute form, as sent to a proxy. */
function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, "").replace(/^(?!\/|\*$)/, "/");
}

/** How long the database may take before the service counts as not ready: shorter than the patience of usual probes. */
const readyMostMs = 2_000;

/**
 * What a supervisor and a load balancer ask, without a credential: `/healthz` answers as long as the process does, `/readyz` only while its database
 * does too. While the service stops, both are refused like everything else.
 */
function serveHealth(app: FastifyInstance, { store }: Pick<Parts, "store">): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    if ((await inTime(store.get("SELECT 1 AS one"), readyMostMs)) !== null) return { status: "ready" };
    throw refused(503, "The database does not answer at the moment.");
  });
}
