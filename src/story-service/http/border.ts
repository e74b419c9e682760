import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { errorCode } from "../../shared/failure.ts";
import type { Addresses, Parts } from "../parts.ts";
import { type AddressMatcher, loopbackNames } from "../public-address.ts";
import { type Refusal, refused } from "../refusal.ts";
import type { Connections } from "./connections.ts";
import { allMethods, rawAnswer, refusalOfStatus, sendRefusal } from "./errors.ts";

/** All methods that some route accepts; each route accepts its own. */
const knownMethods: ReadonlySet<string> = new Set(allMethods);

/**
 * Refuses requests that are not meant for this service, in the interface's error format and before routing: requests with another host name (DNS
 * rebinding), with a missing or repeated host name, or with an unknown method. Also refuses everything that arrives while the service shuts down, and
 * drops the requests of clients that are gone.
 */
export function guardBorder(app: FastifyInstance, parts: Parts, connections: Connections): void {
  // No limit: Node would silently drop headers beyond its default, including a second `Authorization`.
  app.server.maxHeadersCount = 0;
  app.addHook("onRequest", (request, reply, done) => {
    // The client is gone, and its address with it: nobody would read the answer.
    if (request.socket.remoteAddress === undefined) return void reply.hijack().raw.destroy();
    const refusal = connections.isDraining() ? closing : faultOf(request, parts);
    if (refusal === null) return done();
    // Further requests on the connection would be refused too.
    sendRefusal(reply.header("connection", "close"), refusal);
  });
}

const closing = refused(503, "The service is shutting down. Nothing was done.").problem;

function faultOf(request: FastifyRequest, { addresses }: Parts): Refusal | null {
  const { raw, method } = request;
  const fault = hostFault(raw, request.originalUrl, addresses);
  if (fault !== null) return refusalOfStatus(fault);
  return knownMethods.has(method) ? null : refusalOfStatus(501);
}

/** The status for requests that Node's parser rejects for a specific reason. */
const statusOfBrokenRequest: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers input that Node's parser could not read; for fastify's `clientErrorHandler`. */
export function answerBroken(connections: Connections, error: Error, socket: Socket): void {
  if (errorCode(error) === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  void connections.refuse(socket, rawAnswer(refusalOfStatus(statusOfBrokenRequest[errorCode(error)] ?? 400)));
}

/** A year, as lists of hosts that browsers know beforehand ask for at least. */
const strictTransportSeconds = 31_536_000;

/**
 * Rules for requests to a public `https:` address only: browsers are told to keep to HTTPS, and a request that a proxy received over plain HTTP is refused,
 * because anyone along the way could have read its key. `isProxy` decides which peers' `X-Forwarded-Proto` headers are believed.
 */
export function guardPublicAddress(
  app: FastifyInstance,
  { addresses, config }: Parts,
  isProxy: AddressMatcher,
): void {
  const { publicUrl } = config;
  if (publicUrl === null || !publicUrl.startsWith("https:")) return;
  const overHttps = refused(403, `Use this service over https: ${publicUrl}/`).problem;
  app.addHook("onRequest", (request, reply, done) => {
    // Never for a name of this machine: browsers would refuse plain HTTP of every other program there.
    if (!namesPublicHost(request.raw, addresses)) return done();
    reply.raw.setHeader("strict-transport-security", `max-age=${strictTransportSeconds}`);
    // Only a proxy's header tells how the client is connected; the connection to this service doesn't.
    const isTold =
      request.headers["x-forwarded-proto"] !== undefined && isProxy(request.socket.remoteAddress);
    if (!isTold || request.protocol.toLowerCase() !== "http") return done();
    sendRefusal(reply, overHttps);
  });
}

/** A name or an address with an optional port: no user, no path, no list. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;
const absolutePattern = /^https?:\/\/([^/?#]*)/i;

type Own = Pick<Addresses, "appUrl" | "listensAt">;

/**
 * The HTTP status for a request with a wrong host, or null. 400 if there is none or several (RFC 9112, 3.2); 421 (RFC 9110, 15.5.20) if it is not
 * ours: otherwise a web page whose host name resolves to this machine would have the service's origin (DNS rebinding). Ports are not compared: a
 * tunnel uses another one, and a page can't change its own.
 */
function hostFault(request: IncomingMessage, target: string, own: Own): 400 | 421 | null {
  const named = request.headersDistinct.host ?? [];
  // A host in the request target overrides the header (RFC 9112, 3.2.2).
  const whole = absolutePattern.exec(target)?.[1];
  if (whole === undefined && !target.startsWith("/") && target !== "*") return 400;
  const names = whole === undefined ? named : [...named, whole];
  if (named.length !== 1 || !names.every((name) => hostPattern.test(name))) return 400;
  const isOurs = (name: string): boolean => {
    // As a URL is read below, which takes longer.
    if (own.listensAt === `http://${name}`) return true;
    const hostname = hostnameOf(`http://${name}`);
    return (
      (hostname !== null && hostname === hostnameOf(own.appUrl)) || isMachineName(hostname, request, own)
    );
  };
  return names.every(isOurs) ? null : 421;
}

/** Whether an `Origin`, which only browsers send, is that of the service itself or of a page on this machine. */
export function isOwnOrigin(request: IncomingMessage, origin: string, own: Own): boolean {
  return origin === own.appUrl || isMachineName(hostnameOf(origin), request, own);
}

/** Whether a request names the host of the service's public address. */
function namesPublicHost({ headers }: IncomingMessage, { appUrl }: Own): boolean {
  return hostnameOf(`http://${headers.host ?? ""}`) === hostnameOf(appUrl);
}

/**
 * Whether a host name is one of this machine's own, the one that the service was told to listen on, or the connection's local address: that is the one
 * the client knows if the service listens on all of them.
 */
function isMachineName(hostname: string | null, { socket }: IncomingMessage, { listensAt }: Own): boolean {
  if (hostname === null) return false;
  if (loopbackNames.has(hostname) || hostname === hostnameOf(listensAt)) return true;
  const local = socket.localAddress?.replace(/^::ffff:(?=\d+\.)/i, "") ?? "";
  return hostname === hostnameOf(`http://${local.includes(":") ? `[${local}]` : local}`);
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}
