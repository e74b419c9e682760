import type { Place } from "../plan/plan.ts";
import { isError, type PlanProblem, sortProblems } from "../plan/problem.ts";
import { Reading } from "../plan/reading.ts";
import { readYaml } from "../plan/yaml.ts";
import type { Draft } from "./draft.ts";
import { foldName, namesIn } from "./names.ts";
import type { CourseWorkbook } from "./read-workbook.ts";

type Container = Record<string, unknown>;

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
  const known = cellsIn(text, cells, planFile);
  const usual = course?.place ?? topics.place;
  const cellOf = (place: Place): Place => {
    if (place.file !== planFile)
      return tables.get(place.file)?.cells[place.line - 1]?.[place.column - 1] ?? place;
    const cell = known.get(positionOf(place)) ?? (place.line === 1 || before === "" ? usual : null);
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

const positionOf = ({ line, column }: Place): string => `${line}:${column}`;
const rowOf = ({ file, sheet, line }: Place): string => JSON.stringify([file, sheet, line]);

function isPlace(fact: unknown): fact is Place {
  return typeof fact === "object" && fact !== null && "file" in fact && "line" in fact && "column" in fact;
}

/** The cells by position in the plan's text: of the values that come from them, and of all values inside those. */
function cellsIn(
  text: string,
  cells: ReadonlyMap<string, Place>,
  planFile: string,
): ReadonlyMap<string, Place> {
  const reading = new Reading(planFile);
  const { places } = reading;
  const plan = readYaml(text, reading);
  const found = new Map<string, Place>();
  const mark = (container: Container, key: string | number, cell: Place): void => {
    // Forbidden keys are not in the data.
    if (typeof key === "string" && !places.has(container, key)) return;
    found.set(positionOf(places.of(container, key as string)), cell);
    if (typeof key === "string") found.set(positionOf(places.ofKey(container, key)), cell);
    const value = container[key];
    if (typeof value !== "object" || value === null) return;
    for (const inner of Object.keys(value))
      mark(value as Container, Array.isArray(value) ? Number(inner) : inner, cell);
  };
  // Outer values first, so that a cell of an inner value replaces that of the outer one.
  const paths = [...cells].map(([path, cell]) => [JSON.parse(path) as (string | number)[], cell] as const);
  for (const [path, cell] of paths.sort(([a], [b]) => a.length - b.length)) {
    const container = path
      .slice(0, -1)
      .reduce<unknown>((value, key) => (value as Container | undefined)?.[key], plan);
    const last = path.at(-1);
    if (typeof container === "object" && container !== null && last !== undefined)
      mark(container as Container, last, cell);
  }
  return found;
}
