import type { RunProblem } from "../../../run/problem.ts";
import { describeCause } from "../cause-words.ts";
import { checkNames } from "./finding-words.ts";

type QualityProblem = Extract<RunProblem, { code: "lesson_unfit" | "volume_unfit" | "lessons_unchecked" }>;

type Words = {
  readonly [Code in QualityProblem["code"]]: (problem: Extract<QualityProblem, { code: Code }>) => string;
};

/** Messages for findings that keep lessons out of a package or fail the command. */
export const qualityWords: Words = {
  lesson_unfit: ({ job, checks }) =>
    `${job} is left out of the package because of "quality" in the plan (${checks.map((check) => checkNames[check]).join(", ")}). It is kept, and nothing is ` +
    "bought in its place: read it and listen to it, then relax the check, exclude the lesson, or ask for another story with --replace.",
  volume_unfit: ({ volume, check }) =>
    `The stories of ${volume} have more in common (${checkNames[check]}) than "quality" in the plan allows.`,
  lessons_unchecked: ({ cause }) =>
    `The lessons could not be checked (${describeCause(cause)}). Because "quality" in the plan holds back or fails some of them, no package was written.`,
};
