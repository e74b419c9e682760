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

/** This machine's recent calls to a service, in order of time. Ages in ms. */
export type RecentUse = Pick<RateMemory, "startsAgoMs" | "callsAgoMs">;

// A line has a time in ms since 1970 and the kind of call; this many bytes hold some ten thousand lines, far more than any window.
const keptBytes = 256 * 1024;
const rewrittenPastBytes = 1024 * 1024;

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
  readonly #path: string;
  readonly #world: Pick<World, "now">;
  #file: number | null = null;

  constructor(path: string, world: Pick<World, "now">) {
    this.#path = path;
    this.#world = world;
  }

  /** The calls made within these times before now. */
  recent({ callsMs, startsMs }: { readonly callsMs: number; readonly startsMs: number }): RecentUse {
    const now = this.#world.now();
    const startsAgoMs: RateMemory["startsAgoMs"][number][] = [];
    const callsAgoMs: number[] = [];
    const onTheirWay: number[] = [];
    for (const line of readTail(this.#path).split("\n")) {
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

  /** Records a call that starts now, or that has just ended as the given use. */
  note(use: Use | "begun"): void {
    try {
      writeSync(this.#openFile(), `${this.#world.now()} ${letters[use]}\n`);
    } catch {
      // Without it the next run still knows what the ledger has.
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** The descriptor of the file currently under the path: another command may have replaced the one opened before by a shorter one. */
  #openFile(): number {
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

/** The file for calls with one credential at a service. `account`: identifies the credential and reveals nothing of it. */
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

/** The whole lines at the end of a file; empty if there is none. */
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
