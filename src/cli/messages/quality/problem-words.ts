import type { RunProblem } from "../../../run/problem.ts";
import { describeCause } from "../cause-words.ts";
import { checkNames } from "./finding-words.ts";

type QualityProblem = Extract<RunProblem, { code: "lesson_unfit" | "volume_unfit" | "lessons_unchecked" }>;

type Words = {
  readonly [Code in QualityProblem["code"]]: (problem: Extract<QualityProblem, { code: Code }>) => string;
};

/** What keeps lessons out of a package for what was found in them. */
export const qualityWords: Words = {
  lesson_unfit: ({ job, checks }) =>
    `${job} stays out of the package (${checks.map((check) => checkNames[check]).join(", ")}), as "quality" in the plan says. It is kept, and nothing is ` +
    "bought for it: listen and read, then relax the check, exclude the lesson, or ask for another story with --replace.",
  volume_unfit: ({ volume, check }) =>
    `The stories of ${volume} have more in common (${checkNames[check]}) than "quality" in the plan lets pass.`,
  lessons_unchecked: ({ cause }) =>
    `The lessons could not be checked (${describeCause(cause)}), and by "quality" in the plan some findings keep lessons out: no package was written.`,
};
