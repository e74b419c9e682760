// Aligns one recording as the command does, and prints what it took: the processor time in s, and the memory at its highest in bytes.
import { readFileSync } from "node:fs";
import process from "node:process";
import { openAligner } from "../../../src/lessons/align/aligner.ts";

const [sound = "", script = "", lang = ""] = process.argv.slice(2);
const before = process.cpuUsage();
const aligner = openAligner();
const alignment = await aligner.align({
  lang,
  script: JSON.parse(readFileSync(script, "utf8")),
  sound: piecesOf(readFileSync(sound)),
});
await aligner.close();
const { user, system } = process.cpuUsage(before);
const { maxRSS } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({ level: alignment.level, seconds: (user + system) / 1e6, peak: maxRSS * 1024 }),
);

function* piecesOf(bytes) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
