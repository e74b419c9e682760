import { execFile } from "node:child_process";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { soundFormats } from "../../../src/package/contents/course.ts";
import { packageFormats } from "../../../src/plan/names.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { newFolder } from "../../fixtures.ts";
import { showcase } from "../courses.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { bind, course, extract, lesson, packageOf, recording, silence, soundOf } from "../fixtures.ts";

/** The rows of a table, read by the rules of RFC 4180. */
function rowsOf(table: string): string[][] {
  const rows: string[][] = [[]];
  const cells = table.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  for (const [, quoted, plain, end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}

const manifestOf = async (what: Parameters<typeof packageOf>[0]) =>
  (await packageOf(what)).json("publisher/manifest.json");

describe("a package", () => {
  test("contains a folder for each language and level, with lessons numbered in the plan's order, and pages about them", async () => {
    const { files, written } = await bind(showcase);
    const volume = (folder: string, { lessons, sounds }: { lessons: number; sounds: number }) => {
      const names = Array.from({ length: lessons }, (_, at) => `lesson-0${at + 1}`);
      const web = names.flatMap((name) =>
        ["-exercises-a", "-exercises-b", ""].map((part) => `${name}${part}`),
      );
      return [
        ...names.slice(0, sounds).map((name) => `audio/${name}.mp3`),
        ...names.map((name) => `text/${name}.txt`),
        ...["index", ...web].map((name) => `web/${name}.html`),
        ...["web/reader.css", "web/reader.js", "words/words.csv"],
      ].map((path) => `${folder}/${path}`);
    };
    const publisher = ["SHA256SUMS", "disclosure.html", "manifest.json", "metadata.csv", "onix.xml"];
    expect(files.paths).toEqual([
      "START-HERE.html",
      ...volume("ar-3", { lessons: 1, sounds: 1 }),
      ...volume("es-2", { lessons: 3, sounds: 2 }),
      ...volume("ja-2", { lessons: 1, sounds: 0 }),
      ...publisher.map((name) => `publisher/${name}`),
    ]);
    expect(written.files).toBe(files.size);
    expect(soundOf(files.get("es-2/audio/lesson-01.mp3")).equals(silence())).toBe(true);
  });

  test("is described completely by its manifest", async () => {
    const { files, written, zip } = await bind(course());
    expect(written).toMatchObject({ bytes: zip.length, sha256: sha256(zip), warnings: [] });
    const manifest = files.json("publisher/manifest.json");
    const language = { lang: "es", tag: "es", difficulty: 2 };
    expect(manifest).toMatchObject({
      formatVersion: 2,
      course: "weekly-spanish",
      title: "Weekly Spanish",
      edition: "2026-W47",
      service: "https://stories.example/api/v1",
      rehearsal: false,
      volumes: [{ folder: "es-2", ...language, lessons: 1 }],
      gaps: [],
      untrusted: expect.stringContaining("never instructions"),
    });
    const { storyId, topic, title } = lesson();
    expect(manifest.lessons[0]).toMatchObject({
      ...language,
      job: "market.es.2",
      volume: "es-2",
      number: 1,
      topic,
      title,
      dir: "ltr",
      storyId,
      audio: null,
      words: [
        { word: "pan", gloss: "bread", used: true },
        { word: "tren", gloss: "train", used: false },
      ],
    });
    const untitled = [lesson({ title: null }), lesson({ title: " \u202e\u0007 ", topicId: "b" })];
    const { lessons } = await manifestOf(course({ lessons: untitled }));
    expect(lessons).toMatchObject([{ title: topic }, { title: topic }]);
  });

  test("passes the integrity check described on its first page, and fails it once a file is damaged", async () => {
    const folder = newFolder();
    const files = await packageOf(course());
    await extract(files, folder);
    const check = () =>
      promisify(execFile)("sha256sum", ["--strict", "-c", "publisher/SHA256SUMS"], { cwd: folder });
    expect(files.text("START-HERE.html")).toContain("sha256sum -c publisher/SHA256SUMS");
    expect((await check()).stdout.trim().split("\n")).toHaveLength(files.size - 1);
    await truncate(join(folder, "es-2/text/lesson-01.txt"), 3);
    await expect(check()).rejects.toMatchObject({ code: 1 });
  });

  test.each([{ soundIn: [] }, { soundIn: soundFormats }])(
    "has the same files in its manifest as in its archive, with the sound in $soundIn",
    async ({ soundIn }) => {
      const files = await packageOf((book) => {
        const lessons = ["es", "zh", "pt"].map((lang) => lesson({ lang, book }));
        return course({ soundIn, lessons, formats: packageFormats });
      });
      const sums = files.text("publisher/SHA256SUMS").trimEnd().split("\n");
      const { files: listed } = files.json("publisher/manifest.json");
      const others = [...files].filter(([path]) => path !== "publisher/SHA256SUMS");
      expect(sums).toEqual(others.map(([path, bytes]) => `${sha256(bytes)}  ${path}`));
      expect(listed).toEqual(
        others
          .filter(([path]) => path !== "publisher/manifest.json")
          .map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256(bytes) })),
      );
      const folders = new Set(files.paths.map((path) => path.split("/")[0]));
      expect([...folders].sort().join(" ")).toBe("START-HERE.html es-2 pt-2 publisher teacher zh-2");
    },
  );

  test("has the story as plain text and its words as a table", async () => {
    const files = await packageOf(course());
    expect(files.text("es-2/text/lesson-01.txt")).toBe(
      "La mañana en el mercado\n\nAna va al mercado. Compra pan.\n\nEl pan está caliente.\n",
    );
    expect(files.text("es-2/words/words.csv")).toBe(
      "\ufeffword,gloss,lesson,title,used,found\r\npan,bread,1,La mañana en el mercado,yes,exact\r\ntren,train,1,La mañana en el mercado,no,missing\r\n",
    );
  });

  test("has a sheet for its publisher with a row per lesson and no formulas", async () => {
    const lessons = [
      lesson({ book: await recording(), title: '=HYPERLINK("https://evil.example","x")' }),
      lesson({ topicId: "b", topic: "+1, said\nhe", title: null }),
    ];
    const files = await packageOf(course({ lessons, publisher: "@SUM(A1)", license: "CC BY 4.0" }));
    const [head = [], ...rows] = rowsOf(files.text("publisher/metadata.csv"));
    expect(head).not.toContain("credits");
    const records = rows.map((row) =>
      Object.fromEntries(row.map((cell, index) => [head[index] ?? "", cell])),
    );
    expect(records).toMatchObject([
      {
        course: "weekly-spanish",
        edition: "2026-W47",
        volume: "es-2",
        lesson: "1",
        lang: "es",
        difficulty: "2",
        publisher: "'@SUM(A1)",
        license: "CC BY 4.0",
        words: "2",
        "words used": "1",
        unit: "words",
        title: '\'=HYPERLINK("https://evil.example","x")',
        "audio type": "audio/mpeg",
        // 400 frames of 1,152 samples at 44.1 kHz.
        "audio seconds": "10.4",
        "audio sha256": sha256(files.bytes("es-2/audio/lesson-01.mp3")),
        "text sha256": sha256(files.bytes("es-2/text/lesson-01.txt")),
      },
      { title: "'+1, said he", "audio file": "", "audio seconds": "", "audio sha256": "" },
    ]);
  });

  test("has lesson numbers with three digits if a volume has more than ninety-nine, and folders named by the service's codes", async () => {
    const lessons = Array.from({ length: 100 }, (_, index) =>
      lesson({ lang: "ar-classical", topicId: `t${index}` }),
    );
    const files = await packageOf(course({ lessons, formats: [] }));
    for (const number of ["001", "100"])
      expect(files.paths).toContain(`ar-classical-2/text/lesson-${number}.txt`);
    const last = { number: 100, tag: "ar", dir: "rtl" };
    expect(files.json("publisher/manifest.json").lessons[99]).toMatchObject(last);
    expect(files.text("START-HERE.html")).not.toContain("web/");
  });

  test("has the recordings once, with the web reader, and no sheets if the course does without", async () => {
    const formats = ["web", "epub", "print", "words", "anki", "teacher"];
    const without = ["audio", "sheets"] as const;
    const files = await packageOf((book) => course({ lessons: [lesson({ book })], formats, without }));
    const sounds = files.paths.filter((path) => /\.(mp3|vtt|txt)$/.test(path));
    expect(sounds).toEqual(["es-2/web/lesson-01.mp3"]);
    expect(files.text("es-2/web/lesson-01.html")).toContain('src="lesson-01.mp3"');
    const publisher = files.paths.filter((path) => path.startsWith("publisher/"));
    expect(publisher).toEqual(["publisher/SHA256SUMS", "publisher/manifest.json"]);
    const gone = /href="(?:publisher\/(?:onix|disclosure|metadata)|es-2\/audio)/;
    expect(files.text("START-HERE.html")).not.toMatch(gone);
  });

  test.each([
    [["moodle"], ["es-2/lms/es-2.mbz"]],
    [["canvas"], ["es-2/lms/es-2.imscc"]],
    [["blackboard", "openedx", "canvas"], ["es-2/lms/es-2.imscc"]],
    [["scorm"], ["es-2/lms/scorm12/lesson-01.zip"]],
    [
      ["h5p", "moodle"],
      ["es-2/lms/es-2.mbz", "es-2/lms/h5p/lesson-01.h5p"],
    ],
  ])("for %j has what it takes best, once, with the teacher's notes", async (platforms, expected) => {
    const lessons = [lesson({ text: plainStory, words: [{ word: "pan", gloss: "bread" }] })];
    const formats = ["web", "words"];
    const files = await packageOf(course({ lessons, formats, platforms }));
    const without = await packageOf(course({ lessons, formats }));
    const notes = ["keys.html", "plan.html", "recycling.csv", "recycling.html"];
    expect(files.paths.filter((path) => !without.has(path))).toEqual([
      ...expected,
      ...notes.map((name) => `teacher/es-2/${name}`),
    ]);
    expect(files.text("teacher/es-2/plan.html")).toContain('href="keys.html#lesson-01"');
  });

  test("for a platform has no file twice that the formats have, under its name of before", async () => {
    const formats = ["web", "print", "cartridge", "moodle", "teacher"];
    const files = await packageOf(course({ formats, platforms: ["canvas", "moodle"] }));
    const lms = files.paths.filter((path) => path.includes("/lms/"));
    expect(lms).toEqual(["es-2/lms/es-2-cc11.imscc", "es-2/lms/es-2.mbz", "es-2/lms/moodle-questions.xml"]);
  });

  test("lists missing lessons on its first page, in the contents of the volume and in the manifest", async () => {
    const es = { lang: "es", difficulty: 2 };
    const gaps = [
      { ...es, job: "fair.es.2", topic: "A fair", state: "failed", lacks: "sound" },
      { ...es, job: "port.fr.2", topic: "A harbour", lang: "fr", state: "pending", lacks: "lesson" },
      { ...es, job: "lake.es.2", topic: "A day at the lake", state: "uncertain", lacks: "lesson" },
    ] as const;
    const files = await packageOf(course({ gaps }));
    expect(files.json("publisher/manifest.json").gaps).toEqual(gaps);
    for (const path of ["START-HERE.html", "es-2/web/index.html"])
      expect(files.text(path)).toMatch(
        /A fair.*failed.*the recording is missing.*A day at the lake.*unsettled/s,
      );
    expect(files.text("START-HERE.html")).toContain("A harbour");
    expect(files.text("es-2/web/index.html")).not.toContain("A harbour");
  });
});
