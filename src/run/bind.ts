import { dirname, join } from "node:path";
import { reviewStatus } from "../ledger/format/reviews.ts";
import type { LedgerState, StoryFacts } from "../ledger/format/state.ts";
import { timesFor } from "../lessons/correction/corrected-story.ts";
import { correctedParts } from "../package/contents/corrected-parts.ts";
import type { Course, Gap, LessonSource, Picture, Release, SoundFormat } from "../package/contents/course.ts";
import { lackingReadings, withReadings } from "../package/contents/readings.ts";
import { isForeignPackage, releaseIn, releaseOf, releaseSchema } from "../package/contents/release.ts";
import type { PackageProblem } from "../package/package-problem.ts";
import {
  type PackageTarget,
  type PackagingStep,
  type WrittenPackage,
  writePackage,
} from "../package/write-package.ts";
import { imageTypeOf, readFileBelow } from "../plan/files.ts";
import { type Job, type Plan, type Platform, promptsFor } from "../plan/plan.ts";
import { planLimits } from "../plan/plan-limits.ts";
import { errorCode, errorPath, Failure, isSystemError } from "../shared/failure.ts";
import { remembered } from "../shared/remembered.ts";
import { cleanLine } from "../shared/text.ts";
import { readCorrected, respokenSound } from "./corrections.ts";
import { bookOf, isTimed, knownSumsOf, type Place, readTimesOf } from "./course-folder.ts";
import type { LessonGap, PlannedLesson } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { RunProblem } from "./problem.ts";
import { partsOf } from "./reviews.ts";
import { lessonList, readingsOf, wordsIn } from "./words.ts";

/** A course's folder, with the gaps of its package. */
export interface CourseFolder extends Place {
  readonly state: LedgerState;
  readonly gaps: readonly LessonGap[];
}

export type Bind = (
  plan: MatchedPlan,
  courseFolder: CourseFolder,
  tell: (step: PackagingStep) => void,
) => Promise<BoundPackage>;

export interface BoundPackage extends WrittenPackage {
  readonly release: Release;
}

export interface PackagingOptions extends Pick<PackageTarget, "printer" | "signal" | "tell"> {
  /** The formats that include recordings; null or left out: the plan's own choice. */
  readonly soundIn?: readonly SoundFormat[] | null | undefined;
  /** The platforms that the package is for this once; null or left out: the plan's own. */
  readonly platforms?: readonly Platform[] | null;
}

/** The package's file name in the course's folder. */
export function packageFileOf(plan: Pick<Plan, "course" | "edition">): string {
  return `${plan.course}-${plan.edition}.zip`;
}

/**
 * Builds the package, offline. Throws a Failure: `file_damaged`, `times_damaged` or `correction_unusable` (the old package is kept),
 * `package_of_others` if another kind of file has its name, `disk_failed`, or `interrupted`.
 */
export async function bindPackage(
  plan: MatchedPlan,
  courseFolder: CourseFolder,
  { soundIn, platforms, ...target }: PackagingOptions,
): Promise<BoundPackage> {
  const { files, folder, state } = courseFolder;
  const path = join(folder, packageFileOf(plan));
  try {
    if (await isForeignPackage(path, { course: plan.course, files }))
      throw new Failure<RunProblem>({ code: "package_of_others", path });
    const choice = { soundIn: soundIn ?? plan.soundIn, platforms: platforms ?? plan.platforms };
    const collected = await collectCourse(plan, courseFolder, choice);
    const lacking = await lackingReadings(collected.lessons, (lesson) => readingsOf(plan, lesson));
    const recorded = releaseSchema.safeParse(state.packages.get(plan.edition)).data ?? null;
    const release = releaseOf(collected, [recorded, await releaseIn(path, plan.edition)]);
    const known = await knownSumsOf(courseFolder);
    const written = await writePackage({ ...collected, release }, { ...target, path, files, known });
    return { ...written, warnings: [...lacking, ...written.warnings], release };
  } catch (error) {
    if (target.signal?.aborted === true && error === target.signal.reason)
      throw new Failure<RunProblem>({ code: "interrupted" });
    if (!isSystemError(error)) throw error;
    const about = { cause: errorCode(error), path: errorPath(error), whilePackaging: true };
    throw new Failure<RunProblem>({ code: "disk_failed", ...about }, { cause: error });
  }
}

async function collectCourse(
  plan: MatchedPlan,
  courseFolder: CourseFolder,
  { soundIn, platforms }: Pick<Plan, "soundIn" | "platforms">,
): Promise<Omit<Course, "release">> {
  const sources: LessonSource[] = [];
  const materialOf = materialReader(plan);
  const missing = new Set(courseFolder.gaps.flatMap(({ job, lacks }) => (lacks === "lesson" ? [job] : [])));
  for (const lesson of plan.lessons.filter(({ job }) => !missing.has(job.id))) {
    const { job, status } = lesson;
    const source = await sourceOf(lesson, plan, courseFolder);
    if (source === null || status.kind !== "done") continue;
    // People may have approved the lesson with the times that were recorded.
    if (source.times === null && status.story.times !== null && isTimed(status.story)) {
      const path = join(courseFolder.folder, status.story.times.file);
      throw new Failure<PackageProblem>({ code: "times_damaged", job: job.id, path });
    }
    sources.push({ ...source, ...(await materialOf(job)) });
  }
  const { course, title, description, author, publisher, license, edition, reader, formats, without } = plan;
  const service = courseFolder.state.opened?.service ?? "";
  return {
    course,
    title,
    description: description && cleanLine(description),
    author,
    publisher,
    license,
    edition,
    reader,
    formats,
    ...(without.length > 0 && { without }),
    platforms,
    soundIn,
    exported: plan.exported,
    ...(plan.almost === "full" && { almost: plan.almost }),
    paper: plan.paper,
    trim: plan.trim,
    publishing: plan.publishing,
    cover: plan.cover === null ? null : await readPicture(plan.cover, plan),
    service,
    rehearsal: service === "local",
    lessons: sources,
    gaps: courseFolder.gaps.map(({ by: _, ...gap }): Gap => gap),
  };
}

/** What is saved of a lesson, for the package; null if nothing is. */
export async function sourceOf(
  { job, status: jobStatus }: PlannedLesson,
  plan: Plan,
  courseFolder: Place,
): Promise<LessonSource | null> {
  if (jobStatus.kind !== "done") return null;
  const { story, attempt } = jobStatus;
  const read = await readCorrected(story, job.id, courseFolder);
  // Use the request that the story was made from; the plan may have changed since.
  const { request } = attempt.intended;
  const list = lessonList(request, plan, read.corrections.glosses);
  const respoken = await respokenSound(story, job.id, courseFolder);
  const book = respoken?.book ?? bookOf(story, courseFolder);
  const original = await readTimesOf(story, courseFolder);
  const times = respoken?.facts.times ?? (original && timesFor(read, original, request.lang));
  const corrected = correctedParts(read, {
    hasSound: book !== null,
    times: original,
    respoken: respoken?.facts ?? null,
  });
  const { text } = read;
  const source: LessonSource = {
    job: job.id,
    topicId: job.topicId,
    topic: request.topic,
    lang: request.lang,
    difficulty: request.difficulty,
    length: request.length,
    storyId: story.id,
    title: read.title,
    text,
    words: list.words,
    found: list.words.length === 0 ? null : await wordsIn(story, { text, list }, courseFolder),
    book,
    times,
    ...(corrected === null ? {} : { corrected }),
    questions: read.corrections.questions ?? [],
    ...(read.corrections.edited && { edited: read.corrections.edited }),
    ...approvalsOf(story),
  };
  const readings = { ...readingsOf(plan, request), reader: plan.reader };
  return withReadings(source, readings, { corrected: read.corrections.readings });
}

/** A lesson's approvals, whether the plan asks for them or not. Nothing if there are none, so that such a lesson keeps the hash that it had. */
function approvalsOf(story: StoryFacts): Pick<LessonSource, "approvals"> {
  const now = partsOf(story);
  if (now === null) return {};
  const status = reviewStatus(story.decisions, now, 1);
  if (status.kind !== "approved") return {};
  const approvals = status.by.map(({ who, at, unheard }) => ({
    who: cleanLine(who),
    at,
    heard: unheard !== true,
  }));
  return { approvals };
}

type Material = Pick<LessonSource, "image" | "prompts">;

/** Reads each picture only once. A lesson without material gets nothing, so that it keeps the hash that it had. */
function materialReader(plan: Plan): (job: Job) => Promise<Material> {
  const pictureAt = remembered((path: string) => readPicture(path, plan));
  return async ({ topicId, request }) => {
    const material = plan.material.get(topicId);
    if (material === undefined) return {};
    const prompts = promptsFor(material, request.lang);
    const found: Material = prompts.length > 0 ? { prompts } : {};
    if (material.image === null) return found;
    const { path, alt } = material.image;
    return { image: { ...(await pictureAt(path)), alt }, ...found };
  };
}

/** Reads a picture. Throws a Failure with `file_damaged` if it is no longer the PNG or JPEG that the plan's reader found. */
async function readPicture(written: string, { file }: Pick<Plan, "file">): Promise<Picture> {
  const bytes = await readFileBelow(dirname(file), written, planLimits.coverBytes);
  const mediaType = bytes && imageTypeOf(bytes);
  if (bytes !== null && mediaType !== null) return { bytes, mediaType };
  throw new Failure<RunProblem>({ code: "file_damaged", job: null, path: join(dirname(file), written) });
}
