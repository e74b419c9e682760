// Aligns recordings as the command does, one after another in one thread, and prints for each the processor time in s: for the first one with the
// start of the thread and of the speech engine.
import { createReadStream, readFileSync } from "node:fs";
import process from "node:process";
import { openAligner } from "../../../src/lessons/align/aligner.ts";

const [lang = "", ...files] = process.argv.slice(2);
const aligner = openAligner();
const seconds = [];
for (let at = 0; at < files.length; at += 2) {
  const [sound = "", script = ""] = files.slice(at);
  const before = process.cpuUsage();
  const { level } = await aligner.align({
    lang,
    script: JSON.parse(readFileSync(script, "utf8")),
    sound: createReadStream(sound),
  });
  if (level !== "sentences") throw new Error(`${sound} was not aligned: ${level}`);
  const { user, system } = process.cpuUsage(before);
  seconds.push((user + system) / 1e6);
}
await aligner.close();
process.stdout.write(JSON.stringify(seconds));
