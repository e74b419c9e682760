import { join } from "node:path";
import process from "node:process";
import { defineConfig, type Plugin, type TestProjectConfiguration } from "vitest/config";
import type { Guard } from "./guard.ts";
import { guards, wholeOf } from "./guards.ts";
import { Verdicts } from "./verdicts.ts";
import { withoutGuard } from "./without-guard.ts";

const root = join(import.meta.dirname, "..", "..");
const only = process.env.GUARDS_ONLY;
const chosen = guards.filter(({ name }) => only === undefined || name.includes(only));

const shown = [...new Map(chosen.map((guard) => [wholeOf(guard), guard])).entries()];

/** One project per guard, with the program without it; and one per test file, with the complete program. */
export default defineConfig({
  root,
  test: {
    projects: [
      ...shown.map(([name, guard]) => projectOf(name, guard, [])),
      ...chosen.map((guard) => projectOf(guard.name, guard, [withoutGuard(guard)])),
    ],
    maxWorkers: 2,
    reporters: [new Verdicts()],
  },
});

function projectOf(name: string, { test, title }: Guard, plugins: Plugin[]): TestProjectConfiguration {
  const pattern = title === undefined ? {} : { testNamePattern: title };
  // A project has none of the settings above: with Vitest's own limit of 5 s, a busy machine would look like a missing guard.
  const time = { testTimeout: 120_000, hookTimeout: 120_000 };
  const setupFiles = [join(root, "test", "tidy-up.ts")];
  return { plugins, test: { name, include: [`test/${test}`], ...pattern, ...time, setupFiles } };
}
