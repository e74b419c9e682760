import { fileURLToPath } from "node:url";
import type { Course } from "../../../src/package/contents/course.ts";
import { readPlan } from "../../../src/plan/read-plan.ts";
import { embeddedWriter } from "../../../src/story-service/writers/tell-story.ts";
import { course, lesson } from "../fixtures.ts";

/** A sample course with the stories that the local service tells for its plan. */
export async function sampleCourse(name: "weekly-spanish" | "graded-readers"): Promise<Course> {
  const file = fileURLToPath(new URL(`../../../courses/${name}/course.yaml`, import.meta.url));
  const read = await readPlan(file, { at: Date.UTC(2026, 10, 23) });
  if (!read.ok) throw new Error(`${name} has problems`);
  const lessons = read.plan.jobs.map(async ({ id, topicId, request }) => {
    const { lang, difficulty, length, topic } = request;
    const words = (request.words ?? []).map((each) =>
      typeof each === "string" ? { word: each, gloss: null } : { word: each.word, gloss: each.gloss ?? null },
    );
    const order = {
      topic,
      lang,
      difficulty,
      length,
      words,
      genre: request.genre ?? null,
      form: request.form ?? null,
    };
    const { title, text } = await embeddedWriter.write(order);
    return lesson({ job: id, topicId, topic, lang, difficulty, title, text, words });
  });
  return course({ course: name, reader: read.plan.reader, lessons: await Promise.all(lessons) });
}
