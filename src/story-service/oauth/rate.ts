import type { CallLog } from "../limits/call-log.ts";
import { oauthRefused } from "./oauth-error.ts";

/** Counts a call from an address, or refuses it with the exact wait; refused calls do not count (interface part 8). */
export async function checkRate(log: CallLog, address: string): Promise<void> {
  const { waitMs } = await log.take(address);
  if (waitMs === 0) return;
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
  throw oauthRefused(
    "temporarily_unavailable",
    `too many requests came from this address, wait ${seconds} seconds`,
    {
      httpStatus: 429,
      headers: { "retry-after": seconds },
    },
  );
}
