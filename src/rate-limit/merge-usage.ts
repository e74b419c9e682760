import type { RecentUse } from "./usage-file.ts";

/** What is recorded twice stands in both records with so little between: an answer, and what was made durable of it. */
const sameWithinMs = 2_000;

interface Past {
  readonly ms: number;
}

/**
 * What a ledger tells of the account's use, which may be another machine's, together with what this machine has noted itself, which may be for other
 * courses. What stands in both counts once, at the time that was noted here. Pure; both in the order of their times, and so is the answer.
 */
export function mergedUse(told: RecentUse, noted: RecentUse): RecentUse {
  const startsAgoMs = (["creation", "narration"] as const).flatMap((which) =>
    together(
      told.startsAgoMs.filter(({ use }) => use === which),
      noted.startsAgoMs.filter(({ use }) => use === which),
    ),
  );
  const callsAgoMs = together(told.callsAgoMs.map(past), noted.callsAgoMs.map(past));
  return { startsAgoMs: inOrder(startsAgoMs), callsAgoMs: inOrder(callsAgoMs).map(({ ms }) => ms) };
}

function together<Of extends Past>(told: readonly Of[], noted: readonly Of[]): Of[] {
  return [...noted, ...withoutPartner(told, noted)];
}

// The oldest first: a partner that is too old for one is too old for all that follow, so as many as possible find one.
function withoutPartner<Of extends Past>(told: readonly Of[], noted: readonly Of[]): Of[] {
  let next = 0;
  const agoOfNext = (): number => noted[next]?.ms ?? Number.NEGATIVE_INFINITY;
  return told.filter(({ ms }) => {
    while (agoOfNext() > ms + sameWithinMs) next += 1;
    if (agoOfNext() < ms - sameWithinMs) return true;
    next += 1;
    return false;
  });
}

function inOrder<Of extends Past>(uses: readonly Of[]): Of[] {
  return [...uses].sort((a, b) => b.ms - a.ms);
}

function past(ms: number): Past {
  return { ms };
}
