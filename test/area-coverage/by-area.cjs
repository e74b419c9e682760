const { relative, resolve } = require("node:path");

const source = resolve(__dirname, "../../src");

/** A reporter of Istanbul's that prints one line for each folder of `src`: what the tests of this run passed through within their own process. */
module.exports = class CoverageByArea {
  /** @param {{ getTree(name: "flat"): { visit(visitor: object): void } }} context */
  execute(context) {
    /** @type {Map<string, { lines: [number, number], branches: [number, number] }>} */
    const areas = new Map();
    context.getTree("flat").visit({
      /** @param {{ getFileCoverage(): { path: string }, getCoverageSummary(): Record<"lines" | "branches", { covered: number, total: number }> }} file */
      onDetail(file) {
        const [folder, ...below] = relative(source, file.getFileCoverage().path).split(/[\\/]/);
        const area = below.length === 0 ? "(top level)" : folder;
        const sums = areas.get(area) ?? { lines: [0, 0], branches: [0, 0] };
        const summary = file.getCoverageSummary();
        for (const kind of /** @type {const} */ (["lines", "branches"])) {
          sums[kind][0] += summary[kind].covered;
          sums[kind][1] += summary[kind].total;
        }
        areas.set(area, sums);
      },
    });
    const all = { lines: [0, 0], branches: [0, 0] };
    for (const { lines, branches } of areas.values()) {
      for (const index of [0, 1]) {
        all.lines[index] += lines[index];
        all.branches[index] += branches[index];
      }
    }
    const rows = [...areas].sort(([a], [b]) => (a < b ? -1 : 1));
    print("Coverage by area, without what the built command passed through:");
    print(`${"".padEnd(16)}${"lines".padStart(8)}${"branches".padStart(10)}`);
    for (const [area, { lines, branches }] of [...rows, ["all", all]])
      print(`${area.padEnd(16)}${share(lines).padStart(8)}${share(branches).padStart(10)}`);
  }
};

/** @param {number[]} counts */
const share = ([covered, total]) => (total === 0 ? "-" : `${((100 * covered) / total).toFixed(1)} %`);

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);
