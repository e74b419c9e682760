import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { makeFolderNow } from "../shared/files/make-folder.ts";
import type { World } from "../shared/world.ts";
import type { RateMemory } from "./scheduler.ts";
import type { Use } from "./usage-log.ts";

/** What this machine has lately called at a service, in the order of its times. Ages in ms. */
export type RecentUse = Pick<RateMemory, "startsAgoMs" | "callsAgoMs">;

// A line is a time in ms since 1970 and what the call was; so many bytes hold some ten thousand of them, far more than any window.
const keptBytes = 256 * 1024;
const rewrittenPastBytes = 1024 * 1024;

const letters: Readonly<Record<Use | "begun", string>> = {
  begun: "b",
  call: "c",
  creation: "s",
  narration: "n",
};

/** A call that was on its way when its process was killed is taken to have been counted within this time. */
const onItsWayMs = 2_000;

/**
 * The calls that commands on this machine made through the rate limiter with one credential, line by line in a file: what a ledger does not tell, such as a
 * read that brought no news, counts in the service's windows all the same, and another course's starts do too. `doctor`, which changes
 * nothing on the machine, leaves its four out. It is kept by the system even where the process is killed. Only the rate limiter depends on it, so
 * nothing here is ever an error: what can't be read or written is left out.
 */
export class UsageFile {
  readonly #path: string;
  readonly #world: Pick<World, "now">;
  #file: number | null = null;

  constructor(path: string, world: Pick<World, "now">) {
    this.#path = path;
    this.#world = world;
  }

  /** What was called within so long before now. */
  recent({ callsMs, startsMs }: { readonly callsMs: number; readonly startsMs: number }): RecentUse {
    const now = this.#world.now();
    const startsAgoMs: RateMemory["startsAgoMs"][number][] = [];
    const callsAgoMs: number[] = [];
    const onTheirWay: number[] = [];
    for (const line of readTail(this.#path).split("\n")) {
      const [, time, letter] = /^(\d{13}) ([bcsn])$/.exec(line) ?? [];
      if (time === undefined) continue;
      // A clock that was set back makes the past look like the future: that counts as now.
      const ms = Math.max(0, now - Number(time));
      if (letter === "b") onTheirWay.push(ms);
      else if (letter !== "c") startsAgoMs.push({ ms, use: letter === "s" ? "creation" : "narration" });
      else {
        onTheirWay.shift();
        callsAgoMs.push(ms);
      }
    }
    callsAgoMs.push(...onTheirWay.map((ms) => Math.max(0, ms - onItsWayMs)));
    // Several processes may have written, each on its own time.
    return {
      startsAgoMs: startsAgoMs.filter(({ ms }) => ms < startsMs).sort((a, b) => b.ms - a.ms),
      callsAgoMs: callsAgoMs.filter((ms) => ms < callsMs).sort((a, b) => b - a),
    };
  }

  /** A call begins just now, or has just ended as that. */
  note(use: Use | "begun"): void {
    try {
      writeSync(this.#jobStatus(), `${this.#world.now()} ${letters[use]}\n`);
    } catch {
      // Without it the next run knows what the ledger knows.
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** The file under the path as it is now: another command may have put a shorter one in the place of the one that was opened. */
  #jobStatus(): number {
    if (this.#file !== null && !isUnder(this.#path, this.#file)) this.close();
    this.#file ??= this.#open();
    return this.#file;
  }

  #open(): number {
    makeFolderNow(join(this.#path, ".."));
    if ((statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > rewrittenPastBytes) {
      const part = `${this.#path}.part`;
      writeFileSync(part, readTail(this.#path), { mode: 0o600 });
      renameSync(part, this.#path);
    }
    return openSync(this.#path, "a", 0o600);
  }
}

/** Where the calls of a credential at a service are kept. `account`: names the credential, and tells nothing of it. */
export function usagePath(
  folder: string,
  { service, account }: { service: string; account: string },
): string {
  const name = createHash("sha256").update(`${service}\n${account}`).digest("hex").slice(0, 16);
  return join(folder, `calls-${name}.log`);
}

function isUnder(path: string, file: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  const opened = fstatSync(file, { bigint: true });
  return found?.ino === opened.ino && found.dev === opened.dev;
}

/** The whole lines at the end of a file; empty where there is none. */
function readTail(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, keptBytes));
      const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
      const text = bytes.toString("latin1", 0, read);
      return size > keptBytes ? text.slice(text.indexOf("\n") + 1) : text;
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
