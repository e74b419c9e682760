import type { Failure } from "../../shared/failure.ts";
import { addressName, type CallLog } from "../limits.ts";
import { type LimitName, type OAuthErrorCode, type Refusal, refused, secondsOf } from "../refusal.ts";

/**
 * A refusal in OAuth's own format, not the REST error shape (interface 5.4). `description`: printable ASCII without quotes and backslashes, as RFC 6749
 * requires.
 */
export function oauthRefused(
  oauth: OAuthErrorCode,
  description: string,
  {
    httpStatus = 400,
    ...details
  }: { httpStatus?: number } & Pick<Refusal, "headers" | "limit" | "retryAfterSeconds"> = {},
): Failure<Refusal> {
  return refused(httpStatus, description, { ...details, oauth });
}

/** Counts a call from an address, or refuses it with the exact wait; refused calls do not count (interface part 8). */
export async function checkRate(log: CallLog, ip: string, limit: LimitName): Promise<void> {
  const { waitMs } = await log.take(addressName(ip));
  if (waitMs === 0) return;
  const retryAfterSeconds = secondsOf(waitMs);
  const description = `too many requests came from this address; wait ${retryAfterSeconds} seconds`;
  throw oauthRefused("temporarily_unavailable", description, { httpStatus: 429, retryAfterSeconds, limit });
}
