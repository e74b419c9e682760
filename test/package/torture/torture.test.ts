import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writePackage } from "../../../src/package/write-package.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { saveBook, silence, testFolder, unzip } from "../fixtures.ts";
import { hostileAsText, hostileWords, longCourse, tortureCourse } from "./torture-course.ts";
import { scriptStories } from "./torture-texts.ts";

// C0 and C1 except tab and line ends, lone surrogates, noncharacters, bidi controls that reorder their neighbours.
const unclean =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/u;

async function written(make: (folder: string) => Promise<Parameters<typeof writePackage>[0]>) {
  const folder = await testFolder();
  const { path } = await writePackage(await make(folder), {
    path: join(folder, "package.zip"),
    files: realFiles,
  });
  return await unzip(await readFile(path));
}

describe("a course of everything that breaks packages", () => {
  test("is bound completely, with every hostile text as text in its manifest", async () => {
    const files = await written(async (folder) =>
      tortureCourse(await saveBook(join(folder, "book"), silence(), "audio/mpeg")),
    );
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

  test("leaves no character in any text file that breaks a line or changes its direction", async () => {
    const files = await written(async () => tortureCourse(null));
    const texts = [...files].filter(([path]) => /\.(html|json|csv|txt|xml|css|js|svg)$/.test(path));
    expect(texts.length).toBeGreaterThan(40);
    for (const [path, bytes] of texts) expect(path + (unclean.exec(String(bytes))?.[0] ?? "")).toBe(path);
  });

  test("with three hundred lessons in a volume gives each its own files", async () => {
    const files = await written(async () => longCourse(300));
    expect(files.has("es-4/web/lesson-300.html")).toBe(true);
    expect(JSON.parse(String(files.get("publisher/manifest.json"))).lessons).toHaveLength(300);
  });
});
