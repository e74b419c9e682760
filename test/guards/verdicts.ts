import { writeFileSync } from "node:fs";
import process from "node:process";
import type { Reporter, TestModule } from "vitest/node";

/** The results of a project's tests. */
export interface Verdict {
  readonly passed: number;
  /** Tests that failed. */
  readonly failed: number;
  /** Files that could not be loaded, or hooks that failed, which prove nothing. */
  readonly broken: readonly string[];
}

/** Writes the results of each project's tests to the file named by GUARDS_VERDICTS. */
export class Verdicts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const verdicts: Record<string, Verdict> = {};
    for (const module of modules) {
      const { passed, failed, broken } = verdicts[module.project.name] ?? {
        passed: 0,
        failed: 0,
        broken: [],
      };
      const states = [...module.children.allTests()].map((test) => test.result().state);
      const errors = module.errors().map(({ message }) => message);
      verdicts[module.project.name] = {
        passed: passed + states.filter((state) => state === "passed").length,
        failed: failed + states.filter((state) => state === "failed").length,
        broken: [...broken, ...errors],
      };
    }
    writeFileSync(process.env.GUARDS_VERDICTS ?? "/dev/stdout", JSON.stringify(verdicts, null, 1));
  }
}
