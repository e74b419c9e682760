import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { StepTable } from "./step-table.ts";
import type { NodeMajor } from "./wine.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Which of Windows' Nodes is walked with. */
    readonly major: NodeMajor;
    /** The folder in which the packed program is installed. */
    readonly app: string;
  }
}

const majors: readonly NodeMajor[] = ["20", "22"];

/** The walk once with each Node, at once. */
export default defineConfig({
  root: join(import.meta.dirname, "..", ".."),
  test: {
    globalSetup: [join(import.meta.dirname, "install.ts")],
    projects: majors.map((major) => ({
      test: {
        name: `Node ${major}`,
        include: ["test/windows/walk.test.ts"],
        setupFiles: [join(import.meta.dirname, "..", "tidy-up.ts")],
        provide: { major },
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 120_000 } },
      },
    })),
    reporters: ["default", new StepTable(majors)],
  },
});
