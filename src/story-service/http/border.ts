import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errorCode } from "../../shared/failure.ts";
import type { Parts } from "../parts.ts";
import { type Refusal, refused } from "../refusal.ts";
import type { Connections } from "./connections.ts";
import { rawAnswer, refusalOfStatus, sendRefusal } from "./errors.ts";
import { hostFault } from "./own-host.ts";

/** All methods that some route accepts; each route accepts its own. */
const knownMethods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/**
 * Refuses, in the interface's error format and before routing, what is not a request to this service: another host name (DNS rebinding), a missing or
 * repeated one, an unknown expectation or method, and everything that arrives while the service shuts down.
 */
export function guardBorder(app: FastifyInstance, parts: Parts, connections: Connections): void {
  // Replaces Node's own answers, which have no body: expectations are refused below, and a body is requested only after authentication.
  for (const event of ["checkExpectation", "checkContinue"] as const) {
    app.server.on(event, (request, response) => app.server.emit("request", request, response));
  }
  // No limit: Node would silently drop headers beyond its default, including a second `Authorization`.
  app.server.maxHeadersCount = 0;
  app.server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    connections.refuse(socket, rawAnswer(refusalOfStatus(501)));
  });
  app.addHook("onRequest", (request, reply, done) => {
    const refusal = connections.isDraining() ? closing : faultOf(request, parts);
    if (refusal === null) return done();
    refuseAndHangUp(reply, refusal);
  });
}

/** Sends `100 Continue` for a request that passed every check. Register it after all hooks that may refuse. */
export function askForBodies(app: FastifyInstance): void {
  app.addHook("preParsing", (request, reply, _payload, done) => {
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
    done();
  });
}

const closing = refused(503, "The service is closing. Nothing was done.").problem;

function faultOf(request: FastifyRequest, { addresses }: Parts): Refusal | null {
  const { raw, method } = request;
  const fault = hostFault(raw, request.originalUrl, addresses);
  if (fault !== null) return refusalOfStatus(fault);
  if (!knownMethods.has(method)) return refusalOfStatus(501);
  const { expect } = raw.headers;
  return expect === undefined || expect.toLowerCase() === "100-continue" ? null : refusalOfStatus(417);
}

/** Also closes the connection: further requests on it would be refused too. */
function refuseAndHangUp(reply: FastifyReply, refusal: Refusal): void {
  sendRefusal(reply.headers({ connection: "close", "cache-control": "no-store" }), refusal);
}

/** The status for requests that Node's parser rejects for a specific reason. */
const statusOfBrokenRequest: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what Node's parser could not read; for fastify's `clientErrorHandler`. */
export function answerBroken(connections: Connections, error: Error, socket: Socket): void {
  if (errorCode(error) === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  connections.refuse(socket, rawAnswer(refusalOfStatus(statusOf(error))));
}

type ParserError = Error & { readonly rawPacket?: Buffer; readonly bytesParsed?: number };

function statusOf(error: ParserError): number {
  // A well-formed request line with an unknown method (RFC 9110, 9.1). Anything else is not a request.
  if (errorCode(error) === "HPE_INVALID_METHOD" && requestLine.test(lineOf(error))) return 501;
  return statusOfBrokenRequest[errorCode(error)] ?? 400;
}

const requestLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/1\.[01]\r$/;

/** The line at which the parser failed; earlier requests may be in the same packet. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString("latin1") ?? "";
  const from = text.lastIndexOf("\n", bytesParsed - 1) + 1;
  return text.slice(from).split("\n", 1)[0] ?? "";
}
