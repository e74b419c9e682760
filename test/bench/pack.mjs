// Binds the recordings of a folder into a package beside it, and says how long that took, how much memory and how large it is.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writePackage } from "../../dist/package/write-package.js";
import { realFiles } from "../../dist/shared/real-files.js";

const [folder = ""] = process.argv.slice(2);
const text = "Ana va al mercado y compra pan. El tren llega tarde, pero ella no tiene prisa.\n\n".repeat(12);
const lessons = readdirSync(folder).map((name) => {
  const path = join(folder, name);
  const bytes = readFileSync(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return {
    ...{ job: `${name}.es.2`, topicId: name, topic: name, lang: "es", difficulty: 2, length: "short" },
    ...{ storyId: name, credits: 25, title: `La lección ${name}`, text },
    words: [{ word: "pan", gloss: "bread" }],
    book: { path, bytes: bytes.length, sha256, contentType: "audio/mpeg" },
  };
});
const course = {
  ...{ course: "bench", title: "Bench", description: null, publisher: null, license: null, edition: "1" },
  ...{ reader: "en", service: "local", rehearsal: true, formats: ["web", "words"], audio: "link" },
  ...{ lessons, gaps: [], cover: null },
};
const path = `${folder}.zip`;
const start = performance.now();
const { bytes } = await writePackage(course, { path, files: realFiles });
const ms = performance.now() - start;
rmSync(path);
process.stdout.write(JSON.stringify({ ms, bytes, peakBytes: process.resourceUsage().maxRSS * 1024 }));
