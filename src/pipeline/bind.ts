import { join } from "node:path";
import { z } from "zod";
import type { JobRecord, LedgerState } from "../ledger/fold.ts";
import { type Standing, spentBy, standingOf } from "../ledger/standing.ts";
import type { AudioChoice, Course, Gap, LessonSource } from "../package/course.ts";
import { type WrittenPackage, writePackage } from "../package/write-package.ts";
import type { Job, Plan } from "../plan/plan.ts";
import { Failure } from "../shared/failure.ts";
import type { Files } from "../shared/files.ts";
import { sha256 } from "../shared/hash.ts";
import type { SavedStory } from "./collect.ts";
import type { RunProblem } from "./problem.ts";

/** Where a course's files are, and what the ledger says of them. */
export interface Shelf {
  readonly files: Files;
  /** The course's folder. */
  readonly folder: string;
  readonly state: LedgerState;
  /** The service's identity: its address, or `local` for a rehearsal. */
  readonly service: string;
}

/** How the finished lessons of a plan become its package. */
export type Bind = (plan: Plan, shelf: Shelf) => Promise<WrittenPackage>;

const savedStorySchema = z.object({
  title: z.string().nullable(),
  text: z.string(),
});

/** The package's path for an edition: `<course>-<edition>.zip` in the course's folder. */
export function packageFileOf(plan: Plan): string {
  return `${plan.course}-${plan.edition}.zip`;
}

/**
 * Binds the finished lessons of a plan into its package, offline: from the ledger and the saved files alone. Throws a Failure with
 * `file_damaged` when a file is not what the ledger recorded; the old package then stays.
 */
export async function bindPackage(plan: Plan, shelf: Shelf, audio: AudioChoice): Promise<WrittenPackage> {
  const course = await collectCourse(plan, shelf, audio);
  return writePackage(course, { path: join(shelf.folder, packageFileOf(plan)), files: shelf.files });
}

/** The jobs of a plan that have no finished story. */
export function gapsOf(plan: Plan, state: LedgerState): Gap[] {
  return plan.jobs.flatMap((job) => {
    const { kind } = standingOf(state.jobs.get(job.key));
    const { topic, lang, difficulty } = job.request;
    return kind === "done" ? [] : [{ job: job.id, topic, lang, difficulty, state: kind }];
  });
}

async function collectCourse(plan: Plan, shelf: Shelf, audio: AudioChoice): Promise<Course> {
  const lessons: LessonSource[] = [];
  for (const job of plan.jobs) {
    const record = shelf.state.jobs.get(job.key);
    const standing = standingOf(record);
    if (record !== undefined && standing.kind === "done")
      lessons.push(await lessonOf(job, { record, standing }, shelf));
  }
  const { course, title, description, publisher, license, edition, reader, formats } = plan;
  return {
    course,
    title,
    description,
    publisher,
    license,
    edition,
    reader,
    formats,
    audio,
    service: shelf.service,
    rehearsal: shelf.service === "local",
    lessons,
    gaps: gapsOf(plan, shelf.state),
  };
}

type Done = Extract<Standing, { kind: "done" }>;

async function lessonOf(
  job: Job,
  { record, standing }: { record: JobRecord; standing: Done },
  shelf: Shelf,
): Promise<LessonSource> {
  const { story, attempt } = standing;
  const saved = await readSaved(job, story.saved, shelf);
  // The story was made from the request of its own time, which a later plan may have changed.
  const { request } = attempt.intended;
  const words = requestedWordsSchema.parse(request.words ?? []);
  return {
    job: job.id,
    topicId: job.topicId,
    topic: request.topic,
    lang: request.lang,
    difficulty: request.difficulty,
    length: request.length,
    storyId: story.id,
    credits: spentBy(record, attempt),
    title: saved.title,
    text: saved.text,
    words: words.map(({ word, gloss }) => ({ word, gloss: gloss ?? null })),
    book:
      story.book === null
        ? null
        : {
            path: join(shelf.folder, story.book.file),
            bytes: story.book.bytes,
            sha256: story.book.sha256,
            contentType: story.book.contentType,
          },
  };
}

const requestedWordsSchema = z.array(z.object({ word: z.string(), gloss: z.string().nullish() }));

async function readSaved(
  job: Job,
  saved: { readonly file: string; readonly sha256: string } | null,
  { files, folder }: Shelf,
): Promise<Pick<SavedStory, "title" | "text">> {
  const path = join(folder, saved?.file ?? "stories");
  const bytes = saved === null ? null : await files.read(path);
  if (saved === null || bytes === null || sha256(bytes) !== saved.sha256) {
    throw new Failure<RunProblem>({ code: "file_damaged", job: job.id, path });
  }
  return savedStorySchema.parse(JSON.parse(bytes.toString("utf8")));
}
