import { readCorrected } from "../run/correct/read-corrected.ts";
import type { PlannedLesson } from "../run/lesson.ts";
import type { Files } from "../shared/files/files.ts";

/** A few at a time: titles of thousands of lessons would open as many files at once. */
const readsAtOnce = 16;

/** The titles of the jobs' saved stories, as corrected, by job; without those that have none, or whose files can't be read. Never rejects. */
export async function lessonTitles(
  lessons: readonly PlannedLesson[],
  courseFolder: { readonly files: Files; readonly folder: string },
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const left = [...lessons].reverse();
  const read = async (): Promise<void> => {
    for (let lesson = left.pop(); lesson !== undefined; lesson = left.pop()) {
      const { job, status } = lesson;
      if (!("story" in status) || status.story.saved === null) continue;
      const story = await readCorrected(status.story, job.id, courseFolder).catch(() => null);
      if (story?.kind === "read" && story.title !== null) titles.set(job.id, story.title);
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, read));
  return titles;
}
