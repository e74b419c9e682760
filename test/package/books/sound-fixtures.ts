import { join } from "node:path";
import { parseBuffer } from "music-metadata";
import { expect } from "vitest";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import { bind as bindCourse } from "../bound.ts";
import { course, lesson, saveBook, testFolder } from "../fixtures.ts";

/** Binds a course with a lesson for each recording. */
export async function bind(
  recordings: readonly Buffer[],
  { as = {}, each = () => ({}) }: { as?: Partial<Course>; each?: (n: number) => Partial<LessonSource> } = {},
): Promise<{ files: Map<string, Buffer>; folder: string; zip: Buffer }> {
  const folder = await testFolder();
  const lessons = await Promise.all(
    recordings.map(async (bytes, n) =>
      lesson({
        topicId: `topic-${n}`,
        ...each(n),
        book: await saveBook(join(folder, `book-${n}`), bytes, "audio/mpeg"),
      }),
    ),
  );
  const { files, zip } = await bindCourse(course({ ...as, lessons }), folder);
  return { files, folder, zip };
}

/** Parses a recording's tags. */
export async function tagsOf(file: Buffer | undefined) {
  const { common, quality, format } = await parseBuffer(file ?? Buffer.alloc(0), "audio/mpeg");
  expect(quality.warnings).toEqual([]);
  return { ...common, format };
}
