import type { KeyPlaces, Place } from "../../../plan/plan.ts";
import type { RunProblem } from "../../../run/problem.ts";
import { showText } from "../../../shared/text.ts";

/** A problem that only an edit of the plan can settle. */
export type EditProblem = Extract<
  RunProblem,
  {
    code: "lessons_left" | "move_contradicted" | "removal_contradicted" | "basis_unknown" | "request_bought";
  }
>;

/** The edit that a problem requires, by file and line. The lines to add are in the problem's own message. */
export function describeEdit(problem: EditProblem): string {
  switch (problem.code) {
    case "move_contradicted":
    case "removal_contradicted":
    case "basis_unknown":
    case "request_bought":
      return `edit ${lineOf(problem.place)}`;
    case "lessons_left": {
      const keys = ["removed"] as const;
      return (problem.moved.length === 0 ? keys : (["moved", ...keys] as const))
        .map((key) => describeKey(key, problem.keys))
        .join(", or ");
    }
  }
}

function describeKey(key: "moved" | "removed", { topics, ...keys }: KeyPlaces): string {
  const place = keys[key];
  return place === null
    ? `write ${key}: above ${lineOf(topics)} (topics:)`
    : `add to ${key}: at ${lineOf(place)}`;
}

function lineOf({ file, line }: Place): string {
  return `${showText(file)}:${line}`;
}
