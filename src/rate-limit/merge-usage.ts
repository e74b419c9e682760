import type { RecentUse } from "./usage-file.ts";

/** The most by which the times of one call differ between the two records: its answer, and its durable event. */
const sameWithinMs = 2_000;

interface Past {
  readonly ms: number;
}

/**
 * Merges the account's usage as a ledger has it, perhaps from other machines, with what this machine has recorded, perhaps for other
 * courses. A call in both counts once, at the time recorded here. Pure; inputs and result are in order of time.
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

// Oldest first: a partner too old for one is too old for all later ones, so this finds the most pairs.
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
