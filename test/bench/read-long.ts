// One way of reading a long ledger, in a process of its own so that its memory is its own, with the built code, as a command would.
import { readFileSync } from "node:fs";
import { readLog } from "../../src/ledger/file/read-log.ts";

const [way = "", path = ""] = process.argv.slice(2);
const ways: Readonly<Record<string, () => boolean>> = {
  parse: () => {
    let last = 0;
    for (const line of readFileSync(path, "utf8").split("\n"))
      if (line !== "") last = (JSON.parse(line) as { seq: number }).seq;
    return last > 0;
  },
  fold: () => {
    const { damage, state } = readLog(readFileSync(path));
    return damage === null && state.jobs.size > 0;
  },
};
const start = performance.now();
if (ways[way]?.() !== true) throw new Error(`${way}: the ledger was not read whole`);
const ms = performance.now() - start;
process.stdout.write(JSON.stringify({ ms, peakBytes: process.resourceUsage().maxRSS * 1024 }));
