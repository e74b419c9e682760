import { join } from "node:path";
import { overlayInForce } from "../../ledger/format/review/corrections.ts";
import type { StoryFacts } from "../../ledger/format/state.ts";
import type { StoryWords } from "../../lessons/words/story-words.ts";
import { readWords, type WordsSource, wordsAlgorithm, writeWords } from "../../lessons/words/words-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { readCorrected } from "../correct/corrected-story.ts";
import { type CourseFolder, factsOf, isIntact, readRecorded, readSaved, saveFile } from "../course-folder.ts";
import type { Journal } from "../journal.ts";
import type { PlannedLesson } from "../lesson.ts";
import type { MatchedPlan } from "../match.ts";
import { findLessonWords, lessonList, wordsSourceOf } from "./lesson-list.ts";

export interface WordsContext {
  readonly files: Files;
  readonly folder: string;
  readonly journal: Journal;
}

/**
 * Finds the required words of all finished lessons and saves the result, so that later packages don't depend on a machine's Unicode
 * version. The file is durable before the ledger records it. A result for the same text, list and algorithm is reused, even if the ledger
 * has not recorded it. Sends nothing. Damaged stories are skipped; binding reports them.
 */
export async function saveWords(plan: MatchedPlan, context: WordsContext): Promise<void> {
  for (const lesson of plan.lessons) await saveWordsOf(lesson, plan, context);
}

async function saveWordsOf(
  { job, recordName, status }: PlannedLesson,
  plan: MatchedPlan,
  context: WordsContext,
): Promise<void> {
  if (status.kind !== "done" || status.story.saved === null) return;
  const { story, attempt } = status;
  const read = overlayInForce(story) === null ? null : await readCorrected(story, job.id, context);
  if (read?.kind === "damaged") return;
  const list = lessonList(attempt.intended.request, plan, read?.corrections.glosses);
  if (list.words.length === 0) return;
  const source = wordsSourceOf(story, list);
  if (story.words !== null && isFoundFrom(story.words, source) && (await isIntact(context, story.words)))
    return;
  const path = join(context.folder, fileOf(story));
  let content = await context.files.read(path);
  if (content === null || readWords(content, source) === null) {
    const saved = read ?? (await readSaved(story.saved, context));
    if (saved === null) return;
    content = Buffer.from(writeWords(await findLessonWords(saved.text, list), source));
    await saveFile(fileOf(story), content, { ...context, store: context.journal.store });
  }
  await context.journal.record({
    type: "words.saved",
    ...recordName,
    id: story.id,
    ...factsOf(fileOf(story), content),
    ...source,
    algorithm: wordsAlgorithm,
  });
}

/** A story's saved words; null if there are none for this text and list, or if the file is not the recorded one. */
export async function savedWords(
  { words }: Pick<StoryFacts, "words">,
  source: WordsSource,
  courseFolder: Pick<CourseFolder, "files" | "folder">,
): Promise<StoryWords | null> {
  if (words === null || !isFoundFrom(words, source)) return null;
  const bytes = await readRecorded(words, courseFolder);
  return bytes === null ? null : readWords(bytes, source);
}

function isFoundFrom(
  { text, list, algorithm }: WordsSource & { algorithm: string },
  source: WordsSource,
): boolean {
  return algorithm === wordsAlgorithm && text === source.text && list === source.list;
}

function fileOf({ id }: Pick<StoryFacts, "id">): string {
  return `words/${id}.json`;
}
