import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { compileAll, withChanges } from "./compile.ts";
import { playMany } from "./many.ts";
import { type SourceBug, sourceBugs } from "./planted/planted.ts";
import { type PortBug, portBugs } from "./planted/planted-in-ports.ts";

export interface Hunt {
  readonly from: number;
  /** The most histories to try. */
  readonly seeds: number;
  readonly finds: number;
  /** Whether the ledger is in a database. */
  readonly postgres?: boolean;
}

/** Finds the seeds whose histories expose a planted bug. */
export async function huntInPorts({ filesOf }: PortBug, hunt: Hunt): Promise<number[]> {
  const lines: string[] = [];
  await playMany({ ...hunt, filesOf, tell: (line) => void lines.push(line) });
  return seedsIn(lines.join("\n"));
}

/** The same as `huntInPorts`, in a separate process. `compiled` is the program without the bug. */
export async function huntInSource(
  { changes, emphasis }: SourceBug,
  compiled: string,
  { from, seeds, finds, postgres = false }: Hunt,
): Promise<number[]> {
  const folder = withChanges(compiled, changes);
  try {
    const flags = ["--from", from, "--seeds", seeds, "--finds", finds, "--every", 1].map(String);
    if (postgres) flags.push("--postgres");
    if (emphasis !== null) flags.push("--emphasis", emphasis);
    return seedsIn(await outputOf([join(folder, "test/simulation/simulate.js"), ...flags]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures how many histories it takes to find each planted bug, or each that only a ledger in a database can have. */
export async function huntAll(from: number, postgres: boolean, tell: (line: string) => void): Promise<void> {
  const hunt = postgres ? { from, seeds: 2_000, finds: 3, postgres } : { from, seeds: 40_000, finds: 15 };
  const compiled = compileAll();
  for (const bug of postgres ? [] : portBugs)
    tell(describeMedian(bug.name, await huntInPorts(bug, hunt), from));
  for (const bug of postgres ? sourceBugs.postgres : sourceBugs.file)
    tell(describeMedian(bug.name, await huntInSource(bug, compiled, hunt), from));
  rmSync(compiled, { recursive: true });
}

function describeMedian(name: string, found: readonly number[], from: number): string {
  const gaps = found.map((seed, index) => seed - (found[index - 1] ?? from - 1)).sort((a, b) => a - b);
  return `| ${name} | ${gaps[gaps.length >> 1] ?? "not found"} |`;
}

function seedsIn(output: string): number[] {
  return [...output.matchAll(/^seed (\d+): /gm)].map(([, seed]) => Number(seed));
}

function outputOf(command: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => child.on("error", reject).on("close", () => resolve(output)));
}
