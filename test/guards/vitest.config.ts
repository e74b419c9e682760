import { join } from "node:path";
import process from "node:process";
import {
  defineConfig,
  type Plugin,
  type TestProjectConfiguration,
  type UserWorkspaceConfig,
} from "vitest/config";
import { type Guard, guards, withoutGuard } from "./guards.ts";
import { Verdicts, whole } from "./verdicts.ts";

const root = join(import.meta.dirname, "..", "..");
const only = process.env.GUARDS_ONLY;
const chosen = guards.filter(({ name }) => only === undefined || name.includes(only));

/** One project for each guard, with the program without it; and two with the complete program, in which all of them share what is loaded. */
export default defineConfig({
  root,
  test: {
    projects: [
      ...wholes(),
      ...chosen.map((guard) => {
        const { name, test, title } = guard;
        return projectOf(name, [test], title === undefined ? [] : [title], [withoutGuard(guard)]);
      }),
    ],
    maxWorkers: 2,
    reporters: [new Verdicts()],
  },
});

/** Whole files in one, and the titles that are named in the other, as a project has one pattern for all of its files. */
function wholes(): TestProjectConfiguration[] {
  const [titled, others] = [true, false].map((isTitled) =>
    chosen.filter(({ title }) => (title !== undefined) === isTitled),
  );
  const filesOf = (some: readonly Guard[] = []): string[] => [...new Set(some.map(({ test }) => test))];
  const titles = [...new Set(titled?.map(({ title = "" }) => title))];
  return [
    projectOf(`${whole} by title`, filesOf(titled), titles, []),
    projectOf(whole, filesOf(others), [], []),
  ].filter(({ test }) => test?.include?.length !== 0);
}

function projectOf(
  name: string,
  files: readonly string[],
  titles: readonly string[],
  plugins: Plugin[],
): UserWorkspaceConfig {
  const literal = titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = titles.length === 0 ? {} : { testNamePattern: literal.join("|") };
  // A project has none of the settings above: with Vitest's own limit of 5 s, a busy machine would look like a missing guard.
  const time = { testTimeout: 120_000, hookTimeout: 120_000 };
  const setupFiles = [join(root, "test", "tidy-up.ts")];
  const include = files.map((file) => `test/${file}`);
  return { plugins, test: { name, include, ...pattern, ...time, setupFiles } };
}
