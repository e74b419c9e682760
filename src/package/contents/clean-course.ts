import { cleanLine } from "../../shared/text.ts";
import type { Course, LessonSource } from "./course.ts";
import { cleanPublishing } from "./publishing.ts";

/**
 * A course with the plan's texts cleaned, so that no unclean one can reach a format. Most were cleaned when they were read: to clean again
 * changes nothing. Its release was numbered before, by the texts as they are in the plan. Pure.
 */
export function cleanCourse(source: Course): Course {
  const line = (text: string | null) => (text === null ? null : cleanLine(text) || null);
  return {
    ...source,
    title: cleanLine(source.title) || source.course,
    description: line(source.description),
    author: line(source.author),
    publisher: line(source.publisher),
    license: line(source.license),
    publishing: cleanPublishing(source.publishing ?? null),
    lessons: source.lessons.map(cleanLesson),
    gaps: source.gaps.map((gap) => ({ ...gap, topic: cleanLine(gap.topic) })),
  };
}

function cleanLesson(source: LessonSource): LessonSource {
  const { topic, image, prompts } = source;
  return {
    ...source,
    topic: cleanLine(topic),
    ...(image !== undefined && { image: { ...image, alt: cleanLine(image.alt) } }),
    ...(prompts !== undefined && { prompts: prompts.map(cleanLine) }),
  };
}
