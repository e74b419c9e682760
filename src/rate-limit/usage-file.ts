import { createHash } from "node:crypto";
import { join } from "node:path";
import { LineFile } from "../shared/files/line-file.ts";
import type { World } from "../shared/world.ts";
import type { PastUse, RateLimits, Use } from "./usage-log.ts";

// A line has a time in ms since 1970 and the kind of call; this many bytes hold some ten thousand lines, far more than any window.
const keptBytes = 256 * 1024;

const uses: readonly Use[] = ["call", "creation", "narration"];
const letters = "csn";

const oldestFirst = (a: PastUse, b: PastUse): number => b.agoMs - a.agoMs;

/**
 * A file with the calls that commands on this machine made through the rate limiter with one credential, one per line. The ledger lacks
 * some calls that count in the service's windows, such as reads without news and other courses' starts. `doctor`, which changes nothing on
 * the machine, does not record its four calls. Written lines survive a killed process. Only the rate limiter uses the file, so nothing here is an
 * error: what can't be read or written is left out.
 */
export class UsageFile {
  readonly #file: LineFile;
  readonly #world: Pick<World, "now">;

  constructor(path: string, world: Pick<World, "now">) {
    this.#file = new LineFile(path, keptBytes);
    this.#world = world;
  }

  /** The uses within the limits' windows before now, in order of time. */
  recent({ calls, starts }: Pick<RateLimits, "calls" | "starts">): PastUse[] {
    const now = this.#world.now();
    const recent = this.#file.read().flatMap((line): PastUse[] => {
      const [, time = "", letter] = /^(\d{13}) ([csn])$/.exec(line) ?? [];
      // After a clock was set back, past calls seem to lie in the future; treat them as now.
      const agoMs = Math.max(0, now - Number(time));
      const use = letter === undefined ? undefined : uses[letters.indexOf(letter)];
      const { windowMs } = use === "call" ? calls : starts;
      return use === undefined || agoMs >= windowMs ? [] : [{ agoMs, use }];
    });
    // Several processes may have written, each in its own order.
    return recent.sort(oldestFirst);
  }

  /** Records a call that has just ended as the given use. Without it the next run still knows what the ledger has. */
  note(use: Use): void {
    this.#file.append(`${this.#world.now()} ${letters[uses.indexOf(use)]}`);
  }
}

/** The file for calls with one credential at a service. `account`: identifies the credential without revealing anything about it. */
export function usagePath(
  folder: string,
  { service, account }: { service: string; account: string },
): string {
  const name = createHash("sha256").update(`${service}\n${account}`).digest("hex").slice(0, 16);
  return join(folder, `calls-${name}.log`);
}

/** The most by which the times of one call differ between the two records: its answer, and its durable event. */
const sameWithinMs = 2_000;

/**
 * Merges the account's usage as recorded in a ledger, perhaps on other machines, with the usage that this machine has recorded, perhaps
 * for other courses. A use that is in both records counts once, at the time recorded on this machine. Pure; inputs and result are in chronological order.
 */
export function mergedUse(inLedger: readonly PastUse[], here: readonly PastUse[]): PastUse[] {
  const alone = uses.flatMap((use) => {
    const [there, own] = [inLedger, here].map((uses) => uses.filter((one) => one.use === use));
    return withoutPartner(there ?? [], own ?? []);
  });
  return [...here, ...alone].sort(oldestFirst);
}

// Oldest first: a partner too old for one is too old for all later ones, so this finds the most pairs.
function withoutPartner(inLedger: readonly PastUse[], here: readonly PastUse[]): PastUse[] {
  let next = 0;
  const nextMs = (): number => here[next]?.agoMs ?? Number.NEGATIVE_INFINITY;
  return inLedger.filter(({ agoMs }) => {
    while (nextMs() > agoMs + sameWithinMs) next += 1;
    if (nextMs() < agoMs - sameWithinMs) return true;
    next += 1;
    return false;
  });
}
