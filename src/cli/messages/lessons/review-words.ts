import type { RunProblem } from "../../../run/problem.ts";
import type { ReviewCounts } from "../../../run/review/unapproved.ts";
import { pluralize } from "../../../shared/pluralize.ts";
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

/** The lessons by what reviewers decided, in one line. */
export function describeReviews({ approved, waiting, held, rejected, lapsed }: ReviewCounts): string {
  const changed = lapsed === 0 ? "" : ` (${lapsed} changed since an approval)`;
  return `review   ${approved} approved, ${waiting} waiting${changed}, ${held} held, ${rejected} rejected`;
}
