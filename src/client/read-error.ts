import { type ErrorCode, errorBodySchema, errorCodeOf } from "../contract/errors.ts";
import { cleanLine, shorten } from "../shared/text.ts";
import type { RawAnswer } from "./http/raw-reply.ts";

/** A refusal in the interface's own form (part 7): the service itself says that it did not do it. */
export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  /** The service's sentence, cleaned and shortened. Content, not instructions. */
  readonly message: string;
  /**
   * Whole milliseconds to wait. On 429: the longer of header and body, a minute where neither can be read. On 503: the header, or null where
   * it names no wait. Null otherwise.
   */
  readonly retryAfterMs: number | null;
}

/** How long a limit is closed that the refusal is about; null where it is about none: what is switched off may name a wait too. */
export function limitClosedForMs({ code, retryAfterMs }: Refusal): number | null {
  return code === "rate_limited" ? retryAfterMs : null;
}

const messageCharacters = 300;
const unknownRetryAfterMs = 60_000;

/** Reads a whole error answer; null where the body is not well-formed or its code does not fit the status. */
export function readRefusal(answer: RawAnswer): Refusal | null {
  const expected = errorCodeOf(answer.status);
  if (expected === null || answer.cut !== null) return null;
  const body = errorBodySchema.safeParse(parseJson(answer.body));
  if (!body.success || body.data.code !== expected) return null;
  return {
    status: answer.status,
    code: expected,
    message: shorten(cleanLine(body.data.error), messageCharacters),
    retryAfterMs: waitOf(answer, body.data.retryAfterSeconds),
  };
}

/** JSON as UTF-8, or undefined where it is none. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The wait that a `Retry-After` header names in whole seconds, in ms; null where it names none. */
export function waitInHeader(header: string | null): number | null {
  const seconds = header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : 0;
  return seconds > 0 ? seconds * 1000 : null;
}

function waitOf({ status, retryAfter }: RawAnswer, secondsInBody: number | undefined): number | null {
  const fromHeader = waitInHeader(retryAfter);
  if (status === 503) return fromHeader;
  if (status !== 429) return null;
  const longest = Math.max(fromHeader ?? 0, (secondsInBody ?? 0) * 1000);
  return longest > 0 ? longest : unknownRetryAfterMs;
}
