import { scriptOf } from "../lessons/align/script.ts";
import type { OriginalLesson } from "../lessons/correction/change-corrections.ts";
import type { StoryText } from "../lessons/text/story-text.ts";
import { requiredWords } from "../lessons/words/story-words.ts";
import { lessonList } from "../run/words.ts";
import { languageOf } from "../shared/languages/languages.ts";
import type { CourseNow } from "./desk-course.ts";

/** A lesson as it was bought, with its sentences and its words by number. Null if there is none of that name. Pure. */
export function originalLesson(
  job: string,
  { plan, reviews }: CourseNow,
  { title, text }: StoryText,
): OriginalLesson | null {
  const status = reviews.find(({ lesson }) => lesson.job.id === job)?.lesson.status;
  if (status === undefined || !("attempt" in status)) return null;
  const { request } = status.attempt.intended;
  const language = languageOf(request.lang);
  const { sentences } = scriptOf({ title, text }, language);
  const words = requiredWords(lessonList(request, plan).words, language);
  return { title, text, sentences, words };
}
