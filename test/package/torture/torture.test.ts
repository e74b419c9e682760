import { beforeAll, describe, expect, test } from "vitest";
import { fileFolder } from "../../fixtures.ts";
import { packageOf } from "../bound.ts";
import type { Archive } from "../fixtures.ts";
import { hostileAsText, hostileWords, scriptStories, tortureCourse } from "./torture-course.ts";

// C0 and C1 except tab and line ends, lone surrogates, noncharacters, bidi controls that reorder their neighbours.
const unclean =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/u;

describe("a course of everything that breaks packages", () => {
  let files: Archive;

  // Every second lesson has a recording.
  beforeAll(async () => {
    files = await packageOf((book) => tortureCourse(book), fileFolder());
  });

  test("is bound completely, with every hostile text as text in its manifest", () => {
    const manifest = files.json("publisher/manifest.json");
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
    for (const path of files.keys()) expect(path).toMatch(/^[A-Za-z0-9./-]+$/);
  });

  test("leaves no character in any text file that breaks a line or changes its direction", () => {
    const texts = [...files].filter(([path]) => /\.(html|json|csv|txt|xml|css|js|svg)$/.test(path));
    expect(texts.length).toBeGreaterThan(40);
    for (const [path, bytes] of texts) expect(path + (unclean.exec(String(bytes))?.[0] ?? "")).toBe(path);
  });
});
