import type { Place } from "../plan/plan.ts";
import type { PlanProblem, Unknown } from "../plan/problem.ts";

/** The facts of every problem by its code. Places are cells; `first`: where the same thing is before. */
interface Facts {
  file_kind: { kind: "ods" | "xls" | "other" };
  file_refused: { reason: "not_xlsx" | "too_large" | "too_many_rows" | "too_many_columns" };
  /** `sheets`: the names of those that there are. */
  no_topics_sheet: { sheets: readonly string[] };
  no_topic_column: { columns: readonly string[] };
  /** A column, a row of the sheet about the course, or a sheet that is ignored. */
  name_unknown: { what: "column" | "setting" | "sheet"; name: string } & Unknown;
  name_twice: { what: "column" | "setting"; name: string; first: Place };
  /** The spreadsheet program made something else of what was typed. */
  cell_converted: { name: string; found: "date" | "truth value" | "fraction"; shown: string };
  /** `expected`: a word for what the cell can have. */
  bad_cell: { name: string; value: string; expected: "number" | "numbers" | "flag" };
  list_needs_language: { list: string };
  list_is_empty: { list: string };
  id_twice: { id: string; first: Place };
  /** A row may be one of these topics with a new text, or a new topic. */
  topic_unclear: { text: string; candidates: readonly { readonly id: string; readonly text: string }[] };
  /** The sheet is about another course than the plan, whose lessons would all be bought. */
  course_differs: { course: string; planned: string };
  /** What would be replaced has an anchor, or is an alias. */
  anchor_in_the_way: { name: string };
  /** A key that the plan needs, by its name in sheets. `isColumn`: each topic may have it instead. */
  setting_missing: { name: string; isColumn: boolean };
  budget_assumed: { credits: number };
}

export type SheetProblemCode = keyof Facts;
export type SheetFacts<Code extends SheetProblemCode> = Readonly<Facts[Code]>;

/** A problem with a spreadsheet, or with the plan that it comes to: then the place is the cell that the value came from, if it came from one. */
export type SheetProblem =
  | PlanProblem
  | {
      [Code in SheetProblemCode]: SheetFacts<Code> & {
        readonly code: Code;
        readonly severity: "error" | "warning";
        readonly place: Place;
      };
    }[SheetProblemCode];

/** Collects problems. */
export class SheetReport {
  readonly problems: SheetProblem[] = [];

  error<Code extends SheetProblemCode>(place: Place, code: Code, facts: SheetFacts<Code>): void {
    this.problems.push({ severity: "error", place, code, ...facts } as unknown as SheetProblem);
  }

  warn<Code extends SheetProblemCode>(place: Place, code: Code, facts: SheetFacts<Code>): void {
    this.problems.push({ severity: "warning", place, code, ...facts } as unknown as SheetProblem);
  }

  hasErrors(): boolean {
    return this.problems.some(({ severity }) => severity === "error");
  }
}
