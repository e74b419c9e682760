import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The built command. */
export const command = join(import.meta.dirname, "..", "..", "dist", "cli.js");

const tellPeak = join(import.meta.dirname, "preload", "tell-peak.cjs");

export interface Measured {
  readonly ms: number;
  readonly stdout: string;
}

/** Runs a program to its end. Throws where it fails. */
export function measure(program: string, args: readonly string[], cwd?: string): Measured {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...(cwd === undefined ? {} : { cwd }),
    maxBuffer: 1024 ** 3,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return { ms: performance.now() - start, stdout: stdout.toString() };
}

/** What a Node process prints, and the memory that it takes at its highest, in bytes. */
export function measureNode(
  args: readonly string[],
  cwd: string,
): { readonly stdout: string; readonly peakBytes: number } {
  const { status, stdout, stderr, output } = spawnSync(process.execPath, ["--require", tellPeak, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    maxBuffer: 1024 ** 3,
  });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return { stdout: stdout.toString(), peakBytes: Number(output[3]) };
}

/** Whether a program of the system is there; says by name what is left out where it is not. */
export function hasProgram(path: string): boolean {
  if (existsSync(path)) return true;
  say(`  ${path} is not installed: what needs it is left out`);
  return false;
}

/** What was written before goes to the disk, so that nobody waits for another's bytes. */
export function settle(): void {
  if (hasProgram("/usr/bin/sync")) measure("/usr/bin/sync", []);
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

export function verdict(promise: string, isKept: boolean): string {
  return `(${promise}: ${isKept ? "yes" : "NO"})`;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
