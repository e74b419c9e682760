import { join } from "node:path";
import { expect, test } from "vitest";
import type { Course } from "../../src/package/contents/course.ts";
import { releaseIn, releaseOf } from "../../src/package/contents/release.ts";
import { writePackage } from "../../src/package/write-package.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { course, lesson, testFolder } from "./fixtures.ts";

const gloss = (text: string): Course =>
  course({ lessons: [lesson({ words: [{ word: "pan", gloss: text }] })] });

test("the same content is the same release, however often and wherever it is packaged", () => {
  const first = releaseOf(gloss("bread"), []);
  expect(first.revision).toBe(1);
  expect(releaseOf(gloss("bread"), [first])).toEqual(first);
  expect(releaseOf(gloss("bread"), [null, first, null])).toEqual(first);
});

test("a corrected gloss is a later release, and so is its reversal", () => {
  const first = releaseOf(gloss("bread"), []);
  const second = releaseOf(gloss("loaf"), [first]);
  const third = releaseOf(gloss("bread"), [first, second]);
  expect([second.revision, third.revision]).toEqual([2, 3]);
  expect(third.content).toBe(first.content);
});

test("the content of a book makes another release, but not its path", () => {
  const at = (path: string, sha256: string) =>
    course({ lessons: [lesson({ book: { path, bytes: 1, sha256, contentType: null } })] });
  const first = releaseOf(at("/a/book.mp3", "a"), []);
  expect(releaseOf(at("/b/book.mp3", "a"), [first])).toEqual(first);
  expect(releaseOf(at("/a/book.mp3", "b"), [first]).revision).toBe(2);
});

test("a package states its release; a missing or broken one, or one of another edition, has none", async () => {
  const folder = await testFolder();
  const release = { content: "a".repeat(64), revision: 7 };
  const { path } = await writePackage(course({ release }), { path: join(folder, "p.zip"), files: realFiles });
  expect(await releaseIn(path, "2026-W47")).toEqual(release);
  expect(await releaseIn(path, "2026-W48")).toBeNull();
  expect(await releaseIn(join(folder, "none.zip"), "2026-W47")).toBeNull();
  expect(await releaseIn(import.meta.filename, "2026-W47")).toBeNull();
});
