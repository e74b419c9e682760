import { join } from "node:path";
import { jobStatusOf } from "../../ledger/format/job-status.ts";
import type { StoryFacts } from "../../ledger/format/state.ts";
import type { StoryWords } from "../../lessons/words/story-words.ts";
import { readWords, type WordsSource, wordsAlgorithm, writeWords } from "../../lessons/words/words-file.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { sha256 } from "../../shared/hash.ts";
import { refuseWithoutLedger } from "../bind/course-folder.ts";
import { type CourseFolder, readSaved } from "../bind/read-saved.ts";
import { isIntact } from "../follow/collect.ts";
import type { Journal } from "../journal.ts";
import type { MatchedPlan, RunJob } from "../match/match-lessons.ts";
import { findLessonWords, lessonList, wordsSourceOf } from "./lesson-list.ts";

/** What finding and keeping words takes. */
export interface WordsContext {
  readonly files: Files;
  readonly folder: string;
  readonly journal: Journal;
}

/**
 * Finds the words of all finished lessons and keeps that, durable before the ledger says so, so that no later package hangs on this machine's Unicode.
 * Once: what was found from the same text and list in the same way is not looked for again, also where a file of it lies here that the ledger does not
 * know. Sends nothing. A story that is damaged is left to whoever binds it.
 */
export async function saveWords(plan: MatchedPlan, tools: WordsContext): Promise<void> {
  for (const job of plan.jobs) await saveWordsOf(job, plan, tools);
}

async function saveWordsOf(job: RunJob, plan: MatchedPlan, tools: WordsContext): Promise<void> {
  const record = tools.journal.state.jobs.get(job.ledgerKey);
  const status = jobStatusOf(record);
  if (record === undefined || status.kind !== "done" || status.story.saved === null) return;
  const { story, attempt } = status;
  const list = lessonList(attempt.intended.request, plan);
  if (list.words.length === 0) return;
  const source = wordsSourceOf(story, list);
  if (story.words !== null && isFoundFrom(story.words, source) && (await isIntact(tools, story.words)))
    return;
  const path = join(tools.folder, fileOf(story));
  let content = await tools.files.read(path);
  if (content === null || readWords(content, source) === null) {
    const saved = await readSaved(story.saved, tools);
    if (saved === null) return;
    content = Buffer.from(writeWords(await findLessonWords(saved.text, list), source));
    await refuseWithoutLedger(tools.journal.store);
    await tools.files.makeFolder(join(tools.folder, "words"));
    await replaceFile(tools.files, path, content.toString("utf8"));
  }
  const { edition, job: name } = record;
  await tools.journal.record({
    ...{ type: "words.saved", edition, job: name, id: story.id },
    ...{ file: fileOf(story), bytes: content.length, sha256: sha256(content) },
    ...{ ...source, algorithm: wordsAlgorithm },
  });
}

/** The words of a story as they were saved; null where there are none of this text and list, or the file is not what was recorded. */
export async function savedWords(
  { words }: Pick<StoryFacts, "words">,
  source: WordsSource,
  { files, folder }: Pick<CourseFolder, "files" | "folder">,
): Promise<StoryWords | null> {
  if (words === null || !isFoundFrom(words, source)) return null;
  const bytes = await files.read(join(folder, words.file));
  return bytes !== null && sha256(bytes) === words.sha256 ? readWords(bytes, source) : null;
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
