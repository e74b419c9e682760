import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerOf } from "../accounts/authenticate.ts";
import { hashSecret } from "../accounts/pepper.ts";
import type { Parts } from "../parts.ts";
import { addressMatcher } from "../public-address.ts";
import { refused } from "../refusal.ts";
import type { prometheusMeters } from "./prometheus.ts";

const isLoopback = addressMatcher(["127.0.0.0/8", "::1"]);

/**
 * Serves the metrics of this process at `/metrics`. Without a public address, anyone on this machine may read the metrics. With a public address, the token
 * is required: strangers' requests that a proxy on the same machine passes on come from loopback, too.
 */
export function serveMetrics(app: FastifyInstance, parts: Parts, meters: Meters): void {
  app.get("/metrics", async (request, reply) => {
    checkReader(request, parts);
    const text = await meters.read(parts.store);
    return reply.type(meters.contentType).send(text);
  });
}

function checkReader({ raw }: FastifyRequest, { config: { metricsToken, publicUrl }, pepper }: Parts): void {
  if (metricsToken === null) {
    if (publicUrl === null && isLoopback(raw.socket.remoteAddress)) return;
    throw refused(404, "There is nothing at this address.");
  }
  const given = bearerOf(raw);
  // Hashed, so that the time of the comparison tells nothing about where they differ.
  if (given !== undefined && hashSecret(given, pepper) === hashSecret(metricsToken, pepper)) return;
  throw refused(401, "The metrics token is required: Authorization: Bearer <token>.", {
    headers: { "www-authenticate": 'Bearer realm="metrics"' },
  });
}

/** Counts and times what a process of the service does, for monitoring. */
export type Meters = ReturnType<typeof prometheusMeters>;
