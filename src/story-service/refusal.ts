import type { z } from "zod";
import { type ErrorCode, errorCodeOf } from "../contract/errors.ts";
import { Failure } from "../shared/failure.ts";

/** An error in one field of a request. `path` is dotted (`words.0.word`), empty for the whole request. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Where a value is invalid, and how, in zod's words or the schema's own. Each unknown key is one place, with what `unknown` says. */
export function placesOf(
  { issues }: Pick<z.ZodError, "issues">,
  unknown: string,
): { readonly path: readonly PropertyKey[]; readonly message: string }[] {
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: unknown }))
      : [{ path: issue.path, message: issue.message }],
  );
}

/** The limits that can refuse a request which would be answered at another time, or with more credits (interface part 8, and our own). */
export type LimitName =
  | "calls"
  | "messages"
  | "paid_starts"
  | "bad_bearers"
  | "registrations"
  | "token_exchanges"
  | "sign_ins"
  | "free_day"
  | "cap"
  | "balance";

/** The errors of RFC 6749, 7009, 7591 and 8707 that this server returns. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "access_denied"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "temporarily_unavailable"
  | "server_error";

/** A refused request, in the interface's terms (part 7). Nothing was changed. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly status: number;
  /** A sentence for the user, sent as it is: it must contain no internal details. */
  readonly sentence: string;
  /** Whole seconds, at least 1; on 429, and on 503 for what will be back. */
  readonly retryAfterSeconds?: number;
  readonly issues?: readonly Issue[];
  /** Counted for the operator, and not sent. */
  readonly limit?: LimitName;
  /** Sent as `error` where OAuth's own format applies. */
  readonly oauth?: OAuthErrorCode;
  /** Additional response headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Details = Omit<Refusal, "code" | "status" | "sentence">;

/** A refusal to throw: rolls back a transaction, and becomes the answer in the HTTP layer. */
export function refused(status: number, sentence: string, details: Details = {}): Failure<Refusal> {
  return new Failure<Refusal>({ code: errorCodeOf(status) ?? "server_error", status, sentence, ...details });
}

/** A 429 with the wait, given in ms: waiting that long is enough, but one second less is not. */
export function limited(waitMs: number, sentence: string, limit?: LimitName): Failure<Refusal> {
  const named = limit === undefined ? {} : { limit };
  return refused(429, sentence, { retryAfterSeconds: secondsOf(waitMs), ...named });
}

function secondsOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/**
 * A refusal in OAuth's own format, not the REST error shape (interface 5.4). `description`: printable ASCII without quotes and backslashes, as RFC 6749
 * requires.
 */
export function oauthRefused(
  oauth: OAuthErrorCode,
  description: string,
  { httpStatus = 400, ...details }: { httpStatus?: number } & Pick<Refusal, "headers"> = {},
): Failure<Refusal> {
  return refused(httpStatus, description, { ...details, oauth });
}

/** A 429 in that format, with the wait in ms. */
export function oauthLimited(waitMs: number, limit: LimitName): Failure<Refusal> {
  const retryAfterSeconds = secondsOf(waitMs);
  const description = `too many requests came from this address; wait ${retryAfterSeconds} seconds`;
  return refused(429, description, { oauth: "temporarily_unavailable", retryAfterSeconds, limit });
}

/** The refusal that an error carries, or `null` for any other error. */
export function refusalOf(error: unknown): Refusal | null {
  return error instanceof Failure && "status" in error.problem ? (error.problem as Refusal) : null;
}
