import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errorCode } from "../../shared/failure.ts";
import type { Parts } from "../parts.ts";
import { type Refusal, refused } from "../refusal.ts";
import type { Connections } from "./connections.ts";
import { rawAnswer, refusalOfStatus, sendRefusal } from "./errors.ts";
import { hostFault } from "./own-host.ts";

/** What any route of the service may be asked by; which of them takes which is the routes' own business. */
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
 * Refuses, before any route sees it, what is no request to this service: another service's name (DNS rebinding), no name or several, an
 * expectation or a method that nobody here knows, and everything that comes once the service closes. All in the interface's form.
 */
export function guardBorder(app: FastifyInstance, parts: Parts, connections: Connections): void {
  // Not Node's own answers, which have no body: an expectation is refused below, and a body is asked for once its sender was let in.
  for (const event of ["checkExpectation", "checkContinue"] as const) {
    app.server.on(event, (request, response) => app.server.emit("request", request, response));
  }
  // More headers than Node's standard number would be dropped without a word, a second `Authorization` among them.
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

/** Asks for the body of a request that was let in, where its sender waits to be asked. To be called after everything that may still refuse it. */
export function askForBodies(app: FastifyInstance): void {
  app.addHook("preParsing", (request, reply, _payload, done) => {
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
    done();
  });
}

const closing = refused(503, "The service is closing. Nothing was done.").problem;

function faultOf(request: FastifyRequest, { addresses }: Parts): Refusal | null {
  const { raw, method } = request;
  const fault = hostFault(raw, request.originalUrl, addresses.appUrl);
  if (fault !== null) return refusalOfStatus(fault);
  if (!knownMethods.has(method)) return refusalOfStatus(501);
  const { expect } = raw.headers;
  return expect === undefined || expect.toLowerCase() === "100-continue" ? null : refusalOfStatus(417);
}

/** Whoever is wrong about the service itself is not listened to any longer. */
function refuseAndHangUp(reply: FastifyReply, refusal: Refusal): void {
  sendRefusal(reply.headers({ connection: "close", "cache-control": "no-store" }), refusal);
}

/** What Node's parser says of a request that never became one, where it is not plain nonsense. */
const statusOfBrokenRequest: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what Node's parser could not read; to be given to fastify as `clientErrorHandler`. */
export function answerBroken(connections: Connections, error: Error, socket: Socket): void {
  if (errorCode(error) === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  connections.refuse(socket, rawAnswer(refusalOfStatus(statusOf(error))));
}

type ParserError = Error & { readonly rawPacket?: Buffer; readonly bytesParsed?: number };

function statusOf(error: ParserError): number {
  // RFC 9110, 9.1: a whole request by a method that nobody here knows. Everything else is no request.
  if (errorCode(error) === "HPE_INVALID_METHOD" && requestLine.test(lineOf(error))) return 501;
  return statusOfBrokenRequest[errorCode(error)] ?? 400;
}

const requestLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/1\.[01]\r$/;

/** The line at which the parser gave up; requests before it may stand in the same packet. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString("latin1") ?? "";
  const from = text.lastIndexOf("\n", bytesParsed - 1) + 1;
  return text.slice(from).split("\n", 1)[0] ?? "";
}
