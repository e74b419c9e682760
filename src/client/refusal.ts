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

/** A complete answer. */
export interface ErrorAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** When the answer was made, by its `Date` header. */
  readonly date: string | null;
  readonly body: Buffer;
}

/** Parses a complete error answer; null if the body is malformed or its code doesn't fit the status. */
export function readRefusal(answer: ErrorAnswer): Refusal | null {
  const expected = errorCodeOf(answer.status);
  if (expected === null) return null;
  const body = errorBodySchema.safeParse(parseJson(answer.body));
  if (!body.success || body.data.code !== expected) return null;
  return {
    status: answer.status,
    code: expected,
    message: shorten(cleanLine(body.data.error), messageCharacters),
    retryAfterMs: waitOf(answer, body.data.retryAfterSeconds),
  };
}

/** Longer than anybody waits, and short enough for a timer. */
const secondsMost = 1_000_000;

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The wait given by a `Retry-After` header, in ms; null if it gives none. A proxy may give a time instead of whole seconds (RFC 9110, 10.2.3). */
export function waitInHeader({ retryAfter, date }: Pick<ErrorAnswer, "retryAfter" | "date">): number | null {
  const given = retryAfter?.trim() ?? "";
  const untilMs = httpDate.test(given) && date !== null ? Date.parse(given) - Date.parse(date) : 0;
  const seconds = /^\d+$/.test(given) ? Number(given) : untilMs / 1000;
  return seconds > 0 ? Math.min(seconds, secondsMost) * 1000 : null;
}

function waitOf(answer: ErrorAnswer, secondsInBody: number | undefined): number | null {
  const { status } = answer;
  const fromHeader = waitInHeader(answer);
  if (status === 503) return fromHeader;
  if (status !== 429) return null;
  const longest = Math.max(fromHeader ?? 0, (secondsInBody ?? 0) * 1000);
  return longest > 0 ? longest : null;
}
