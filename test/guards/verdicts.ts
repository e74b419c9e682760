import { writeFileSync } from "node:fs";
import process from "node:process";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** The project in which every guard is in its place. */
export const whole = "every guard in its place";

/** The results of a project's tests. */
export interface Verdict {
  /** The file below `test` and the title of each test that passed. */
  readonly passed: readonly string[];
  /** Tests that failed: the title of each, and why. */
  readonly failed: readonly string[];
  /** Files that could not be loaded, or hooks that failed, which prove nothing. */
  readonly broken: readonly string[];
}

/** Writes the results of each project's tests to the file named by GUARDS_VERDICTS. */
export class Verdicts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const verdicts: Record<string, Verdict> = {};
    for (const module of modules) {
      const { passed, failed, broken } = verdicts[module.project.name] ?? {
        passed: [],
        failed: [],
        broken: [],
      };
      const tests = [...module.children.allTests()];
      const errors = module.errors().map(({ message }) => message);
      verdicts[module.project.name] = {
        passed: [
          ...passed,
          ...tests
            .filter((test) => test.result().state === "passed")
            .map(({ fullName }) => `${module.relativeModuleId.replace(/^test\//, "")} ${fullName}`),
        ],
        failed: [...failed, ...tests.flatMap(failureOf)],
        broken: [...broken, ...errors],
      };
    }
    writeFileSync(process.env.GUARDS_VERDICTS ?? "/dev/stdout", JSON.stringify(verdicts, null, 1));
  }
}

function failureOf(test: TestCase): string[] {
  const { state, errors = [] } = test.result();
  return state === "failed" ? [[test.fullName, ...errors.map(({ message }) => message)].join("\n")] : [];
}
