import { createHash } from "node:crypto";
import { join } from "node:path";
import { LineFile } from "../shared/files/line-file.ts";
import type { World } from "../shared/world.ts";
import type { RateMemory } from "./scheduler.ts";
import type { Use } from "./usage-log.ts";

/** The recent calls to a service, in order of time. Ages in ms. */
export type RecentUse = Pick<RateMemory, "startsAgoMs" | "callsAgoMs">;

// A line has a time in ms since 1970 and the kind of call; this many bytes hold some ten thousand lines, far more than any window.
const keptBytes = 256 * 1024;

const letters: Readonly<Record<Use, string>> = { call: "c", creation: "s", narration: "n" };

/**
 * A file with the calls that commands on this machine made through the rate limiter with one credential, one per line. The ledger lacks
 * some calls that count in the service's windows, such as reads without news and other courses' starts. `doctor`, which changes nothing on
 * the machine, does not record its four. Written lines survive a killed process. Only the rate limiter uses the file, so nothing here is an
 * error: what can't be read or written is left out.
 */
export class UsageFile {
  readonly #file: LineFile;
  readonly #world: Pick<World, "now">;

  constructor(path: string, world: Pick<World, "now">) {
    this.#file = new LineFile(path, keptBytes);
    this.#world = world;
  }

  /** The calls made within these times before now. */
  recent({ callsMs, startsMs }: { readonly callsMs: number; readonly startsMs: number }): RecentUse {
    const now = this.#world.now();
    const startsAgoMs: RateMemory["startsAgoMs"][number][] = [];
    const callsAgoMs: number[] = [];
    for (const line of this.#file.read()) {
      const [, time = "", letter] = /^(\d{13}) ([csn])$/.exec(line) ?? [];
      // After a clock was set back, past calls seem to lie in the future; treat them as now.
      const ms = Math.max(0, now - Number(time));
      if (letter === letters.call && ms < callsMs) callsAgoMs.push(ms);
      else if (letter !== undefined && letter !== letters.call && ms < startsMs)
        startsAgoMs.push({ ms, use: letter === letters.creation ? "creation" : "narration" });
    }
    // Several processes may have written, each in its own order.
    return inOrder(startsAgoMs, callsAgoMs);
  }

  /** Records a call that has just ended as the given use. Without it the next run still knows what the ledger has. */
  note(use: Use): void {
    this.#file.append(`${this.#world.now()} ${letters[use]}`);
  }
}

/** The file for calls with one credential at a service. `account`: identifies the credential and reveals nothing of it. */
export function usagePath(
  folder: string,
  { service, account }: { service: string; account: string },
): string {
  const name = createHash("sha256").update(`${service}\n${account}`).digest("hex").slice(0, 16);
  return join(folder, `calls-${name}.log`);
}

/** The most by which the times of one call differ between the two records: its answer, and its durable event. */
const sameWithinMs = 2_000;

interface Past {
  readonly ms: number;
}

/**
 * Merges the account's usage as a ledger has it, perhaps from other machines, with what this machine has recorded, perhaps for other
 * courses. A call in both counts once, at the time recorded here. Pure; inputs and result are in order of time.
 */
export function mergedUse(inLedger: RecentUse, here: RecentUse): RecentUse {
  const starts = (["creation", "narration"] as const).flatMap((which) => {
    const [there, own] = [inLedger, here].map((usage) =>
      usage.startsAgoMs.filter(({ use }) => use === which),
    );
    return [...(own ?? []), ...withoutPartner(there ?? [], own ?? [])];
  });
  const [there, own] = [inLedger, here].map((usage) => usage.callsAgoMs.map((ms): Past => ({ ms })));
  const calls = [...(own ?? []), ...withoutPartner(there ?? [], own ?? [])];
  return inOrder(
    starts,
    calls.map(({ ms }) => ms),
  );
}

// Oldest first: a partner too old for one is too old for all later ones, so this finds the most pairs.
function withoutPartner<Of extends Past>(inLedger: readonly Of[], here: readonly Past[]): Of[] {
  let next = 0;
  const nextMs = (): number => here[next]?.ms ?? Number.NEGATIVE_INFINITY;
  return inLedger.filter(({ ms }) => {
    while (nextMs() > ms + sameWithinMs) next += 1;
    if (nextMs() < ms - sameWithinMs) return true;
    next += 1;
    return false;
  });
}

function inOrder(startsAgoMs: RecentUse["startsAgoMs"], callsAgoMs: readonly number[]): RecentUse {
  return {
    startsAgoMs: [...startsAgoMs].sort((a, b) => b.ms - a.ms),
    callsAgoMs: [...callsAgoMs].sort((a, b) => b - a),
  };
}
