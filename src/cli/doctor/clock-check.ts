import { clocksApartMs } from "../../run/settle/open-creations.ts";
import { formatDuration } from "../../shared/duration.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { type Finding, ok, problem, skipped, warning } from "./finding.ts";

/** One answer of the service: its `Date` header, and this machine's clock before and after the call, in ms. */
export interface ClockReading {
  readonly said: string | null;
  readonly before: number;
  readonly after: number;
}

/** The header has whole seconds, and synchronized clocks differ by less than this. */
const closeMs = 5_000;

const matters =
  "the edition of a plan with a date in it, the month of a budget and the search for a lost story go by this clock";

const remedy =
  "set this computer's clock by the network (Linux: timedatectl set-ntp true; elsewhere: set time automatically), and see with: date -u";

/** Compares this machine's clock with the service's. */
export function clockFinding({ said, before, after }: ClockReading): Finding {
  const service = said === null ? Number.NaN : Date.parse(said);
  if (Number.isNaN(service)) return skipped("clock", "the service's answers say no time");
  // The answer was written at some time in between, and its time is truncated to the second.
  const aheadMs = before - (service + 1_000);
  const behindMs = service - after;
  const apartMs = Math.max(0, aheadMs, behindMs);
  if (apartMs <= closeMs) return ok("clock", "agrees with the service's");
  const found = `${formatDuration(apartMs)} ${aheadMs > 0 ? "ahead of" : "behind"} the service's: ${matters}`;
  if (apartMs <= clocksApartMs) return warning("clock", found, remedy);
  return problem("clock", found, { remedy, exitCode: exitCodes.stopped });
}
