import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { LoadOptions, Tally } from "./readers.ts";

/** What every reader starts with: more than any of them can spend here. */
export const openingCredits = 1_000_000;

export const keyOf = (reader: number): string => `sk_live_${String(reader).padStart(43, "0")}`;

/** The configuration of a service with one account for each reader, with the interface's own limits, or with none that could matter. */
export function configOf(readers: number, limits: "standard" | "none"): string {
  const accounts = Array.from({ length: readers }, (_, reader) => ({
    id: `reader-${reader}`,
    credits: openingCredits,
    keys: [{ name: "main", secret: keyOf(reader) }],
  }));
  const none = { limits: { calls: "1000000/1m", paidStarts: "1000000/1m" } };
  return JSON.stringify({ accounts, ...(limits === "none" ? none : {}) });
}

export interface Load {
  /** Resolves once the time is over. */
  readonly tally: Promise<Tally>;
  /** Ends it before its time. */
  stop(): Promise<Tally>;
}

/** Readers in processes of their own, so that they take no turn from each other's clocks. */
export function startLoad(options: LoadOptions, processes: number): Load {
  const size = Math.ceil(options.keys.length / processes);
  const started = Array.from({ length: processes }, (_, part) =>
    readerProcess({ ...options, keys: options.keys.slice(part * size, (part + 1) * size) }),
  );
  const tally = Promise.all(started.map((process) => process.tally)).then(sumOf);
  return {
    tally,
    stop: () => {
      for (const process of started) process.stop();
      return tally;
    },
  };
}

/** The tallies of several loads as one. */
export function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, tally) => ({
    accepted: { ...sum.accepted, ...tally.accepted },
    uncertain: { ...sum.uncertain, ...tally.uncertain },
    statuses: added(sum.statuses, tally.statuses),
    problems: [...sum.problems, ...tally.problems],
    readsMs: [...sum.readsMs, ...tally.readsMs],
    lateMs: Math.max(sum.lateMs, tally.lateMs),
  }));
}

function readerProcess(options: LoadOptions): { tally: Promise<Tally>; stop: () => void } {
  const entry = join(import.meta.dirname, "reader-process.ts");
  const child = spawn(process.execPath, ["--import", "tsx", entry, JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const tally = text(child.stdout).then((output) => {
    if (output === "") throw new Error("a process of readers ended without its tally");
    return JSON.parse(output) as Tally;
  });
  return { tally, stop: () => child.stdin.end() };
}

function added(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const sum = { ...one };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
