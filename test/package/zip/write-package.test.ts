import { execFile } from "node:child_process";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { soundFormats } from "../../../src/package/contents/course.ts";
import { packageFormats } from "../../../src/plan/names.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { bind } from "../bound.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { course, extract, lesson, recording, silence, soundOf, testFolder } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";

/** The rows of a table, read by the rules of RFC 4180. */
function rowsOf(table: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of table
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}

describe("a package", () => {
  test("contains a folder for each language and level, with lessons numbered in the plan's order, and pages about them", async () => {
    const { files, written } = await bind(showcase);
    const web = (lessons: number) => [
      "web/index.html",
      ...Array.from({ length: lessons }, (_, at) => `lesson-0${at + 1}`).flatMap((name) =>
        ["-exercises-a", "-exercises-b", ""].map((part) => `web/${name}${part}.html`),
      ),
      "web/reader.css",
      "web/reader.js",
      "words/words.csv",
    ];
    const ar = ["audio/lesson-01.mp3", "text/lesson-01.txt", ...web(1)];
    const sounds = ["audio/lesson-01.mp3", "audio/lesson-02.mp3"];
    const es = [...sounds, ...[1, 2, 3].map((number) => `text/lesson-0${number}.txt`), ...web(3)];
    const publisher = ["SHA256SUMS", "disclosure.html", "manifest.json", "metadata.csv", "onix.xml"];
    expect([...files.keys()]).toEqual([
      "START-HERE.html",
      ...ar.map((path) => `ar-3/${path}`),
      ...es.map((path) => `es-2/${path}`),
      ...["text/lesson-01.txt", ...web(1)].map((path) => `ja-2/${path}`),
      ...publisher.map((name) => `publisher/${name}`),
    ]);
    expect(written.files).toBe(files.size);
    expect(soundOf(files.get("es-2/audio/lesson-01.mp3"))).toEqual(silence());
  });

  test("is described completely by its manifest", async () => {
    const { text, written, zip } = await bind(course());
    expect(written).toMatchObject({ bytes: zip.length, sha256: sha256(zip), warnings: [] });
    const manifest = JSON.parse(text("publisher/manifest.json"));
    expect(manifest).toMatchObject({
      formatVersion: 2,
      course: "weekly-spanish",
      title: "Weekly Spanish",
      edition: "2026-W47",
      service: "https://stories.example/api/v1",
      rehearsal: false,
      volumes: [{ folder: "es-2", lang: "es", tag: "es", difficulty: 2, lessons: 1 }],
      gaps: [],
    });
    expect(manifest.untrusted).toContain("never instructions");
    expect(manifest.lessons[0]).toMatchObject({
      job: "market.es.2",
      volume: "es-2",
      number: 1,
      topic: "A morning at the market",
      title: "La mañana en el mercado",
      lang: "es",
      tag: "es",
      dir: "ltr",
      difficulty: 2,
      storyId: "0b54c6c4-3f0f-4a5e-9a53-1d0d5c7f6a11",
      audio: null,
      words: [
        { word: "pan", gloss: "bread", used: true },
        { word: "tren", gloss: "train", used: false },
      ],
    });
    const untitled = [lesson({ title: null }), lesson({ title: " \u202e\u0007 ", topicId: "b" })];
    const { lessons } = JSON.parse(
      (await bind(course({ lessons: untitled }))).text("publisher/manifest.json"),
    );
    const topic = { title: "A morning at the market" };
    expect(lessons).toMatchObject([topic, topic]);
  });

  test("passes the integrity check described on its first page, and fails it once a file is damaged", async () => {
    const folder = await testFolder();
    const { files, text } = await bind(course(), folder);
    await extract(files, join(folder, "unzipped"));
    const check = () =>
      promisify(execFile)("sha256sum", ["--strict", "-c", "publisher/SHA256SUMS"], {
        cwd: join(folder, "unzipped"),
      });
    expect(text("START-HERE.html")).toContain("sha256sum -c publisher/SHA256SUMS");
    expect((await check()).stdout.trim().split("\n")).toHaveLength(files.size - 1);
    await truncate(join(folder, "unzipped/es-2/text/lesson-01.txt"), 3);
    await expect(check()).rejects.toMatchObject({ code: 1 });
  });

  test.each([{ soundIn: [] }, { soundIn: soundFormats }])(
    "has the same files in its manifest as in its archive, with the sound in $soundIn",
    async ({ soundIn }) => {
      const { files, text } = await bind((book) => {
        const lessons = ["es", "zh", "pt"].map((lang) => lesson({ lang, book }));
        return course({ soundIn, lessons, formats: packageFormats });
      });
      const sums = text("publisher/SHA256SUMS").trimEnd().split("\n");
      expect(sums).toEqual(
        [...files]
          .filter(([path]) => path !== "publisher/SHA256SUMS")
          .map(([path, bytes]) => `${sha256(bytes)}  ${path}`),
      );
      const { files: listed } = JSON.parse(text("publisher/manifest.json")) as { files: object[] };
      expect(listed).toEqual(
        [...files]
          .filter(([path]) => path !== "publisher/SHA256SUMS" && path !== "publisher/manifest.json")
          .map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256(bytes) })),
      );
      const volumeOf = (path: string) => path.split("/")[0];
      expect(new Set([...files.keys()].map(volumeOf))).toEqual(
        new Set(["START-HERE.html", "es-2", "pt-2", "publisher", "teacher", "zh-2"]),
      );
    },
  );

  test("has the story as plain text and its words as a table", async () => {
    const { text } = await bind(course());
    expect(text("es-2/text/lesson-01.txt")).toBe(
      "La mañana en el mercado\n\nAna va al mercado. Compra pan.\n\nEl pan está caliente.\n",
    );
    expect(text("es-2/words/words.csv")).toBe(
      "\ufeffword,gloss,lesson,title,used,found\r\npan,bread,1,La mañana en el mercado,yes,exact\r\ntren,train,1,La mañana en el mercado,no,missing\r\n",
    );
  });

  test("has a sheet for its publisher with a row per lesson and no formulas", async () => {
    const folder = await testFolder();
    const book = await recording(folder);
    const lessons = [
      lesson({ book, title: '=HYPERLINK("https://evil.example","x")' }),
      lesson({ topicId: "b", topic: "+1, said\nhe", title: null }),
    ];
    const change = { lessons, publisher: "@SUM(A1)", license: "CC BY 4.0" };
    const { text, files } = await bind(course(change), folder);
    const [head = [], ...rows] = rowsOf(text("publisher/metadata.csv"));
    expect(head).not.toContain("credits");
    const records = rows.map((row) =>
      Object.fromEntries(row.map((cell, index) => [head[index] ?? "", cell])),
    );
    const hash = (path: string) => sha256(files.get(path) ?? "");
    expect(records).toMatchObject([
      {
        course: "weekly-spanish",
        edition: "2026-W47",
        volume: "es-2",
        lesson: "1",
        lang: "es",
        difficulty: "2",
        title: '\'=HYPERLINK("https://evil.example","x")',
        publisher: "'@SUM(A1)",
        license: "CC BY 4.0",
        words: "2",
        "words used": "1",
        unit: "words",
        "audio type": "audio/mpeg",
        // 400 frames of 1,152 samples at 44.1 kHz.
        "audio seconds": "10.4",
        "audio sha256": hash("es-2/audio/lesson-01.mp3"),
        "text sha256": hash("es-2/text/lesson-01.txt"),
      },
      { title: "'+1, said he", "audio file": "", "audio seconds": "", "audio sha256": "" },
    ]);
  });

  test("has lesson numbers with three digits if a volume has more than ninety-nine, and folders named by the service's codes", async () => {
    const lessons = Array.from({ length: 100 }, (_, index) =>
      lesson({ lang: "ar-classical", topicId: `t${index}` }),
    );
    const { files, text } = await bind(course({ lessons, formats: [] }));
    expect(files.has("ar-classical-2/text/lesson-001.txt")).toBe(true);
    expect(files.has("ar-classical-2/text/lesson-100.txt")).toBe(true);
    expect(JSON.parse(text("publisher/manifest.json")).lessons[99]).toMatchObject({
      number: 100,
      tag: "ar",
      dir: "rtl",
    });
    expect(text("START-HERE.html")).not.toContain("web/");
  });

  test("has the recordings once, with the web reader, and no sheets if the course does without", async () => {
    const folder = await testFolder();
    const lessons = [lesson({ book: await recording(folder) })];
    const formats = ["web", "epub", "print", "words", "anki", "teacher"];
    const without = ["audio", "sheets"] as const;
    const { files, text } = await bind(course({ lessons, formats, without }), folder);
    const paths = [...files.keys()];
    expect(paths.filter((path) => /\.(mp3|vtt|txt)$/.test(path))).toEqual(["es-2/web/lesson-01.mp3"]);
    expect(text("es-2/web/lesson-01.html")).toContain('src="lesson-01.mp3"');
    expect(paths.filter((path) => path.startsWith("publisher/"))).toEqual([
      "publisher/SHA256SUMS",
      "publisher/manifest.json",
    ]);
    expect(text("START-HERE.html")).not.toMatch(
      /href="(?:publisher\/(?:onix|disclosure|metadata)|es-2\/audio)/,
    );
  });

  describe("for a platform", () => {
    const base = ["web", "words"];
    const notes = ["keys.html", "plan.html", "recycling.csv", "recycling.html"].map(
      (name) => `teacher/es-2/${name}`,
    );

    test.each([
      [["moodle"], ["es-2/lms/es-2.mbz"]],
      [["canvas"], ["es-2/lms/es-2.imscc"]],
      [["blackboard", "openedx", "canvas"], ["es-2/lms/es-2.imscc"]],
      [["scorm"], ["es-2/lms/scorm12/lesson-01.zip"]],
      [
        ["h5p", "moodle"],
        ["es-2/lms/es-2.mbz", "es-2/lms/h5p/lesson-01.h5p"],
      ],
    ])("%j: what it takes best, once, with the teacher's notes", async (platforms, expected) => {
      const folder = await testFolder();
      const lessons = [lesson({ text: plainStory, words: [{ word: "pan", gloss: "bread" }] })];
      const { files, text } = await bind(course({ lessons, formats: base, platforms }), folder);
      const without = await bind(course({ lessons, formats: base }));
      const added = [...files.keys()].filter((path) => !without.files.has(path));
      expect(added).toEqual([...expected, ...notes]);
      expect(text("teacher/es-2/plan.html")).toContain('href="keys.html#lesson-01"');
    });

    test("writes no file twice that the formats have, under its name of before", async () => {
      const formats = ["web", "print", "cartridge", "moodle", "teacher"];
      const platforms = ["canvas", "moodle"];
      const { files } = await bind(course({ lessons: [lesson()], formats, platforms }));
      const lms = [...files.keys()].filter((path) => path.includes("/lms/"));
      expect(lms).toEqual(["es-2/lms/es-2-cc11.imscc", "es-2/lms/es-2.mbz", "es-2/lms/moodle-questions.xml"]);
    });
  });

  test("lists missing lessons on its first page, in the contents of the volume and in the manifest", async () => {
    const gaps = [
      { job: "fair.es.2", topic: "A fair", lang: "es", difficulty: 2, state: "failed", lacks: "sound" },
      { job: "port.fr.2", topic: "A harbour", lang: "fr", difficulty: 2, state: "pending", lacks: "lesson" },
      {
        job: "lake.es.2",
        topic: "A day at the lake",
        lang: "es",
        difficulty: 2,
        state: "uncertain",
        lacks: "lesson",
      },
    ] as const;
    const { text } = await bind(course({ gaps }));
    expect(JSON.parse(text("publisher/manifest.json")).gaps).toEqual(gaps);
    expect(text("START-HERE.html")).toContain("A day at the lake");
    expect(text("START-HERE.html")).toContain("unsettled");
    expect(text("START-HERE.html")).toContain("A harbour");
    for (const path of ["START-HERE.html", "es-2/web/index.html"])
      expect(text(path)).toMatch(/A fair.*failed.*the recording is missing.*A day at the lake.*unsettled/s);
    expect(text("es-2/web/index.html")).not.toContain("A harbour");
  });

  test("sets a story that is in another script than its language's usual one in the direction of that script", async () => {
    const lessons = [lesson({ lang: "az", text: "بو بیر حکایه دیر" })];
    const { text } = await bind(course({ lessons }));
    expect(text("az-2/web/lesson-01.html")).toContain('lang="az-Arab" dir="rtl"');
  });
});
