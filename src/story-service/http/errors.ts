import { STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorBody, errorCodeOf } from "../../contract/errors.ts";
import type { Log, World } from "../../shared/world.ts";
import { RecordingsAway } from "../recordings/recordings.ts";
import { type Refusal, refusalOf, refused } from "../refusal.ts";
import { databaseRefusal, isAwayForNow } from "../store/store.ts";
import { logOf, newRequestId } from "./requests.ts";

/** The error body (interface part 7), with `issues` for invalid fields. */
export function errorBody({ sentence, code, retryAfterSeconds, issues }: Refusal): ErrorBody {
  return {
    error: sentence,
    code,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(issues === undefined ? {} : { issues }),
  };
}

const sentences: Readonly<Record<number, string>> = {
  400: "The request can't be read.",
  404: "There is nothing at this address.",
  405: "This address does not allow this method.",
  408: "The request did not arrive in time.",
  413: "The request is too large.",
  415: "Requests with a body need Content-Type: application/json.",
  421: "The requested host name does not belong to this service.",
  431: "The headers of the request are too large.",
  501: "This service does not support this method.",
};

/** The refusal for a status decided by the HTTP layer. */
export function refusalOfStatus(status: number): Refusal {
  const sentence = sentences[status] ?? (status < 500 ? "The request was refused." : unexpected);
  return refused(status, sentence, status === 400 ? { issues: [unreadable] } : {}).problem;
}

const unreadable = {
  path: "",
  message:
    "must be a well-formed HTTP request with one Host header, and valid percent-encoded UTF-8 in its address",
};

const awayForNow = "The service can't save anything at the moment. Nothing was done.";
const recordingsAway = "The recordings can't be read at the moment.";
/** Soon enough for a person who waits, and seldom enough for a store that is overloaded. */
const backSeconds = 10;
const unexpected = "Something unexpected went wrong.";

/**
 * The answer to the error that ended a request: a refusal unchanged, an HTTP-layer error by its status, anything else as 500 without details. Log lines
 * name the request, and the limit that refused it is noted.
 */
export function endOf(request: FastifyRequest, error: unknown, world: Pick<World, "log">): Refusal {
  const refusal = refusalFor(error, logOf(world, request.id));
  request.limit = refusal.limit ?? null;
  return refusal;
}

function refusalFor(error: unknown, log: Log): Refusal {
  const refusal = refusalOf(error);
  if (refusal !== null) return refusal;
  if (error instanceof RecordingsAway) {
    log.warn(error.problem, "a recording could not be read: its store is unavailable");
    return refused(503, recordingsAway, { retryAfterSeconds: backSeconds }).problem;
  }
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === "number" && errorCodeOf(status) !== null && status < 500)
    return refusalOfStatus(status);
  // The transaction was rolled back, so the client may be told that nothing happened.
  if (isAwayForNow(error)) {
    log.warn(
      { cause: databaseRefusal(error) },
      "a request was refused: the database is full, away or too busy",
    );
    return refused(503, awayForNow, { retryAfterSeconds: backSeconds }).problem;
  }
  log.error({ error: error instanceof Error ? error.stack : String(error) }, "a request failed unexpectedly");
  return refusalOfStatus(500);
}

/** `body`: in another form than the interface's. */
export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  body: object = errorBody(refusal),
): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", String(refusal.retryAfterSeconds));
  return reply
    .headers({ ...refusal.headers, "cache-control": "no-store" })
    .code(refusal.status)
    .send(body);
}

/** All methods that some route accepts. */
export const allMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** At an address, answers every method that is not in `methods` with 405; `refuse` sends the message. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: readonly string[],
  refuse: (reply: FastifyReply) => unknown,
): void {
  app.route({
    method: allMethods.filter((method) => !methods.includes(method)),
    url,
    // Before the body is read, which does not matter here.
    onRequest: (_request, reply) => void refuse(reply.header("allow", methods.join(", "))),
    handler: () => undefined,
  });
}

/** A complete HTTP/1.1 answer, for input that is not HTTP and never reached a route. */
export function rawAnswer(refusal: Refusal): string {
  const body = JSON.stringify(errorBody(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    "Cache-Control: no-store",
    `X-Request-Id: ${newRequestId()}`,
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
