import type { Place } from "./plan.ts";
import type { ValueFormat } from "./schema.ts";

/** The kind of a value, in terms that an author of YAML knows. */
export type Kind = "text" | "number" | "whole number" | "true or false" | "list" | "map" | "nothing";

/** `known`: the first few valid names. */
export interface Unknown {
  readonly known: readonly string[];
  readonly suggestion: string | null;
}

/** YAML features that a plan may not use; `depth` and `size` concern the YAML as a whole. */
export type RefusedYaml = "document" | "depth" | "size" | "tag" | "alias" | "key" | "number";

/** The facts of every problem by its code. `first`: where the same thing occurs first; `key`, `within`: keys of the plan, empty for the plan itself. */
interface Facts {
  unreadable_file: { path: string; reason: string };
  file_too_large: { path: string; mostBytes: number };
  path_outside: { path: string };
  /** `type`: the file's extension doesn't fit its use. `reason`: why a workbook can't be read. */
  file_unusable: {
    path: string;
    why: "not_utf8" | "not_image" | "type" | "workbook";
    what?: "cover" | "picture" | "word list";
    reason?: "not_xlsx" | "too_large" | "merged";
  };

  // `reason`: the YAML library's own code.
  yaml_syntax: { reason: string };
  /** Valid YAML that a plan may not contain. `text`: the YAML as written; empty if it can't be shown. */
  yaml_refused: { what: RefusedYaml; text: string };
  given_twice: { what: string; value: string; first: Place };

  not_a_plan: { found: Kind };
  unknown_key: { key: string; within: string } & Unknown;
  unknown_language: { value: string; suggestion: string | null };
  missing_key: { key: string; within: string };
  /** `isItem`: a list with this value would be valid. */
  wrong_type: {
    key: string;
    expected: readonly Kind[];
    found: Kind;
    sample: string;
    isItem: boolean;
  };
  number_out_of_range: { key: string; value: number; least: number; most: number };
  unknown_choice: { key: string; value: string; choices: readonly string[]; suggestion: string | null };
  bad_name: { what: "course" | "topic" | "list" | "level"; value: string };
  /** `isItem`: an item of the list is empty. */
  empty_list: { key: string; isItem?: boolean };

  text_empty: { key: string };
  text_too_long: { key: string; length: number; most: number; sample: string };
  text_cleaned: { key: string };
  too_many_prompts: { count: number; most: number };
  bad_value: { key: string; value: string; expected: ValueFormat };

  /** `like`: an edition that would be valid there; `first`: the rotation's first edition. */
  bad_edition: {
    fault: "no_name" | "uncounted" | "unlike" | "before_first" | "own_basis" | "year";
    edition: string;
    key?: "rotate" | "recall" | "skip" | "from";
    like?: string;
    first?: string;
  };
  /** The rotation has no effect, since every edition would have the same topics. */
  rotation_useless: { why: "one_edition" | "no_rotation" };
  recalled_left_out: { lang: string; difficulty: number; words: readonly string[] };

  duplicate_topic_id: { id: string; first: Place; derived: boolean };
  topic_lacks_language: { topic: string; lang: string; has: readonly string[] };
  /** An entry of `moved` or `removed` contradicts another entry, or the plan itself. */
  entry_contradicted: {
    why: "from_twice" | "to_twice" | "both_keys" | "planned_job";
    name: string;
    first: Place | null;
  };
  rule_useless: { rule: "exclude" | "include"; suggestion: string | null };
  /** `moved`: a topic that an entry of `moved` leads to. */
  unknown_name: { what: "topic" | "moved" | "list" | "volume" | "placeholder"; name: string } & Unknown;
  same_request: { job: string; as: string; first: Place };
  too_many_jobs: { count: number; most: number };
  no_jobs: object;

  list_lacks_language: { list: string; lang: string; topic: string; has: readonly string[] };
  too_many_words: { topic: string; lang: string; count: number; most: number };
  line_left_out: { line: string };
  unused_list: { list: string };
  bad_table: {
    why: "quote_open" | "text_after_quote" | "wide_row" | "no_word_column";
    fields?: number;
    columns?: number | readonly string[];
  };
  /** `count` words, from `word` on, fit into no story (`none`), or into fewer stories than `encounters` (`fewer`). */
  words_unplaced: { why: "none" | "fewer"; encounters: number; lang: string; word: string; count: number };

  bad_isbn: { value: string };

  too_many_problems: { shown: number };

  // Problems of a spreadsheet from which a plan is written (`spreadsheet/`); places are cells. `name`: that of a column or row, as written.
  sheet_unread: { reason: NonNullable<FactsOf<"file_unusable">["reason"]> | "ods" | "no_spreadsheet" };
  sheet_no_topics: { sheets: readonly string[] };
  /** Two sheets have topics. */
  sheet_twice: { name: string; first: string };
  sheet_name_unknown: { what: "column" | "row" | "sheet"; name: string } & Unknown;
  sheet_bad_cell: { name: string; value: string; expected: string };
  sheet_list_language: { list: string };
  /** A row may be one of these topics with a new text, or a new topic. */
  sheet_topic_unclear: { ids: readonly string[] };
  /** The sheet is for a course other than the plan's: all its lessons would be bought. */
  sheet_course_differs: { course: string; planned: string };
  /** The spreadsheet lacks a value that the plan needs; `isColumn`: each topic may have it instead. */
  sheet_lacks: { name: string; isColumn: boolean };
  sheet_budget_assumed: { credits: number };
  /** The plan's text can't be changed here: an alias uses one of its values, or the whole plan is in braces. */
  sheet_changes_alias: object;
}

export type PlanProblemCode = keyof Facts;
export type FactsOf<Code extends PlanProblemCode> = Readonly<Facts[Code]>;

/** A problem with a plan: a fact with a stable code and a place. Its message is in `cli/problems/texts/plan.yaml`. */
export type PlanProblem = {
  [Code in PlanProblemCode]: FactsOf<Code> & {
    readonly code: Code;
    readonly severity: "error" | "warning";
    readonly place: Place;
  };
}[PlanProblemCode];

/** The maximum number of problems that are reported, so that a megabyte of nonsense can't become a gigabyte of messages. */
export const problemsMost = 1_000;

export function isError(problem: PlanProblem): boolean {
  return problem.severity === "error";
}

/** Sorts problems by file (the plan first), sheet, line and column; only the first ones are kept. */
export function sortProblems(problems: readonly PlanProblem[], planFile: string): readonly PlanProblem[] {
  const inOrder = (a: PlanProblem, b: PlanProblem) => comparePlaces(a.place, b.place, planFile);
  // A list repeated by an alias is read more than once; each of its problems is reported once.
  const sorted = [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()].sort(inOrder);
  if (sorted.length <= problemsMost) return sorted;
  const shown = sorted.slice(0, problemsMost - 1);
  const place = shown.at(-1)?.place ?? { file: planFile, line: 1, column: 1 };
  const severity = sorted.some(isError) ? "error" : "warning";
  return [...shown, { code: "too_many_problems", severity, place, shown: shown.length }];
}

function comparePlaces(a: Place, b: Place, planFile: string): number {
  const [sheet = "", other = ""] = [a.sheet, b.sheet];
  if (a.file === b.file && sheet !== other) return sheet < other ? -1 : 1;
  if (a.file === b.file) return a.line - b.line || a.column - b.column;
  return a.file === planFile || (b.file !== planFile && a.file < b.file) ? -1 : 1;
}
