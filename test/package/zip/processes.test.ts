import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { SavedAlignment } from "../../../src/lessons/align/alignment.ts";
import type { BookFile, Course } from "../../../src/package/contents/course.ts";
import type { WrittenPackage } from "../../../src/package/write-package.ts";
import { packageFormats } from "../../../src/plan/names.ts";
import { fileFolder } from "../../fixtures.ts";
import { otherNodes } from "../../tools.ts";
import { tortureCourse } from "../courses.ts";
import { course, lesson, recording, silence, spoken } from "../fixtures.ts";
import { babbled } from "../sentence-sounds/fixtures.ts";

const root = join(import.meta.dirname, "../../..");
const tsx = import.meta.resolve("tsx");

// Writes the package of course.json beside it, and prints what it wrote and its peak memory.
const program = `import { readFileSync } from "node:fs";
import { writePackage } from "${join(root, "src/package/write-package.ts")}";
import { realFiles } from "${join(root, "src/shared/files/real-files.ts")}";
const course = JSON.parse(readFileSync(process.argv[2], "utf8"));
const written = await writePackage(course, { path: process.argv[3], files: realFiles });
console.log(JSON.stringify({ ...written, peakBytes: process.resourceUsage().maxRSS * 1024 }));
`;

const folder = fileFolder();

interface Told extends WrittenPackage {
  readonly peakBytes: number;
}

async function bindInProcess(what: {
  course: Course;
  name: string;
  env?: object;
  node?: string;
}): Promise<Told> {
  const { name } = what;
  await writeFile(join(folder, "course.json"), JSON.stringify(what.course));
  await writeFile(join(folder, "bind.mts"), program);
  const { stdout } = await promisify(execFile)(
    what.node ?? process.execPath,
    ["--import", tsx, join(folder, "bind.mts"), join(folder, "course.json"), join(folder, name)],
    { env: { ...process.env, ...what.env } },
  );
  return JSON.parse(stdout) as Told;
}

/** A course with everything, in every format. Its recordings have saved times, because computed ones differ slightly between machines. */
function everything(book: BookFile): Course {
  const soundIn = ["epub", "cartridge", "scorm", "anki", "sentences"] as const;
  const made = spoken(tortureCourse(book, { soundIn, formats: packageFormats }));
  return {
    ...made,
    lessons: made.lessons.map(({ times, ...lesson }) => ({
      ...lesson,
      times: times == null ? null : uneven(times),
    })),
  };
}

function uneven(times: SavedAlignment): SavedAlignment {
  const sentences = times.sentences.map((one, index) => ({
    ...one,
    startMs: one.startMs + Math.sin(index + 1) ** 2 * 20,
    endMs: one.endMs + Math.cos(index + 1) ** 2 * 20,
  }));
  return { ...times, sentences };
}

describe("binding in a separate process", () => {
  test("writes the same bytes in another time zone and locale, and with another Node", async () => {
    const made = everything(await recording(folder, await babbled(40)));
    const zip = await readFile(
      (await bindInProcess({ course: made, name: "here.zip", env: { TZ: "UTC", LC_ALL: "C" } })).path,
    );
    const nodes = otherNodes().map(([, node]) => node);
    // Each other Node in another place, which is told if the bytes differ.
    for (const [index, env] of [
      { TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" },
      { TZ: "America/St_Johns", LC_ALL: "ar_EG.UTF-8", LANG: "ar_EG.UTF-8" },
    ].entries()) {
      const there = { env, node: nodes[index] ?? process.execPath };
      const { path } = await bindInProcess({ course: made, name: "there.zip", ...there });
      expect((await readFile(path)).equals(zip), JSON.stringify(there)).toBe(true);
    }
    expect(zip.length).toBeGreaterThan(2_000_000);
  });

  test("takes memory for one recording, not for the whole package, even if every archive of a long volume contains the sound", async () => {
    const silent = await recording(folder, silence(10_000));
    const lessons = Array.from({ length: 40 }, (_, index) =>
      lesson({ topicId: `topic-${index}`, book: silent }),
    );
    const long = course({
      lessons,
      soundIn: ["epub", "cartridge", "scorm", "anki"],
      formats: ["epub", "cartridge"],
    });
    const told = await bindInProcess({ course: long, name: "long.zip" });
    expect(told.bytes).toBeGreaterThan(450_000_000);
    expect(told.peakBytes).toBeLessThan(300_000_000);
  });
});
