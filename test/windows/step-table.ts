import process from "node:process";
import type { Reporter, TestModule } from "vitest/node";

declare module "vitest" {
  interface TaskMeta {
    /** The exit codes of a step's commands, `killed` for one that the test ended, and figures in brackets. */
    exits?: string[];
  }
}

/** Prints a line for each step: the exit codes of its commands with each Node, and figures. */
export class StepTable implements Reporter {
  readonly #columns: readonly string[];

  constructor(majors: readonly string[]) {
    this.#columns = majors.map((major) => `Node ${major}`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = new Map<string, Map<string, string>>();
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        const exits = test.meta().exits?.join(" ") ?? "";
        const cell = state === "passed" ? exits : `${exits} ${state}`.trim();
        const row = rows.get(test.name) ?? new Map<string, string>();
        rows.set(test.name, row.set(module.project.name, cell));
      }
    const lines = [...rows].map(([title, row]) => [
      title,
      ...this.#columns.map((name) => row.get(name) ?? ""),
    ]);
    const table = [["on Windows", ...this.#columns], ...lines];
    const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
    const text = table.map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
    process.stdout.write(`\n${text.join("\n")}\n`);
  }
}
