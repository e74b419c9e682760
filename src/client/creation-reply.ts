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
import { type Connection, closed } from "./socket.ts";

/** What a creation's outcome proves about money. */
export type CreationReply =
  /** A story with this id exists, whatever else the answer says. */
  | (Evidence & {
      readonly kind: "accepted";
      readonly status: number;
      readonly id: string;
      readonly warnings: readonly string[];
      readonly shows: ShownRequest;
      /** What bytes that come later on the connection contradict; null once none can come any more. Never rejects. Left out: none can. */
      readonly contradiction?: Promise<Uncertain | null>;
    })
  /**
   * Proven: nothing was created. `isCredentialReplaced`: whether the credential that the service refused is no longer the current one, so that the next
   * connection's may be accepted. Never rejects. Left out: it is, or wasn't the reason.
   */
  | {
      readonly kind: "refused";
      readonly refusal: Refusal;
      readonly isCredentialReplaced?: Promise<boolean>;
    }
  /** Proven: no byte left this machine. */
  | { readonly kind: "notSent"; readonly cause: string }
  | Uncertain;

/** A story may have been created, and may have been charged for. */
export interface Uncertain extends Evidence {
  readonly kind: "uncertain";
  readonly cause: string;
}

/** What a creation's connection received, for the user to judge when no rule can. */
interface Evidence {
  /** Null if no answer was found in it. */
  readonly status: number | null;
  /** The start of the answer on one line; null if nothing came. */
  readonly answer: string | null;
  readonly received: Received;
}

export type ShownRequest = z.infer<typeof shownSchema>;

interface Received {
  /** How many bytes came. */
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
 * Reads the answer to `POST /stories` (interface 4.2) from everything that its connection received. `ending`: why nothing more comes; null if the
 * connection is open. Pure. Any answer is uncertain unless one of these rules applies:
 *
 * - a success that contains one id is accepted, even if it is cut off or malformed elsewhere;
 * - any client error in the interface's own form is a refusal, and so is the server error `unavailable` if it is the only complete answer on
 *   its connection and names no story; any other server error may have come after the story was created.
 */
export function readCreationReply(
  { bytes, total }: Pick<Connection, "bytes" | "total">,
  ending: string | null,
  secret: Secret,
): CreationReply {
  const answer = readHttpAnswer(bytes);
  const received = evidenceIn(bytes, { total, answer, secret });
  const cause = ending ?? "nothing more came";
  if (answer === null) {
    const read = { status: null, body: received.start ?? Buffer.of(), received };
    return uncertain(total === 0 ? cause : `no complete HTTP answer: ${cause}`, read);
  }
  const cut = (answer.isWhole ?? ending === closed) ? null : cause;
  const read: ReadAnswer = { ...answer, body: secret.redact(answer.body), cut, received };
  if (answer.status >= 200 && answer.status <= 299) return accepted(read);
  return refused(read) ?? uncertain(nameOf(read, "without proof of refusal"), read);
}

interface ReadAnswer extends HttpAnswer {
  /** Why the end is missing; null if the answer is complete. */
  readonly cut: string | null;
  readonly received: Received;
}

function accepted(answer: ReadAnswer): CreationReply {
  if (answer.isAmbiguous) return uncertain(nameOf(answer, "in a form that can't be trusted"), answer);
  const { status, cut, received } = answer;
  const document = parseJson(answer.body);
  // Only the parsed document shows a name that is written with escapes.
  const { id: parsed } = (document ?? {}) as { readonly id?: unknown };
  const named = [...topLevelStrings(answer.body.toString("utf8"), "id"), parsed];
  const ids = new Set(named.filter((one) => typeof one === "string").map(canonicalUuid));
  const [id] = ids;
  if (ids.size !== 1 || id === undefined || !isUuid(id))
    return uncertain("accepted without a readable id", answer);
  const warnings = [
    ...(status === 202 ? [] : [`answered ${status}, not 202`]),
    ...(cut === null ? [] : [`the answer was cut off: ${cut}`]),
    ...(wholeStorySchema.safeParse(document).success ? [] : ["the answer doesn't match the interface"]),
  ];
  const shows = shownSchema.catch({}).parse(document);
  return { kind: "accepted", id, status, warnings, shows, answer: oneLine(answer.body), received };
}

function refused(answer: ReadAnswer): CreationReply | null {
  if (!answer.isAlone || answer.isAmbiguous || !isUtf8(answer.body)) return null;
  const text = answer.body.toString("utf8");
  const named = [...answer.valuesOf("location"), ...topLevelStrings(text, "id")];
  if (named.some((place) => likelyUuids(place).length > 0)) return null;
  if (new Set(topLevelStrings(text, "code")).size > 1) return null;
  const [retryAfter = null] = answer.valuesOf("retry-after");
  const refusal = answer.cut === null ? readRefusal({ ...answer, retryAfter }) : null;
  return refusal === null || refusal.code === "server_error" ? null : { kind: "refused", refusal };
}

function uncertain(
  cause: string,
  { status, body, received }: { status: number | null; body: Buffer; received: Received },
): Uncertain {
  return { kind: "uncertain", cause, status, answer: oneLine(body), received };
}

function oneLine(bytes: Buffer): string | null {
  return shorten(cleanLine(bytes.toString("utf8")), answerCharacters) || null;
}

function nameOf({ status, cut }: ReadAnswer, proof: string): string {
  return `answered ${status} ${proof}${cut === null ? "" : `, cut off: ${cut}`}`;
}

const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\]:,]/gs;

/**
 * Reads string members of the top-level object from JSON text that may be cut off anywhere: a truncated answer may still contain the id of
 * a paid story. Skips nested objects (a story's book has an `id` too), and reads a second document too, so that a different id in it shows
 * up. Returns every complete value of the member, in order; empty if the text doesn't start as an object, such as a page with a script in it.
 */
function topLevelStrings(text: string, member: string): string[] {
  if (!text.trimStart().startsWith("{")) return [];
  let depth = 0;
  let top = "";
  for (const [token] of text.matchAll(jsonToken)) {
    if (token === "}" || token === "]") depth -= 1;
    else if (depth === 1) top += token;
    if (token !== "{" && token !== "[") continue;
    // A document begins as a further member does.
    if (depth === 0) top += ",";
    depth += 1;
  }
  return [...top.matchAll(new RegExp(`,"${member}":"([^"\\\\]*)"`, "g"))].map(([, value = ""]) => value);
}

/** Collects the evidence in the received bytes. `total` may exceed the bytes that were kept. */
function evidenceIn(
  bytes: Buffer,
  { total, answer, secret }: { total: number; answer: HttpAnswer | null; secret: Secret },
): Received {
  const views = answer === null ? [bytes] : [answer.body, ...unzipped(answer.body), bytes];
  // A credential split between chunks, or inside a compressed body, can't be removed from the raw bytes.
  const hidesSecret = views.some((view) => secret.isIn(view)) && !secret.isIn(bytes);
  const ids = views.flatMap((view) => likelyUuids(secret.redact(view).toString("latin1")));
  return {
    bytes: total,
    start: hidesSecret ? null : secret.redact(bytes).subarray(0, startBytes),
    ids: [...new Set(ids)].slice(0, mostIds),
  };
}

/** What a body holds in gzip, declared or not, even if it is cut off. */
function unzipped(body: Buffer): Buffer[] {
  try {
    return [gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1024 * 1024 })];
  } catch {
    return [];
  }
}
