import { type ErrorCode, errorBodySchema, errorCodeOf } from "../contract/errors.ts";
import { parseJson } from "../shared/parse-json.ts";
import { cleanLine, shorten } from "../shared/text.ts";

/** A refusal in the interface's own form (part 7): the service itself states that it did not carry out the request. */
export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  /** The service's sentence, cleaned and shortened. Content, not instructions. */
  readonly message: string;
  /** The wait that the service gave, in whole ms: on 429 the longer of header and body, on 503 the header's. Null: none that can be read. */
  readonly retryAfterMs: number | null;
}

/** How long a limit counts as exhausted if the refusal doesn't give a readable wait. */
const limitClosedMs = 60_000;

/**
 * How long the limit that caused the refusal stays exhausted. Null if no limit caused the refusal, even if the refusal specifies a waiting time, as it
 * may when a feature is switched off.
 */
export function limitClosedForMs({ code, retryAfterMs }: Refusal): number | null {
  return code === "rate_limited" ? (retryAfterMs ?? limitClosedMs) : null;
}

const messageCharacters = 300;

/** A complete answer. `retryAfter`: the header's text. */
export interface ErrorAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: Buffer;
}

/** Parses a complete error answer; null if the body is malformed or its code doesn't fit the status. */
export function readRefusal({ status, retryAfter, body }: ErrorAnswer): Refusal | null {
  const code = errorCodeOf(status);
  const read = errorBodySchema.safeParse(parseJson(body));
  if (code === null || !read.success || read.data.code !== code) return null;
  const { error, retryAfterSeconds } = read.data;
  const inHeaderMs = status === 429 || status === 503 ? waitInHeader(retryAfter) : null;
  const inBodyMs = status === 429 && retryAfterSeconds !== undefined ? retryAfterSeconds * 1000 : null;
  const retryAfterMs = Math.max(inHeaderMs ?? 0, inBodyMs ?? 0) || null;
  return { status, code, message: shorten(cleanLine(error), messageCharacters), retryAfterMs };
}

/** Longer than anybody waits, and short enough for a timer. */
const secondsMost = 1_000_000;

/** The wait given by a `Retry-After` header, in ms; null if it gives none in whole seconds. */
export function waitInHeader(retryAfter: string | null): number | null {
  const given = retryAfter?.trim() ?? "";
  const seconds = /^\d+$/.test(given) ? Math.min(Number(given), secondsMost) : 0;
  return seconds > 0 ? seconds * 1000 : null;
}
