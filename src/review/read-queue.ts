import type { CourseNow } from "./desk-course.ts";
import type { QueueDocument } from "./documents.ts";
import type { LessonMeans } from "./lesson-document.ts";
import { queueDocument } from "./queue-document.ts";

/** The course's queue as it is now. `known`: the course, if it was just read. */
export async function readQueue(
  { course, describe }: Pick<LessonMeans, "course" | "describe">,
  known: CourseNow | null = null,
): Promise<QueueDocument> {
  const now = known ?? (await course.now());
  const quality = await course.quality(now);
  const { plan, reviews } = now;
  return queueDocument({
    plan,
    required: course.required,
    planned: plan.jobs.length,
    reviews,
    findings: quality?.findings ?? [],
    describe,
  });
}
