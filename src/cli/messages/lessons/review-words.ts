import type { CorrectionCounts } from "../../../course/course-status.ts";
import type { Correction, Respoken } from "../../../ledger/format/state.ts";
import type { RunProblem } from "../../../run/problem.ts";
import type { ReviewCounts } from "../../../run/reviews.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { someOf } from "./edit-words.ts";

type Unapproved = Extract<RunProblem, { code: "lessons_unapproved" }>;

/** What the missing approvals of lessons mean for the package. */
export function describeUnapproved(problem: Unapproved): string {
  const { required, jobs, approved, held, rejected, lapsed } = problem;
  const facts = [
    ...(held === 0 ? [] : [`${held} held by a reviewer`]),
    ...(rejected === 0 ? [] : [`${rejected} rejected by a reviewer`]),
    ...(lapsed === 0 ? [] : [`${lapsed} changed since an approval`]),
  ];
  const terms = required === 1 ? "wants of each" : `wants of each, by ${required} different people`;
  return (
    `${pluralize(jobs.length, "lesson is", "lessons are")} not approved (${[someOf(jobs), ...facts].join("; ")}), as "review" in the plan ${terms}. ` +
    "They are kept, and stay out of the package until then; nothing is bought for them." +
    (approved === 0 ? "" : ` --allow-partial packages the ${approved} approved.`)
  );
}

type GateClosed = Extract<RunProblem, { code: "gate_closed" }>;

/** What has to be approved before anything more is bought. */
export function describeClosedGate({ gates }: Pick<GateClosed, "gates">): string {
  const waiting = gates.reduce((sum, gate) => sum + gate.waiting, 0);
  return (
    `${pluralize(waiting, "lesson is", "lessons are")} not bought until people have approved the first ones of the volume, as "gate" in the plan wants. ` +
    `Not approved yet: ${gates.map(describeVolume).join("; ")}.`
  );
}

function describeVolume({ volume, missing, samples }: GateClosed["gates"][number]): string {
  return `${missing} of ${volume} (${someOf(samples)})`;
}

/** What waits behind a plan's gate and its price, in one line. `credits`: null if there are no prices. */
export function describeWaiting({ gates }: Pick<GateClosed, "gates">, credits: number | null): string {
  const waiting = gates.reduce((sum, gate) => sum + gate.waiting, 0);
  const price = credits === null ? "" : ` (${pluralize(credits, "credit")})`;
  const missing = gates.map(({ volume, missing: count }) => `${count} more of ${volume}`).join(", ");
  return `gate     ${pluralize(waiting, "lesson waits", "lessons wait")}${price} for the approval of ${missing}`;
}

/** The lessons by what reviewers decided, in one line. */
export function describeReviews({ approved, waiting, held, rejected, lapsed }: ReviewCounts): string {
  const changed = lapsed === 0 ? "" : ` (${lapsed} changed since an approval)`;
  return `review   ${approved} approved, ${waiting} waiting${changed}, ${held} held, ${rejected} rejected`;
}

/** How much people have corrected, in one line. */
export function describeCorrections({ lessons, ...parts }: CorrectionCounts): string {
  return `corrected ${namePartsOf(parts)} in ${pluralize(lessons, "lesson")}`;
}

/** One correction of a lesson, or one taken back, in one line. */
export function describeCorrection({ who, overlay, undoes, ...parts }: Correction): string {
  const { sentences, title, glosses } = parts;
  const did = undoes === null ? "corrected" : "a correction taken back";
  const now =
    overlay === null
      ? "nothing is corrected"
      : `${namePartsOf({ sentences, titles: Number(title), glosses })} corrected, in ${showText(overlay.file)}`;
  return `${did} by ${showText(who)}; now ${now}`;
}

/** Sentences that were spoken anew, in one line. `isInForce`: whether the package has them. */
export function describeRespoken(
  { who, narrator, sentences, title, sound }: Respoken,
  isInForce: boolean,
): string {
  const parts = namePartsOf({ sentences, titles: Number(title), glosses: 0 });
  const now = isInForce ? "" : "; no longer in force";
  return `${parts} spoken anew by ${showText(narrator)} for ${showText(who)}, in ${showText(sound.file)}${now}`;
}

function namePartsOf({ sentences, titles, glosses }: Omit<CorrectionCounts, "lessons">): string {
  const parts = [
    [sentences, "sentence"],
    [titles, "title"],
    [glosses, "gloss", "glosses"],
  ] as const;
  return parts.flatMap(([count, one, many]) => (count === 0 ? [] : [pluralize(count, one, many)])).join(", ");
}
