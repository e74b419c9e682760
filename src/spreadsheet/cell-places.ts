import type { Place } from "../plan/plan.ts";
import { isError, type PlanProblem, sortProblems } from "../plan/problem.ts";
import { positionOf, Reading } from "../plan/reading.ts";
import { readYaml } from "../plan/yaml.ts";
import type { Draft } from "./draft.ts";
import { foldName, namesIn } from "./names.ts";
import type { CourseWorkbook } from "./read-workbook.ts";

interface Written {
  /** The plan's text after the import, and before it. */
  readonly text: string;
  readonly before: string;
  readonly workbook: CourseWorkbook;
  /** For each line and character of the word lists to be written, the cell that it comes from. */
  readonly tables: ReadonlyMap<string, { readonly cells: readonly (readonly Place[])[] }>;
}

/** All problems of an import, by sheet, row and column. A problem in the resulting plan is placed at the cell that the value comes from. */
export function placeProblems(
  ofPlan: readonly PlanProblem[],
  { text, before, workbook, tables }: Written,
  { cells, planFile, reading }: Draft,
): readonly PlanProblem[] {
  const { course, topics, lists } = workbook;
  const written = new Reading(planFile);
  const paths = written.places.pathsIn(readYaml(text, written));
  const usual = course?.place ?? topics.place;
  const cellOf = (place: Place): Place => {
    if (place.file !== planFile)
      return tables.get(place.file)?.cells[place.line - 1]?.[place.column - 1] ?? place;
    const path = paths.get(positionOf(place)) ?? [];
    // A value without a cell of its own comes from that of the value around it.
    const around = path.map((_, index) => cells.get(JSON.stringify(path.slice(0, path.length - index))));
    const cell =
      around.find((one) => one !== undefined) ?? (place.line === 1 || before === "" ? usual : null);
    return (
      cell ?? { ...place, line: before.split("\n").indexOf(text.split("\n")[place.line - 1] ?? "") + 1 || 1 }
    );
  };
  const own = reading.problems;
  const unread = new Set(own.filter(isError).map(({ place }) => rowOf(place)));
  const hasUnreadSettings = own.some(
    (problem) => isError(problem) && problem.place.sheet === course?.place.sheet,
  );
  const placed = ofPlan.flatMap((problem): PlanProblem[] => {
    if (problem.code === "missing_key" && problem.within === "") {
      const settings = namesIn("settings");
      const { names } = settings[problem.key] ?? settings[`${problem.key}.credits`] ?? {};
      const facts = { name: names?.en[0] ?? problem.key, isColumn: problem.key in namesIn("columns") };
      return hasUnreadSettings ? [] : [{ code: "sheet_lacks", severity: "error", place: usual, ...facts }];
    }
    const isUnreadList =
      problem.code === "unknown_name" && lists.some(({ name }) => foldName(name) === foldName(problem.name));
    const mapped = Object.entries(problem).map(([key, fact]) => [key, isPlace(fact) ? cellOf(fact) : fact]);
    const one = Object.fromEntries(mapped) as unknown as PlanProblem;
    // An unreadable value is already reported; that the plan lacks it is no second problem.
    return isUnreadList || unread.has(rowOf(one.place)) ? [] : [one];
  });
  return sortProblems([...own, ...placed], planFile);
}

const rowOf = ({ file, sheet, line }: Place): string => JSON.stringify([file, sheet, line]);

function isPlace(fact: unknown): fact is Place {
  return typeof fact === "object" && fact !== null && "file" in fact && "line" in fact && "column" in fact;
}
