import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// What takes minutes begins first, or one core would wait for it at the end. On a clean checkout nothing else tells how long a file takes.
const longest = ["crash/kill", "crash/system-calls", "story/faults", "simulation/planted-bugs"].map((name) =>
  join(import.meta.dirname, "test", `${name}.test.ts`),
);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      longest.includes(moduleId) ? longest.indexOf(moduleId) : longest.length;
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Story tests start real processes and wait for events; the limit only ends a hung one.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Two cores: one for the tests' own processes, one for the services they start.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
