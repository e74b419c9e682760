import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Running, start } from "../fixtures.ts";
import { type LoadOptions, type Tally, turnKeyOf } from "./readers.ts";

/** What every reader starts with: more than any of them can spend here. */
export const openingCredits = 1_000_000;

export const keyOf = (reader: number): string => `sk_live_${String(reader).padStart(43, "0")}`;

export interface Served {
  readonly url: string;
  readonly process: Running["process"];
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Ends it in order, and tells how long its main thread kept requests waiting. */
  stop(): Promise<LoopDelay>;
  /** Resident memory in bytes. */
  memory(): number;
  /** Processor time of all its threads since it began, in ms. */
  processorMs(): number;
}

/** Of the turns of an event loop, in ms: the longest, and the 99th percentile. Half a timer's step is part of each. */
export interface LoopDelay {
  readonly mostMs: number;
  readonly p99Ms: number;
}

const tellLoop = join(import.meta.dirname, "..", "bench", "preload", "tell-loop.cjs");

export interface Serving {
  readonly folder: string;
  readonly port: number;
  readonly readers: number;
  /** The interface's own limits, or none that could matter. */
  readonly limits: "standard" | "none";
  /** How many keys each account has. Left out: one. */
  readonly keysEach?: number;
  /** The address of a database on PostgreSQL; left out: a file in the folder. */
  readonly database?: string;
  /** Another build of the command. Left out: this one's. */
  readonly program?: string;
  /** Further settings of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The built command as a service with one account for each reader, on the data of earlier calls with the same folder. */
export async function serve({
  folder,
  port,
  readers,
  limits,
  keysEach = 1,
  database,
  program,
  config: further,
}: Serving): Promise<Served> {
  const accounts = Array.from({ length: readers }, (_, reader) => ({
    id: `reader-${reader}`,
    credits: openingCredits,
    keys: Array.from({ length: keysEach }, (_, number) => ({
      name: `key ${number}`,
      secret: turnKeyOf(keyOf(reader), number),
    })),
  }));
  const none = { limits: { calls: "1000000/1m", paidStarts: "1000000/10m" } };
  const config = join(folder, "service.json");
  writeFileSync(config, JSON.stringify({ accounts, ...(limits === "none" ? none : {}), ...further }));
  const files = ["--data", join(folder, "data"), "--config", config];
  const times = ["--writing-time", "1s", "--narration-time", "1s"];
  const running = start({
    ...(program === undefined ? {} : { program }),
    args: ["serve", "--json", "--port", `${port}`, ...files, ...times, "--log-level", "error"],
    cwd: folder,
    env: {
      NODE_OPTIONS: `--require ${tellLoop}`,
      ...(database === undefined ? {} : { COURSEBINDER_DATABASE: database }),
    },
  });
  const { url } = JSON.parse(await running.lineMatching(/^\{.*"url"/)) as { url: string };
  const { process: child, finished } = running;
  const end = async (signal: NodeJS.Signals): Promise<string> => {
    child.kill(signal);
    return (await finished).stderr;
  };
  return {
    url,
    process: child,
    kill: async () => {
      await end("SIGKILL");
    },
    stop: async () => {
      const said = /^loop (.*)$/m.exec(await end("SIGTERM"))?.[1];
      if (said === undefined) throw new Error("the service did not end in order");
      return JSON.parse(said) as LoopDelay;
    },
    memory: () => residentBytes(child.pid ?? 0),
    processorMs: () => processorMs(child.pid ?? 0),
  };
}

function residentBytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) * 1024;
}

function processorMs(pid: number): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  // The system counts in hundredths of a second.
  return ((user ?? 0) + (system ?? 0)) * 10;
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
