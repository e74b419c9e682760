import { createHash } from "node:crypto";
import { join } from "node:path";
import { LineFile } from "../shared/files/line-file.ts";
import type { World } from "../shared/world.ts";
import type { RateMemory } from "./scheduler.ts";
import type { Use } from "./usage-log.ts";

/** This machine's recent calls to a service, in order of time. Ages in ms. */
export type RecentUse = Pick<RateMemory, "startsAgoMs" | "callsAgoMs">;

// A line has a time in ms since 1970 and the kind of call; this many bytes hold some ten thousand lines, far more than any window.
const keptBytes = 256 * 1024;

const letters: Readonly<Record<Use | "begun", string>> = {
  begun: "b",
  call: "c",
  creation: "s",
  narration: "n",
};

/** A call in flight when its process was killed is assumed to have been counted within this time. */
const onItsWayMs = 2_000;

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
    const onTheirWay: number[] = [];
    for (const line of this.#file.read()) {
      const [, time, letter] = /^(\d{13}) ([bcsn])$/.exec(line) ?? [];
      if (time === undefined) continue;
      // After a clock was set back, past calls seem to lie in the future; treat them as now.
      const ms = Math.max(0, now - Number(time));
      if (letter === "b") onTheirWay.push(ms);
      else if (letter !== "c") startsAgoMs.push({ ms, use: letter === "s" ? "creation" : "narration" });
      else {
        onTheirWay.shift();
        callsAgoMs.push(ms);
      }
    }
    callsAgoMs.push(...onTheirWay.map((ms) => Math.max(0, ms - onItsWayMs)));
    // Several processes may have written, each in its own order.
    return {
      startsAgoMs: startsAgoMs.filter(({ ms }) => ms < startsMs).sort((a, b) => b.ms - a.ms),
      callsAgoMs: callsAgoMs.filter((ms) => ms < callsMs).sort((a, b) => b - a),
    };
  }

  /** Records a call that starts now, or that has just ended as the given use. Without it the next run still knows what the ledger has. */
  note(use: Use | "begun"): void {
    this.#file.append(`${this.#world.now()} ${letters[use]}`);
  }

  close(): void {
    this.#file.close();
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
