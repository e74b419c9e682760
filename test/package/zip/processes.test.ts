import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SavedAlignment } from "../../../src/lessons/align/alignment.ts";
import type { BookFile, Course, SoundFormat } from "../../../src/package/contents/course.ts";
import type { WrittenPackage } from "../../../src/package/write-package.ts";
import { packageFormats } from "../../../src/plan/names.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { otherNodes } from "../../tools.ts";
import { compilePackage } from "../compiled.ts";
import { course, lesson, saveBook, silence, spoken, unzip } from "../fixtures.ts";
import { babble, mp3Of } from "../sentence-sounds/fixtures.ts";
import { tortureCourse } from "../torture/torture-course.ts";

// Writes the package of course.json beside it, and prints what it wrote and its peak memory.
const program = `import { readFile } from "node:fs/promises";
import { writePackage } from "./package/write-package.js";
import { realFiles } from "./shared/files/real-files.js";
const course = JSON.parse(await readFile(process.argv[2], "utf8"));
const written = await writePackage(course, { path: process.argv[3], files: realFiles });
console.log(JSON.stringify({ ...written, peakBytes: process.resourceUsage().maxRSS * 1024 }));
`;

const { path: folder, dispose } = temporaryFolder();

beforeAll(() => compilePackage(folder));
afterAll(dispose);

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
  await writeFile(join(folder, "bind.js"), program);
  const { stdout } = await promisify(execFile)(
    what.node ?? process.execPath,
    [join(folder, "bind.js"), join(folder, "course.json"), join(folder, name)],
    { env: { ...process.env, ...what.env } },
  );
  return JSON.parse(stdout) as Told;
}

const choices: readonly (readonly SoundFormat[])[] = [
  [],
  ["epub", "cartridge", "scorm", "anki", "sentences"],
];

/** A course with everything, in every format. Its recordings have saved times, because computed ones differ slightly between machines. */
function everything(book: BookFile, soundIn: readonly SoundFormat[]): Course {
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

/** A recording of forty seconds, from which sentences can be cut. */
async function recording(): Promise<BookFile> {
  const mp3 = await mp3Of(babble(40, 24_000), { rate: 24_000, channels: 1, bitrate: 48 });
  return saveBook(join(folder, "book"), mp3, "audio/mpeg");
}

describe("binding in a separate process", () => {
  test.each(choices.map((soundIn) => ({ soundIn })))(
    "writes the same bytes in another time zone and locale, and with another Node, with the sound in $soundIn",
    async ({ soundIn }) => {
      const made = everything(await recording(), soundIn);
      const zip = await readFile(
        (await bindInProcess({ course: made, name: "here.zip", env: { TZ: "UTC", LC_ALL: "C" } })).path,
      );
      for (const there of [
        { env: { TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" } },
        { env: { TZ: "America/St_Johns", LC_ALL: "ar_EG.UTF-8", LANG: "ar_EG.UTF-8" } },
        ...otherNodes().map(([, node]) => ({ node })),
      ]) {
        const { path } = await bindInProcess({ course: made, name: "there.zip", ...there });
        expect((await readFile(path)).equals(zip), JSON.stringify(there)).toBe(true);
      }
      expect(zip.length).toBeGreaterThan(200_000);
      const kinds = [...(await unzip(zip)).keys()].map(
        (path) => /(?:web|print|teacher|scorm12|text|audio)(?=\/)|[^/.]*\.[a-z0-9]+$/.exec(path)?.[0] ?? path,
      );
      const volume = ["text", "audio", "web", "print", "teacher", "scorm12", "words.csv"];
      const archives = [
        "es-2.epub",
        "es-2.apkg",
        "es-2-cc11.imscc",
        "es-2-cc12.imscc",
        "moodle-questions.xml",
      ];
      expect(kinds).toEqual(expect.arrayContaining([...volume, ...archives]));
    },
  );

  test("takes memory for one recording, not for the whole package", async () => {
    const silent = await saveBook(join(folder, "book"), silence(10_000), "audio/mpeg");
    const lessons = (count: number) =>
      Array.from({ length: count }, (_, index) => lesson({ topicId: `topic-${index}`, book: silent }));
    const few = await bindInProcess({ course: course({ lessons: lessons(5) }), name: "few.zip" });
    const many = await bindInProcess({ course: course({ lessons: lessons(60) }), name: "many.zip" });
    expect(many.bytes).toBeGreaterThan(250_000_000);
    expect(many.peakBytes).toBeLessThan(300_000_000);
    expect(many.peakBytes - few.peakBytes).toBeLessThan(100_000_000);
  });

  test("takes no more if every archive of a long volume contains the sound", async () => {
    const silent = await saveBook(join(folder, "book"), silence(10_000), "audio/mpeg");
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
