// One way of reading a long ledger, in a process of its own so that its memory is its own, with the built code, as a command would.
import { readFileSync } from "node:fs";
import { foldFileLedger } from "../../src/ledger/file/file-ledger.ts";
import { LogReader } from "../../src/ledger/file/read-log.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";

const [way = "", path = ""] = process.argv.slice(2);
const ways = { parse, verify, fold };
const start = performance.now();
await ways[way]();
const ms = performance.now() - start;
process.stdout.write(JSON.stringify({ ms, peakBytes: process.resourceUsage().maxRSS * 1024 }));

function parse() {
  let last = 0;
  for (const line of readFileSync(path, "utf8").split("\n")) if (line !== "") last = JSON.parse(line).seq;
  if (last === 0) throw new Error("nothing parsed");
}

async function verify() {
  const reader = new LogReader(() => undefined);
  for await (const piece of (await realFiles.pieces(path)) ?? []) reader.push(piece);
  if (reader.end().damage !== null) throw new Error("not whole");
}

async function fold() {
  const folding = await foldFileLedger(path, realFiles);
  if (folding?.damage !== null || folding.state.jobs.size === 0) throw new Error("not folded");
}
