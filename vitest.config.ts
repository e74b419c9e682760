import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// This file is at the top level because `npx vitest` and editors look for it nowhere else.

/**
 * What `npm test` leaves to `npm run test:full`: processes that are killed, PostgreSQL, load, thousands of histories, whatever needs a tool beyond npm
 * (a browser, validators, strace, shells), and what starts the built command. All else, and one journey through that command, is what a contributor
 * runs all day.
 */
const slow = [
  "test/client/interface/*.test.ts",
  "test/{crash,load,simulation,ledger/postgres}/**/*.test.ts",
  "test/guards/guards.test.ts",
  "test/e2e/**/!(first-journey).test.ts",
  "test/desk/!(plan-form|texts).test.ts",
  "test/{cli/documents,library/{consumer,workflows,container/container},package/agreement}.test.ts",
  "test/ledger/file/cut-and-flip.test.ts",
  "test/lessons/align/other-voices.test.ts",
  "test/run/{restore,correct/respoken}.test.ts",
  "test/lessons/revoicing/splice.test.ts",
  "test/package/{epub/{epub-reader,epub-validators},zip/processes}.test.ts",
  "test/package/pages/{heard-stretches,layout,pdf,reader,reader-player,sheets-on-paper,valid-pages}.test.ts",
  "test/package/{formats/readings,lms/scorm}.test.ts",
  "test/story-service/running/{data-folder,models,serve-command,sqlite-drivers}.test.ts",
  "test/story-service/{postgres,store}/*.test.ts",
  "test/story-service/{keys,writers/embedded-writer,recordings/*}.test.ts",
  "test/story-service/operator/{admin-command,older-backup,revoke-all}.test.ts",
  "test/story-service/pages/operator-pages.test.ts",
  "test/shared/make-folder.test.ts",
  "test/story-service/*/{drain,broken-disk,fuzz,browser,restart,sign-in-load,slow-clients}.test.ts",
  "test/story-service/narrators/embedded-narrator.test.ts",
];

// What takes minutes begins first, or one core would wait for it at the end. On a clean checkout nothing else tells how long a file takes.
const longest = [
  "guards/guards",
  "story-service/postgres/operator-on-postgres",
  "e2e/money/faults",
  "package/zip/processes",
  "package/pages/reader-player",
  "simulation/planted/planted-bugs",
  "library/consumer",
  "e2e/first-journey",
  "package/sentence-sounds/cut-sound",
  "package/epub/epub",
  "package/lms/cartridge",
].map((name) => join(import.meta.dirname, "test", `${name}.test.ts`));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      longest.includes(moduleId) ? longest.indexOf(moduleId) : longest.length;
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig(({ mode }) => {
  // Only the root is loaded with the mode of the command line; test processes inherit the variable. Scripts can't set it: cmd.exe has no `NAME=value command`.
  if (mode === "every") process.env.EVERY_PLACE = "1";
  return {
    test: {
      projects: [
        {
          extends: true,
          // Without isolation, modules are loaded once per worker and not once per file: half of the time.
          test: {
            name: "quick",
            include: ["test/**/*.test.ts"],
            exclude: [...slow, "test/windows/**"],
            isolate: false,
            maxWorkers: 2,
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          // Twice the cores: these tests wait a third of the time for processes that wait themselves.
          test: { name: "slow", include: slow, maxWorkers: 4, sequence: { groupOrder: 0 } },
        },
      ],
      setupFiles: [join(import.meta.dirname, "test/tidy-up.ts")],
      // What was built is tested as it is.
      server: { deps: { external: [/\/dist\//] } },
      // Story tests start real processes and wait for events; the limit only ends a hung one.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // What is polled may take more than Vitest's own second on a busy machine.
      expect: { poll: { timeout: 120_000 } },
      sequence: { sequencer: LongestFirst },
    },
  };
});
