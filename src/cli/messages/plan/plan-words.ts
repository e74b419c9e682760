import type { PlanProblem } from "../../../plan/problem.ts";
import { fileWords } from "./file-words.ts";
import { jobWords } from "./job-words.ts";
import { keyWords } from "./key-words.ts";
import { listWords } from "./list-words.ts";
import { describePlace, formatNumber, type PlanWords } from "./phrases.ts";
import { publishingWords } from "./publishing-words.ts";
import { rotationWords } from "./rotation-words.ts";
import { vocabularyWords } from "./vocabulary-words.ts";

export const planWords: PlanWords = {
  ...fileWords,
  ...keyWords,
  ...jobWords,
  ...listWords,
  ...vocabularyWords,
  ...rotationWords,
  ...publishingWords,
  too_many_problems: (p) =>
    `only the first ${formatNumber(p.shown)} problems are shown; correct them and check again`,
};

/** A problem on one line: `file:line:column: error: what happened; what to do (did you mean "es-419"?)`. */
export function describePlanProblem(problem: PlanProblem): string {
  // The compiler can't see that each code's words get a problem with that code.
  const messageOf = planWords[problem.code] as (problem: PlanProblem) => string;
  return `${describePlace(problem.place)}: ${problem.severity}: ${messageOf(problem)}`;
}
