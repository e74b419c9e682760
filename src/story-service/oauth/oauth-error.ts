import { Failure } from "../../shared/failure.ts";
import type { CallLog } from "../limits.ts";

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

/** A refusal in OAuth's own format, not the REST error shape (interface 5.4). */
export interface OAuthRefusal {
  readonly code: "oauth_refused";
  readonly httpStatus: number;
  readonly error: OAuthErrorCode;
  /** Printable ASCII without quotes and backslashes, as RFC 6749 requires. */
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Details {
  readonly httpStatus?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function oauthRefused(
  error: OAuthErrorCode,
  description: string,
  { httpStatus = 400, headers = {} }: Details = {},
): Failure<OAuthRefusal> {
  return new Failure<OAuthRefusal>({ code: "oauth_refused", httpStatus, error, description, headers });
}

/** The OAuth refusal that an error carries, or `null` for any other error. */
export function oauthRefusalOf(error: unknown): OAuthRefusal | null {
  return error instanceof Failure && error.problem.code === "oauth_refused"
    ? (error.problem as OAuthRefusal)
    : null;
}

/** Counts a call from an address, or refuses it with the exact wait; refused calls do not count (interface part 8). */
export async function checkRate(log: CallLog, address: string): Promise<void> {
  const { waitMs } = await log.take(address);
  if (waitMs === 0) return;
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
  throw oauthRefused(
    "temporarily_unavailable",
    `too many requests came from this address; wait ${seconds} seconds`,
    {
      httpStatus: 429,
      headers: { "retry-after": seconds },
    },
  );
}
