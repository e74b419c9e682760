import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { writePackage } from "../../../src/package/write-package.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { shareOf } from "../../share.ts";
import { undoAfterFile } from "../../undo.ts";
import { saveBook, silence, testFolder, unzip } from "../fixtures.ts";
import { hostileAsText, hostileWords, longCourse, tortureCourse } from "./torture-course.ts";
import { scriptStories } from "./torture-texts.ts";

// C0 and C1 except tab and line ends, lone surrogates, noncharacters, bidi controls that reorder their neighbours.
const unclean =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/u;

const many = 300 / shareOf(3);

async function written(folder: string, course: Course): Promise<Map<string, Buffer>> {
  const { path } = await writePackage(course, { path: join(folder, "package.zip"), files: realFiles });
  return await unzip(await readFile(path));
}

describe("a course of everything that breaks packages", () => {
  let files: Awaited<ReturnType<typeof written>>;

  // Every second lesson has a recording.
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "coursebinder-"));
    undoAfterFile.push(() => rm(folder, { recursive: true, force: true }));
    files = await written(
      folder,
      tortureCourse(await saveBook(join(folder, "book"), silence(), "audio/mpeg")),
    );
  });

  test("is bound completely, with every hostile text as text in its manifest", () => {
    const manifest = JSON.parse(String(files.get("publisher/manifest.json")));
    expect(manifest).toMatchObject({
      title: hostileAsText("course"),
      description: hostileAsText("description"),
      publisher: hostileAsText("publisher"),
      license: hostileAsText("license"),
      gaps: [{ topic: hostileAsText("gap") }, { topic: "A lake" }],
    });
    expect(manifest.volumes).toHaveLength(scriptStories.length + 1);
    expect(manifest.lessons[0].title).toBe(hostileAsText("title"));
    expect(manifest.lessons[0].words).toHaveLength(hostileWords.length);
    const unused = manifest.lessons.flatMap((lesson: { words: { word: string; used: boolean }[] }) =>
      lesson.words.filter(({ used }) => !used),
    );
    expect(unused).toEqual([]);
  });

  test("leaves no character in any text file that breaks a line or changes its direction", () => {
    const texts = [...files].filter(([path]) => /\.(html|json|csv|txt|xml|css|js|svg)$/.test(path));
    expect(texts.length).toBeGreaterThan(40);
    for (const [path, bytes] of texts) expect(path + (unclean.exec(String(bytes))?.[0] ?? "")).toBe(path);
  });

  test(`with ${many} lessons in a volume gives each its own files`, async () => {
    const long = await written(await testFolder(), longCourse(many));
    expect(long.has(`es-4/web/lesson-${many}.html`)).toBe(true);
    expect(JSON.parse(String(long.get("publisher/manifest.json"))).lessons).toHaveLength(many);
  });
});
