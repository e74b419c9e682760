import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { undo, undoAfterFile } from "./undo.ts";

/** The built command, as a user starts it. */
export const command = join(import.meta.dirname, "..", "dist", "cli.js");

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves with the first line of stdout or stderr that matches; rejects when the process ends without one. */
  lineMatching(pattern: RegExp): Promise<string>;
}

export interface Start {
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program that starts the command, with its own arguments: strace, for example. */
  readonly under?: readonly string[];
  /** Another build of the command. Left out: this one's. */
  readonly program?: string;
}

/** An environment with nothing of the person's own that the command would read. */
export function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(STORY_|COURSEBINDER_|NODE_|VITEST)/.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

// Tests leave nothing in the person's own state folder.
function stateFolderFor(cwd: string | undefined): string {
  return cwd === undefined ? join(tmpdir(), "coursebinder-state-of-tests") : join(cwd, ".state");
}

/**
 * The limits of a service that a test has started. Without them a command keeps to those of the real service, also for the calls that commands before
 * it have made, and a test waits for the minutes to pass.
 */
export const generousLimits = {
  COURSEBINDER_LIMIT_CALLS: "1000/1s",
  COURSEBINDER_LIMIT_STARTS: "1000/1s",
} as const;

/** Leaves out what takes seconds of processor time for each recording, where a test is not about it: `align.test.ts` is. */
export const withoutAligning = { COURSEBINDER_NO_ALIGN: "true" } as const;

// The optimizing compiler takes a sixth of a short command's processor time, and pays off only where a command computes for seconds.
function flagsOfNode([verb = ""]: readonly string[], env: Start["env"]): string[] {
  const isLong =
    verb === "serve" || (/^(?:run|align)$/.test(verb) && env?.COURSEBINDER_NO_ALIGN === undefined);
  // A bench measures the program as people start it.
  return isLong || process.env.VITEST === undefined ? [] : ["--no-opt", "--max-semi-space-size=64"];
}

/** Starts the built command. */
export function start({ args, cwd, env, under = [], program = command }: Start): Running {
  const node = [process.execPath, ...flagsOfNode(args, env)];
  const [first = "", ...rest] = [...under, ...node, program, ...args];
  const child = spawn(first, rest, {
    cwd: cwd ?? process.cwd(),
    env: { ...cleanEnvironment(), COURSEBINDER_STATE: stateFolderFor(cwd), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A character may lie in two chunks.
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8");
  let stdout = "";
  let stderr = "";
  const watchers = new Set<(line: string) => void>();
  const seen: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      seen.push(line);
      for (const watch of watchers) watch(line);
    });
  }
  child.stdout.on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk: string) => {
    stderr += chunk;
  });
  const finished = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));
  return {
    process: child,
    finished,
    lineMatching(pattern) {
      const before = seen.find((line) => pattern.test(line));
      if (before !== undefined) return Promise.resolve(before);
      return new Promise((resolve, reject) => {
        const watch = (line: string): void => {
          if (!pattern.test(line)) return;
          watchers.delete(watch);
          resolve(line);
        };
        watchers.add(watch);
        void finished.then(() => reject(new Error(`ended without ${pattern}:\n${stdout}\n${stderr}`)));
      });
    },
  };
}

/** Runs the built command to its end. */
export function coursebinder(args: readonly string[], rest: Omit<Start, "args"> = {}): Promise<Finished> {
  return start({ args, ...rest }).finished;
}

/** The one JSON document of a `--json` run; fails when stdout holds anything else. */
export function documentOf(finished: Finished): Document {
  const lines = finished.stdout.split("\n").filter((line) => line !== "");
  if (lines.length !== 1) throw new Error(`not one document:\n${finished.stdout}\n${finished.stderr}`);
  return JSON.parse(lines[0] ?? "") as Document;
}

/** What `--json` prints, as far as tests read it. */
export interface Document {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly service: string;
  readonly jobs: {
    total: number;
    done: number;
    pending: number;
    active: number;
    failed: number;
    uncertain: number;
  };
  readonly credits: {
    quoted: number;
    committed: number;
    spent: number;
    budget: number;
    balance: number | null;
  };
  readonly package: { path: string; bytes: number; sha256: string } | null;
  readonly ledger: string;
  readonly problems: readonly {
    job?: string | null;
    code: string;
    message: string;
    next?: string | null;
    advice?: string;
  }[];
  readonly notices: readonly { job: string | null; code: string; message: string }[];
}

/** A folder of its own, removed by `dispose`. */
export function temporaryFolder(): { readonly path: string; dispose(): Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), "coursebinder-"));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
}

/** A folder that is removed when the test that runs now has ended. */
export function newFolder(): string {
  const { path, dispose } = temporaryFolder();
  undo.push(dispose);
  return path;
}

/** A folder that is removed when the tests of the file have ended. */
export function fileFolder(): string {
  const { path, dispose } = temporaryFolder();
  undoAfterFile.push(dispose);
  return path;
}
