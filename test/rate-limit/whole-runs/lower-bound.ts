import type { Rate } from "../../../src/shared/duration.ts";
import type { LimiterKind } from "./limiter.ts";
import { type AccountTerms, drawnTimes } from "./sim-account.ts";

/** The earliest time of the `k`-th use of a limit whose quota is full at 0, by a service of that kind. Fixed windows begin at 0. */
function earliest(k: number, { count, windowMs }: Rate, kind: LimiterKind): number {
  if (k <= 0) return 0;
  if (kind === "bucket") return (Math.max(0, k - count) * windowMs) / count;
  return Math.floor((k - 1) / count) * windowMs;
}

/** A creation, a read that finds the text and starts the audiobook, one that finds the audiobook, and an export. */
const callsPerStory = 4;

/**
 * No policy at all can finish so many stories with audiobooks before this time, in ms. The k-th creation needs the k-th start. The k-th audiobook is begun
 * when k stories are written; where narrations count, k creations and k - 1 narrations come before it, so it needs the 2k-th start. Each then takes
 * the time that is drawn for it.
 */
export function lowerBoundMs(stories: number, terms: AccountTerms): number {
  const { limiter, starts, calls, latencyMs, narrationCounts } = terms;
  const times = drawnTimes(terms);
  const eachMs = terms.jitter === 0 ? latencyMs : 0;
  const written = Array.from({ length: stories }, (_, index) => {
    return Math.max(earliest(index + 1, starts, limiter), index * eachMs) + times.writing();
  });
  written.sort((a, b) => a - b);
  let latestMs = earliest(stories * callsPerStory, calls, limiter);
  for (const [index, writtenMs] of written.entries()) {
    const startMs = narrationCounts ? earliest(2 * (index + 1), starts, limiter) : 0;
    latestMs = Math.max(latestMs, Math.max(writtenMs, startMs) + times.narrating());
  }
  return latestMs + 3 * eachMs;
}
