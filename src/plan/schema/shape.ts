import type { z } from "zod";
import { type PlanProblem, problemsMost } from "../problem.ts";
import type { Path } from "../yaml/path.ts";
import type { Places } from "../yaml/read-yaml.ts";
import { prune, type Readable } from "../yaml/readable.ts";
import { kindOf } from "./kinds.ts";
import { issueProblems } from "./shape-problems.ts";
import { type WrittenPlan, writtenPlanSchema } from "./written-plan.ts";

export interface ShapeResult {
  /** What could be read: an invalid value is missing, or `undefined` in a list. `null` if there is no map at all. */
  readonly readable: Readable<WrittenPlan> | null;
  readonly problems: readonly PlanProblem[];
}

/** Checks keys and kinds of values. A problem in one place hides none elsewhere. */
export function readShape(data: unknown, places: Places): ShapeResult {
  const found = kindOf(data);
  if (found !== "map") {
    return {
      readable: null,
      problems: [{ severity: "error", place: places.of([]), code: "not_a_plan", found }],
    };
  }
  const result = writtenPlanSchema.safeParse(data);
  if (result.success) return { readable: data as WrittenPlan, problems: [] };

  const flat = result.error.issues.flatMap((issue) => flatten(issue, []));
  const cuts = flat.flatMap(({ issue, path }) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path],
  );
  return {
    readable: prune(data, cuts) as Readable<WrittenPlan>,
    problems: flat
      .slice(0, problemsMost + 1)
      .flatMap(({ issue, path }) => issueProblems(issue, path, { data, places })),
  };
}

interface PlacedIssue {
  readonly issue: z.core.$ZodIssue;
  readonly path: Path;
}

/** If a value may be written in several forms, only the issues of the form that its author chose. */
function flatten(issue: z.core.$ZodIssue, parent: Path): PlacedIssue[] {
  const path: Path = [...parent, ...(issue.path as Path)];
  if (issue.code !== "invalid_union") return [{ issue, path }];
  const chosen = issue.errors.find(
    (way) => !way.some((one) => one.path.length === 0 && one.code === "invalid_type"),
  );
  return chosen === undefined ? [{ issue, path }] : chosen.flatMap((one) => flatten(one, path));
}
