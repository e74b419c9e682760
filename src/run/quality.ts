import type { Headword } from "../lessons/profile/profiler.ts";
import { checkVolume, gravestFirst, type Quality } from "../lessons/quality/check-volume.ts";
import type { LessonToCheck } from "../lessons/quality/checked-lesson.ts";
import type { Limits } from "../lessons/quality/finding.ts";
import { type Detect, loadDetector } from "../lessons/series/passages.ts";
import { statusesOfWords } from "../lessons/words/story-words.ts";
import { grouped } from "../shared/grouped.ts";
import { languageOf } from "../shared/languages/languages.ts";
import { sourceOf } from "./bind.ts";
import { type Place, unlessDamaged } from "./course-folder.ts";
import { type PlannedLesson, volumeOf } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { RunProblem } from "./problem.ts";
import { soundMeasuresOf } from "./recordings.ts";

/**
 * Works offline, from the saved files, one volume at a time to limit memory. Findings are not saved: they depend on the plan's limits and on other
 * lessons, and take only a few ms per lesson.
 */
export async function checkCourse(plan: MatchedPlan, place: Place): Promise<QualityReport> {
  const volumes = grouped(plan.lessons, ({ job }) => volumeOf(job.request));
  const parts: Quality[] = [];
  const damaged: string[] = [];
  let detect: Detect | null = null;
  const detects = plan.quality.language.severity !== "ignore";
  for (const [volume, planned] of volumes) {
    const lessons: LessonToCheck[] = [];
    for (const one of planned) {
      if (one.status.kind !== "done") continue;
      const lesson = await unlessDamaged(lessonToCheck(one, plan, place));
      if (lesson === null) damaged.push(one.job.id);
      else lessons.push(lesson);
    }
    if (lessons.length === 0) continue;
    if (detects) detect ??= await loadDetector();
    const headwords = headwordsOf(planned[0]?.job.request.lang ?? "", plan);
    const reader = languageOf(plan.reader);
    parts.push(checkVolume(volume, lessons, { limits: plan.quality, detect, headwords, reader }));
  }
  const findings = gravestFirst(parts.flatMap((part) => part.findings));
  const unfit = new Set(
    findings.filter(({ severity }) => severity === "hold" || severity === "fail").map(({ job }) => job),
  );
  return {
    findings,
    ofVolumes: gravestFirst(parts.flatMap((part) => part.ofVolumes)),
    lessons: parts.flatMap((part) => part.lessons),
    held: plan.jobs.flatMap(({ id }) => (unfit.has(id) ? [id] : [])),
    damaged,
  };
}

/** The headwords of a language, or of the language that it is a variety of: `es` for `es-419`. Null if there are none. */
function headwordsOf(lang: string, { levels }: Pick<MatchedPlan, "levels">): readonly Headword[] | null {
  return levels.get(lang) ?? levels.get(lang.split("-")[0] ?? "") ?? null;
}

async function lessonToCheck(
  planned: PlannedLesson,
  plan: MatchedPlan,
  place: Place,
): Promise<LessonToCheck | null> {
  const lesson = await sourceOf(planned, plan, place);
  if (lesson === null) return null;
  const { book, storyId: id, job, words, found } = lesson;
  return {
    ...lesson,
    hasSound: book !== null,
    times: lesson.times ?? null,
    words: statusesOfWords(words, found ?? null, languageOf(lesson.lang)),
    sound: await soundMeasuresOf({ id, job, book }, place),
  };
}

export interface QualityReport extends Quality {
  /** Lessons that stay out of the package, in the plan's order. */
  readonly held: readonly string[];
  /** Finished lessons that could not be checked because their text or recording is not the one in the ledger. */
  readonly damaged: readonly string[];
}

/** Whether any finding can do more than warn. */
export function isStrict(limits: Limits): boolean {
  return Object.values(limits).some(({ severity }) => severity === "hold" || severity === "fail");
}

/**
 * The problems of findings of severity `fail`, and of severity `hold` unless a partial package is allowed: one per lesson, and one per finding about
 * a volume.
 */
export function problemsOfQuality(
  { findings, ofVolumes }: Pick<Quality, "findings" | "ofVolumes">,
  allowPartial: boolean,
): RunProblem[] {
  const failing = findings.filter(
    ({ severity }) => severity === "fail" || (severity === "hold" && !allowPartial),
  );
  const jobs = [...new Set(failing.map(({ job }) => job))];
  return [
    ...jobs.map((job): RunProblem => {
      const checks = failing.filter((finding) => finding.job === job).map(({ check }) => check);
      return { code: "lesson_unfit", job, checks: [...new Set(checks)] };
    }),
    ...ofVolumes
      .filter(({ severity }) => severity === "fail")
      .map(({ volume, check }): RunProblem => ({ code: "volume_unfit", volume, check })),
  ];
}
