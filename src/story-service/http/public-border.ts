import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Parts } from "../parts.ts";
import type { AddressMatcher } from "../public-address.ts";
import { refused } from "../refusal.ts";
import { sendRefusal } from "./errors.ts";
import { namesPublicHost } from "./own-host.ts";

/** A year, as lists of hosts that browsers know beforehand ask for at least. */
const strictTransportSeconds = 31_536_000;

/**
 * What holds for requests to a public `https:` address alone: browsers are told to keep to it, and what a proxy took over plain HTTP is refused, because
 * everyone on the way could read its key. `isProxy` decides which peers are believed.
 */
export function guardPublicAddress(
  app: FastifyInstance,
  { addresses, config }: Parts,
  isProxy: AddressMatcher,
): void {
  const { publicUrl } = config;
  if (publicUrl === null || !publicUrl.startsWith("https:")) return;
  const overHttps = refused(403, `This service is used over https: ${publicUrl}/`).problem;
  app.addHook("onRequest", (request, reply, done) => {
    // Never for a name of this machine: browsers would refuse plain HTTP of every other program there.
    if (!namesPublicHost(request.raw, addresses)) return done();
    reply.raw.setHeader("strict-transport-security", `max-age=${strictTransportSeconds}`);
    if (!cameOverHttp(request, isProxy)) return done();
    sendRefusal(reply, overHttps);
  });
}

/** Whether a proxy says so; a connection of its own says nothing about the client's. */
function cameOverHttp(request: FastifyRequest, isProxy: AddressMatcher): boolean {
  if (request.headers["x-forwarded-proto"] === undefined || !isProxy(request.socket.remoteAddress))
    return false;
  return request.protocol.toLowerCase() === "http";
}
