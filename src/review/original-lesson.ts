import { jobStatusOf } from "../ledger/format/job-status.ts";
import { scriptOf } from "../lessons/align/script.ts";
import type { OriginalLesson } from "../lessons/correction/change-corrections.ts";
import type { StoryText } from "../lessons/text/story-text.ts";
import { requiredWords } from "../lessons/words/story-words.ts";
import { jobRecordOf } from "../run/record-name.ts";
import { lessonList } from "../run/words/lesson-list.ts";
import { languageOf } from "../shared/languages/languages.ts";
import type { CourseNow } from "./desk-course.ts";

/** A lesson as it was bought, with its sentences and its words by number. Null if there is none of that name. Pure. */
export function originalLesson(
  job: string,
  { plan, state, reviews }: CourseNow,
  { title, text }: StoryText,
): OriginalLesson | null {
  const lesson = reviews.find((one) => one.job.id === job);
  const status = jobStatusOf(lesson === undefined ? undefined : jobRecordOf(lesson.job, state));
  if (!("attempt" in status)) return null;
  const { request } = status.attempt.intended;
  const language = languageOf(request.lang);
  const { sentences } = scriptOf({ title, text }, language);
  const words = requiredWords(lessonList(request, plan).words, language);
  return { title, text, sentences, words };
}
