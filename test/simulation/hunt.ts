import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parse } from "yaml";
import { z } from "zod";
import { compileAll, withChanges } from "./compile.ts";
import { readEmphasis } from "./emphasis.ts";

/** A change of the program's source: an exact piece of text in a file below `src`, and its replacement. */
const changeSchema = z.strictObject({ file: z.string(), from: z.string(), to: z.string() });

const bugSchema = z
  .strictObject({
    name: z.string(),
    seed: z.int().default(1),
    emphasis: z.string().transform(readEmphasis).nullable().default(null),
    ...changeSchema.partial().shape,
    changes: z.array(changeSchema).default([]),
  })
  .transform(({ file = "", from = "", to = "", changes, ...bug }) => ({
    ...bug,
    changes: changes.length > 0 ? changes : [{ file, from, to }],
  }));

export type SourceChange = z.infer<typeof changeSchema>;
type SourceBug = z.infer<typeof bugSchema>;

const tableSchema = z.strictObject({ file: z.array(bugSchema), postgres: z.array(bugSchema) });

/** Mistakes in the program's own source, by where the ledger of the histories is that find them. */
export const sourceBugs = tableSchema.parse(
  parse(readFileSync(join(import.meta.dirname, "planted", "planted.yaml"), "utf8")),
);

interface Hunt {
  readonly from: number;
  /** The most histories to try. */
  readonly seeds: number;
  readonly finds: number;
  /** Whether the ledger is in a database. */
  readonly postgres?: boolean;
}

/** Finds the seeds whose histories expose a planted bug, in a process of its own. `compiled` is the program without the bug. */
export async function hunt(
  { changes, emphasis }: Pick<SourceBug, "changes" | "emphasis">,
  compiled: string,
  { from, seeds, finds, postgres = false }: Hunt,
): Promise<number[]> {
  const folder = withChanges(compiled, changes);
  try {
    const flags = ["--from", from, "--seeds", seeds, "--finds", finds, "--every", 1].map(String);
    if (postgres) flags.push("--postgres");
    if (emphasis !== null) flags.push("--emphasis", emphasis);
    const output = await outputOf([join(folder, "test/simulation/simulate.js"), ...flags]);
    return [...output.matchAll(/^seed (\d+): /gm)].map(([, seed]) => Number(seed));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures how many histories it takes to find each planted bug, or each that only a ledger in a database can have. */
export async function huntAll(from: number, postgres: boolean, tell: (line: string) => void): Promise<void> {
  const most = postgres ? { from, seeds: 2_000, finds: 3, postgres } : { from, seeds: 40_000, finds: 15 };
  const compiled = compileAll();
  for (const bug of postgres ? sourceBugs.postgres : sourceBugs.file) {
    const found = await hunt(bug, compiled, most);
    const gaps = found.map((seed, index) => seed - (found[index - 1] ?? from - 1)).sort((a, b) => a - b);
    tell(`| ${bug.name} | ${gaps[gaps.length >> 1] ?? "not found"} |`);
  }
  rmSync(compiled, { recursive: true });
}

function outputOf(command: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => child.on("error", reject).on("close", () => resolve(output)));
}
