import { isUtf8 } from "node:buffer";
import { constants, gunzipSync } from "node:zlib";
import type * as z from "zod";
import { parseJson } from "../shared/parse-json.ts";
import { cleanLine, shorten } from "../shared/text.ts";
import { canonicalUuid, likelyUuids } from "../shared/uuid.ts";
import { isUuid } from "../shared/world.ts";
import { type HttpAnswer, readHttpAnswer } from "./http-answer.ts";
import { shownSchema, wholeStorySchema } from "./readable.ts";
import { type Refusal, readRefusal } from "./refusal.ts";
import type { Secret } from "./secret.ts";
import type { Connection, Ending } from "./socket.ts";

/** What a creation's outcome proves about money. */
export type CreationReply =
  /** A story with this id exists, whatever else the answer says. */
  | {
      readonly kind: "accepted";
      readonly id: string;
      readonly status: number;
      readonly warnings: readonly string[];
      readonly shows: ShownRequest;
      /** The start of the answer on one line. */
      readonly answer: string;
      readonly received: Received;
    }
  /** Proven: nothing was created. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** Proven: no byte left this machine. */
  | { readonly kind: "notSent"; readonly cause: string }
  | Uncertain;

/** A story may have been created, and may have been charged for. */
export interface Uncertain {
  readonly kind: "uncertain";
  readonly cause: string;
  readonly status: number | null;
  /** The start of the answer on one line. */
  readonly answer: string | null;
  /** What the connection received; null if nothing. */
  readonly received: Received | null;
}

export type ShownRequest = z.infer<typeof shownSchema>;

/** What a creation's connection received, for the user to judge when no rule can. */
export interface Received {
  readonly bytes: number;
  /** The first bytes, with the credential removed; null if it can't be removed. */
  readonly start: Buffer | null;
  /** Possible ids in them, in canonical form, the likeliest first. */
  readonly ids: readonly string[];
}

/** How much of the raw bytes is kept: a hundred times a story's answer. */
const startBytes = 64 * 1024;

/** More ids than this are no more useful than the raw bytes. */
const mostIds = 20;

const answerCharacters = 2_000;

/**
 * Reads the answer to `POST /stories` (interface 4.2) from everything that its connection received. `ending`: how the connection ended; null if it
 * is open. Pure. Any answer is uncertain unless one of these rules applies:
 *
 * - a success that contains one id is accepted, even if it is cut off or malformed elsewhere;
 * - any client error in the interface's own form is a refusal, and so is the server error `unavailable` if it is the only complete answer on
 *   its connection and names no story; any other server error may have come after the story was created.
 */
export function readCreationReply(
  { bytes, total }: Pick<Connection, "bytes" | "total">,
  ending: Ending | null,
  secret: Secret,
): CreationReply {
  const answer = readHttpAnswer(bytes);
  const cause = ending?.cause ?? "nothing more came";
  const received = total === 0 ? null : evidenceIn(bytes, { total, answer, secret });
  if (answer === null || received === null) {
    const isHttp = "HTTP/".startsWith(bytes.toString("latin1", 0, 5));
    const start = received?.start ?? null;
    const shown = start && oneLine(start);
    return {
      kind: "uncertain",
      cause: isHttp ? cause : "the answer was not HTTP",
      status: null,
      answer: shown,
      received,
    };
  }
  const isWhole = answer.extent === "whole" || (answer.extent === "until-close" && ending?.isClean === true);
  const read: ReadAnswer = {
    ...answer,
    body: secret.redact(answer.body),
    cut: isWhole ? null : cause,
    received,
  };
  return isSuccess(read) ? accepted(read) : (refused(read) ?? uncertain(nameOf(read), read));
}

interface ReadAnswer extends HttpAnswer {
  /** Why the body was cut off, or null if it is complete. */
  readonly cut: string | null;
  readonly received: Received;
}

function accepted(answer: ReadAnswer): CreationReply {
  const { status, received, cut } = answer;
  if (answer.isAmbiguous) return uncertain(nameOf(answer), answer);
  const ids = new Set(topLevelStrings(answer.body.toString("utf8"), "id").map(canonicalUuid));
  const [id] = ids;
  if (ids.size !== 1 || id === undefined || !isUuid(id))
    return uncertain("accepted without a readable id", answer);
  const document = parseJson(answer.body);
  const warnings = [
    ...(status === 202 ? [] : [`answered ${status}, not 202`]),
    ...(cut === null ? [] : [`the answer was cut off: ${cut}`]),
    ...(wholeStorySchema.safeParse(document).success ? [] : ["the answer doesn't match the interface"]),
  ];
  return {
    kind: "accepted",
    id,
    status,
    warnings,
    shows: shownSchema.catch({}).parse(document),
    answer: oneLine(answer.body),
    received,
  };
}

function refused(answer: ReadAnswer): CreationReply | null {
  if (!answer.isAlone || answer.isAmbiguous || !isUtf8(answer.body)) return null;
  const text = answer.body.toString("utf8");
  const named = [...answer.valuesOf("location"), ...topLevelStrings(text, "id")];
  if (named.some((place) => likelyUuids(place).length > 0)) return null;
  if (new Set(topLevelStrings(text, "code")).size > 1) return null;
  const [[retryAfter = null], [date = null]] = [answer.valuesOf("retry-after"), answer.valuesOf("date")];
  const refusal = answer.cut === null ? readRefusal({ ...answer, retryAfter, date }) : null;
  return refusal === null || refusal.code === "server_error" ? null : { kind: "refused", refusal };
}

function uncertain(cause: string, { status, body, received }: ReadAnswer): Uncertain {
  return { kind: "uncertain", cause, status, answer: oneLine(body), received };
}

function oneLine(bytes: Buffer): string {
  return shorten(cleanLine(bytes.toString("utf8")), answerCharacters);
}

function nameOf(answer: ReadAnswer): string {
  const proof = isSuccess(answer) ? "in a form that can't be trusted" : "without proof of refusal";
  return `answered ${answer.status} ${proof}${answer.cut === null ? "" : `, cut off: ${answer.cut}`}`;
}

function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status <= 299;
}

const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\]:,]/gs;

/**
 * Reads string members of the top-level object from JSON text that may be cut off anywhere: a truncated answer may still contain the id of
 * a paid story. Skips nested objects (a story's book has an `id` too), and reads a second document too, so that a different id in it shows
 * up. Returns every complete value of the member, in order; empty if the text doesn't start as an object, such as a page with a script in it.
 */
function topLevelStrings(text: string, member: string): string[] {
  const found: string[] = [];
  if (!text.trimStart().startsWith("{")) return found;
  let depth = 0;
  let key: unknown = null;
  let isValue = false;
  for (const [token] of text.matchAll(jsonToken)) {
    if (token === "{" || token === "[") {
      if (depth === 0) [key, isValue] = [null, false];
      depth += 1;
    } else if (token === "}" || token === "]") depth -= 1;
    else if (depth !== 1) continue;
    else if (token === ":") isValue = true;
    else if (token === ",") [key, isValue] = [null, false];
    else {
      const value = parseJson(token);
      if (isValue && key === member && typeof value === "string") found.push(value);
      key = isValue ? null : value;
    }
  }
  return found;
}

/** Collects the evidence in the received bytes. `total` may exceed the bytes that were kept. */
function evidenceIn(
  bytes: Buffer,
  { total, answer, secret }: { total: number; answer: HttpAnswer | null; secret: Secret },
): Received {
  const views = viewsOf(answer).map(plain);
  // A credential split between chunks, or inside a compressed body, can't be removed from the raw bytes.
  const hidesSecret = views.some((view) => secret.isIn(view)) && !secret.isIn(bytes);
  const ids = [...views, plain(bytes)].flatMap((view) => likelyUuids(secret.redact(view).toString("latin1")));
  return {
    bytes: total,
    start: hidesSecret ? null : secret.redact(bytes).subarray(0, startBytes),
    ids: [...new Set(ids)].slice(0, mostIds),
  };
}

/** Where an id may be found, the likeliest place first. */
function viewsOf(answer: HttpAnswer | null): Buffer[] {
  if (answer === null) return [];
  const places = [...answer.valuesOf("location"), ...answer.valuesOf("content-location")];
  return [Buffer.from(places.join("\n"), "latin1"), answer.body, ...unzipped(answer.body)];
}

/** Removes the zero bytes of UTF-16 and the escapes of JSON and URLs, in which an id may be written. */
function plain(bytes: Buffer): Buffer {
  const text = bytes
    .toString("latin1")
    .replaceAll("\0", "")
    .replace(/(?:\\u00|%)([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return Buffer.from(text, "latin1");
}

/** What a body holds in gzip, declared or not, even if it is cut off. */
function unzipped(body: Buffer): Buffer[] {
  try {
    return [gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1024 * 1024 })];
  } catch {
    return [];
  }
}
