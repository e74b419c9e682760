import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Served } from "../e2e/fixtures/served.ts";
import { ServiceProxy } from "../e2e/fixtures/service-proxy.ts";
import { CrashedCourse, wasKilled } from "./crashed-course.ts";

/** One kind of fault, tried at every call of a kind in turn. */
export interface FaultLine {
  readonly call:
    | "write"
    | "pwrite64"
    | "fdatasync"
    | "fsync"
    | "rename"
    | "ftruncate"
    | "mkdir"
    | "openat"
    /** Every call on a file or a descriptor. */
    | "%file,%desc";
  /** `ledger`: only calls on the ledger's file and folder, not on pipes and sockets. `mirrors`: also on its mirror, and on all locks. */
  readonly on: "ledger" | "mirrors" | "anything";
  readonly fault: "EIO" | "ENOSPC" | "KILL";
  /** Whether all later calls fail as well. */
  readonly forGood: boolean;
  readonly lessons: number;
  /** Strikes a run that continues a ledger, not one that creates it. */
  readonly resumed?: boolean;
  /** Strikes `ledger restore`, after the ledger was lost. */
  readonly restores?: boolean;
}

/** Where a fault struck and how the run ended. */
export interface Strike {
  readonly line: FaultLine;
  readonly number: number;
  readonly code: number | null;
}

/** No run makes this many calls: a fault beyond it means a loop. */
const most = 200;

/** Concurrent courses: the number of cores of a small machine. */
const sideBySide = 2;

export function nameOf({ call, on, fault, forGood, restores }: FaultLine): string {
  const where = {
    ledger: " of the ledger",
    mirrors: " of the ledger, its mirror and all locks",
    anything: "",
  };
  const kind = call === "%file,%desc" ? "any call" : call;
  return `${fault} at ${kind}${where[on]}${forGood ? " and ever after" : ""}${restores === true ? ", while it is restored" : ""}`;
}

/**
 * Runs a new course for each of these calls of the kind, with the fault at that call, or for every call from the first on until a run makes no
 * further such call. After each fault the service's own count decides, and a healthy run with truthful settling must finish the course.
 */
export async function strikeCalls(
  line: FaultLine,
  served: Served,
  calls: "every" | readonly number[],
): Promise<Strike[]> {
  const all = calls === "every" ? Array.from({ length: most }, (_, index) => index + 1) : [...calls];
  const strikes: Strike[] = [];
  while (all.length > 0) {
    const struck = await Promise.all(
      all.splice(0, sideBySide).map((number) => strikeOnce(line, number, served)),
    );
    strikes.push(...struck.filter((strike) => strike !== null));
    if (calls === "every" && struck.includes(null)) return strikes;
  }
  if (calls === "every") throw new Error(`${nameOf(line)}: no end after ${most} calls`);
  return strikes;
}

async function strikeOnce(line: FaultLine, number: number, served: Served): Promise<Strike | null> {
  const proxy = await ServiceProxy.listen(served.proxy.target);
  try {
    return await strike(line, number, { served, proxy });
  } catch (error) {
    throw new Error(`${nameOf(line)}, call ${number}: ${String(error)}`, { cause: error });
  } finally {
    await proxy.close();
  }
}

async function strike(
  line: FaultLine,
  number: number,
  { served, proxy }: { served: Served; proxy: ServiceProxy },
): Promise<Strike | null> {
  const call = line.call.replaceAll(/\W/g, "");
  const kind = `${call}-${line.on}${line.restores === true ? "-restore" : ""}`;
  const name = `${kind}-${line.fault.toLowerCase()}${line.forGood ? "-on" : ""}-${number}`;
  const course = await CrashedCourse.begin(served, { name, topics: line.lessons, proxy });
  if (line.resumed === true) await course.run({ flags: ["--first", "1"] }).finished;
  const log = join(course.folder, "strace.log");
  const lost = line.restores === true ? readFileSync(course.ledger) : null;
  if (lost !== null) rmSync(course.ledger);
  const verb = lost === null ? "run" : "ledger restore";
  const running = course.begin(verb, lost === null ? ["--poll", "20ms"] : [], {
    under: ["strace", "-f", ...filter(line), "-qq", "-o", log, ...injection(line, number, course)],
    // One thread for files, so that its calls are counted in one sequence.
    env: { UV_THREADPOOL_SIZE: "1" },
  });
  const finished = await running.finished;
  await proxy.quiet();
  const killed = wasKilled(finished);
  if (!killed && !(existsSync(log) && readFileSync(log, "utf8").includes("(INJECTED)"))) {
    if (lost === null) course.finish(finished);
    else await course.heal();
    return null;
  }
  if (!killed && ![0, 5, 7, 8].includes(finished.code ?? -1))
    throw new Error(`exit ${finished.code ?? finished.signal}: ${finished.stdout}\n${finished.stderr}`);
  if (lost !== null) {
    // All of it or nothing, and nothing that was there.
    if (existsSync(course.ledger) && !readFileSync(course.ledger).subarray(0, lost.length).equals(lost))
      throw new Error(`${name}: a ledger was restored in part`);
  } else course.judge({ killed });
  if (finished.code === 0 && lost === null) course.finish(finished);
  else await course.heal();
  return { line, number, code: killed ? null : finished.code };
}

/** By the kernel's filter only the calls of this kind stop the process, which is far cheaper. With it strace misses some of its own kills. */
function filter({ fault }: FaultLine): string[] {
  return fault === "KILL" ? [] : ["--seccomp-bpf"];
}

function injection({ call, on, fault, forGood }: FaultLine, number: number, course: CrashedCourse): string[] {
  const what = fault === "KILL" ? "signal=KILL" : `error=${fault}`;
  const ofLedger = [course.ledger, course.courseFolder];
  const ofMirrors = readdirIn(course.stateFolder).filter((file) => /\.(jsonl|lock)$/.test(file));
  const all = {
    ledger: ofLedger,
    mirrors: [...ofLedger, `${course.ledger}.lock`, ...ofMirrors],
    anything: [],
  };
  const paths = all[on].flatMap((path) => ["-P", path]);
  return [
    "-e",
    `trace=${call}`,
    ...paths,
    "-e",
    `inject=${call}:${what}:when=${number}${forGood ? "+" : ""}`,
  ];
}

function readdirIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
