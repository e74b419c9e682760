import { overlayInForce, respokenInForce } from "../../ledger/format/review/corrections.ts";
import type { RevoicingRefusal } from "../../lessons/revoicing/refusal.ts";
import type { SentenceNarrator } from "../../lessons/revoicing/revoice.ts";
import { recordRespoken, respeak } from "../../run/correct/record-correction.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { sha256 } from "../../shared/hash.ts";
import type { RespeakRequest } from "../documents.ts";
import { isSame, lessonIn, type Recorded, refused } from "../record.ts";
import { nameRecorded } from "../recorded-text.ts";
import { reviewedLesson } from "../reviewed-lesson.ts";
import type { CorrectionDesk } from "./correct.ts";

export interface RespeakDesk extends CorrectionDesk {
  /** Null: the plan names none. */
  readonly narrator: SentenceNarrator | null;
}

/** Whether corrected sentences are spoken anew now, or why not. */
export type Respoken =
  | Exclude<Recorded, { kind: "recorded" }>
  /** `left`: why some could not be. */
  | { readonly kind: "recorded"; readonly left: readonly RevoicingRefusal[] }
  | { readonly kind: "unspoken"; readonly why: RevoicingRefusal };

/**
 * Has the corrected sentences of a lesson spoken anew, and records the recording with them, durable before this resolves. The ledger is free
 * while they are spoken: a correction that is recorded meanwhile refuses this one. Buys nothing, and sends nothing to the story
 * service. Throws a Failure if the ledger can't be written now, or if a file is not what it recorded.
 */
export async function respeakLesson(
  { course, world, narrator }: RespeakDesk,
  request: RespeakRequest,
): Promise<Respoken> {
  const now = await course.now();
  const lesson = lessonIn(now, request);
  if (lesson === null) return refused("not_found");
  if (!isSame(lesson, request)) return refused("lesson_changed");
  const who = nameRecorded(request.who);
  const found = await reviewedLesson(request.job, now, course);
  if (found === null || narrator === null || who === null) return refused("not_understood");
  const { story } = lesson;
  const result = await respeak(
    {
      job: request.job,
      lang: found.source.lang,
      story,
      corrected: found.story,
      correction: overlayInForce(story)?.sha256 ?? "",
    },
    { courseFolder: { files: realFiles, folder: course.folder }, narrator },
  );
  if (result.kind === "refused") return { kind: "unspoken", why: result };
  const { left } = result;
  return course.write(async (store, then) => {
    const current = lessonIn(then, request);
    if (current === null || current.story.id !== story.id) return refused("lesson_changed");
    const { recordName } = current.lesson;
    const about = { recordName, story: current.story, respoken: request.id, who };
    // Recording it once more would void the approvals of what is the same.
    if (respokenInForce(current.story)?.sound.sha256 === sha256(result.sound))
      return { kind: "recorded", left };
    const means = { store, files: realFiles, folder: course.folder, now: world.now() };
    const isRecorded = await recordRespoken(about, result, means);
    return isRecorded ? { kind: "recorded", left } : refused("lesson_changed");
  });
}
