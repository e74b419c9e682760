import { readdir, stat } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { clockTime } from "../messages/instants.ts";

/** Soon enough for somebody who has just saved a file, and no burden. */
const lookMs = 500;
/** Plans, and what a plan can name. */
const kinds: ReadonlySet<string> = new Set([
  ...[".yaml", ".yml", ".csv", ".tsv", ".txt", ".xlsx", ".png", ".jpg", ".jpeg"],
]);
/** What runs write and others install is no part of a plan. */
const skipped: ReadonlySet<string> = new Set(["out", "node_modules"]);
const depthMost = 4;

/** Repeats a check whenever the plan or a file beside it has changed, until the user stops it; the result is that of the last one. */
export async function watchPlan(
  file: string,
  checkOnce: () => Promise<CommandResult>,
  { io, interrupt, world }: Context,
): Promise<CommandResult> {
  for (;;) {
    const seen = await stateOf(dirname(file));
    const result = await checkOnce();
    io.note(`${clockTime(world.now())}  watching; Ctrl-C ends it`);
    while ((await stateOf(dirname(file))) === seen) {
      await world.sleep(lookMs, interrupt);
      if (interrupt.aborted) return result;
    }
  }
}

/** The sizes and times of the files that a plan may depend on, as text to compare. */
async function stateOf(folder: string, depth = 0): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const states = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        const isPart = depth < depthMost && !skipped.has(entry.name) && !entry.name.startsWith(".");
        return isPart ? stateOf(path, depth + 1) : "";
      }
      if (!kinds.has(extname(entry.name).toLowerCase())) return "";
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return `${path} ${size} ${mtimeMs}`;
    }),
  );
  return states.filter((one) => one !== "").join("\n");
}
