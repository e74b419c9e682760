import type { Place } from "./plan.ts";
import type { LimitUnit, QualityName } from "./quality-checks.ts";

/** The kind of a value, in terms that an author of YAML knows. */
export type Kind = "text" | "number" | "whole number" | "true or false" | "list" | "map" | "nothing";

export type PathEscape = "absolute" | "parent" | "link" | "backslash";

/** What is wrong with an ISBN. `expected`: the check digit of its first twelve digits. */
export type IsbnFault =
  | { readonly fault: "ten" | "characters" | "prefix" }
  | { readonly fault: "digits"; readonly digits: number }
  | { readonly fault: "check"; readonly expected: string };

/** A name that is none of those there are. `known`: the first of those; `suggestion`: the one that was most likely meant. */
export interface Unknown {
  readonly known: readonly string[];
  readonly suggestion: string | null;
}

/**
 * Words of a volume's lists that don't fit into its stories, or not as often as requested: the first of them, and how many there are; the
 * stories whose topics name a list with the word, how many words each takes, and how many words their lists have.
 */
interface Unplaced {
  lang: string;
  difficulties: readonly number[];
  word: string;
  count: number;
  stories: number;
  perStory: number;
  words: number;
}

/** `times`: in how many stories the first word is requested. */
type MetLess = Unplaced & { encounters: number; times: number };

/** The facts of every problem by its code. `first`: where the same thing is before; `key` and `within`: keys of the plan, empty for the plan itself. */
interface Facts {
  // A file: the plan itself, or one beside it.
  unreadable_file: { path: string; reason: string };
  file_too_large: { path: string; mostBytes: number };
  not_utf8: { path: string };
  path_outside: { path: string; how: PathEscape };
  image_type: { path: string; what: "cover" | "picture" };
  not_image: { path: string };
  images_too_large: { mostBytes: number };

  // YAML. `reason` is the YAML library's own stable code.
  yaml_syntax: { reason: string };
  several_documents: object;
  too_deep: { most: number };
  too_many_nodes: { most: number };
  tag_refused: { tag: string };
  unknown_alias: { alias: string };
  alias_in_itself: { alias: string };
  duplicate_key: { key: string; first: Place };
  forbidden_key: { key: string };
  key_not_text: { found: string };

  // Keys and kinds of values. `isBare`: the key has no colon, as what follows a comma within braces.
  not_a_plan: { found: Kind };
  unknown_key: { key: string; within: string; isBare: boolean } & Unknown;
  unknown_language: { value: string; isBare: boolean; suggestion: string | null };
  missing_key: { key: string; within: string };
  /** `isItem`: a list of the value would be right. `keys`: those that a map must have here. */
  wrong_type: {
    key: string;
    expected: readonly Kind[];
    found: Kind;
    sample: string;
    isItem: boolean;
    keys: readonly string[];
  };
  number_out_of_range: { key: string; value: number; least: number; most: number };
  unknown_choice: { key: string; value: string; choices: readonly string[]; suggestion: string | null };
  bad_name: { what: "course" | "topic" | "list" | "level"; value: string };
  /** The folder of that name holds something else. */
  reserved_course: { course: string; by: "rehearsals" | "windows" };
  empty_list: { key: string };
  duplicate_value: { key: string; value: string; first: Place };

  // Texts. Lengths are UTF-16 units after cleaning.
  text_empty: { key: string };
  text_too_long: { key: string; length: number; most: number; sample: string };
  text_cleaned: { key: string };
  too_many_prompts: { count: number; most: number };
  bad_limit: { check: QualityName; unit: LimitUnit; value: string };

  // Editions.
  unknown_placeholder: { placeholder: string; suggestion: string | null };
  bad_edition: { edition: string; fault: "empty" | "long" | "characters" | "dots" };
  edition_not_counted: { key: "rotate" | "recall" | "skip"; edition: string };
  not_an_edition: { key: "skip" | "from"; value: string; like: string };
  edition_before_first: { edition: string; first: string };
  based_on_itself: { edition: string };
  edition_never_changes: object;
  recall_without_rotate: object;
  rotation_takes_all: { take: number; topics: number };
  /** `words`: the first of them. */
  recalled_left_out: { lang: string; difficulty: number; count: number; words: readonly string[] };

  // Topics, what was bought for them, and jobs.
  duplicate_topic_id: { id: string; first: Place; derived: boolean; proposal: string };
  topic_lacks_language: { topic: string; lang: string; has: readonly string[] };
  moved_twice: { end: "from" | "to"; topic: string; first: Place };
  moved_in_circle: { topic: string };
  moved_nowhere: { topic: string } & Unknown;
  moved_by_both: object;
  /** `first`: where the plan still has the topic, or the job. */
  removed_planned: { topic: string; first: Place };
  removed_job: { job: string; first: Place };
  bad_story_id: { value: string };
  rule_matches_nothing: { rule: "exclude" | "include"; suggestion: string | null };
  rule_empty: { rule: "exclude" | "include" | "removed" };
  rule_without_effect: object;
  unknown_topic: { topic: string } & Unknown;
  duplicate_job: { job: string; first: Place };
  /** Two jobs with exactly the same request: `as` is the other one. */
  same_request: { job: string; as: string; first: Place };
  too_many_jobs: { count: number; most: number };
  no_jobs: object;

  // Word lists.
  unknown_list: { list: string } & Unknown;
  /** `relative`: a language of the list that shares the wanted one's first part, such as `es` for `es-419`. */
  list_lacks_language: {
    list: string;
    lang: string;
    topic: string;
    has: readonly string[];
    relative: string | null;
  };
  too_many_words: { topic: string; lang: string; count: number; most: number };
  duplicate_word: { word: string; first: Place };
  unused_list: { list: string };
  list_file_type: { path: string };
  list_not_read: { path: string; reason: "not_xlsx" | "too_large" | "too_many_rows" | "too_many_columns" };
  no_word_column: { columns: readonly string[]; separator: "comma" | "tab" | "cell" };
  bad_quoting: { fault: "open" | "after" };
  row_too_wide: { fields: number; columns: number };
  lists_too_large: { mostBytes: number };
  words_in_no_story: Unplaced;
  words_met_too_seldom: MetLess;
  words_in_too_few_stories: MetLess;

  // Books as products.
  bad_isbn: { value: string } & IsbnFault;
  unknown_volume: { volume: string } & Unknown;
  bad_price: { value: string };
  bad_day: { key: string; value: string };
  bad_address: { key: string; kind: "web" | "mail"; value: string };

  too_many_problems: { shown: number };
}

export type PlanProblemCode = keyof Facts;
export type FactsOf<Code extends PlanProblemCode> = Readonly<Facts[Code]>;

/** A problem with a plan: a fact with a stable code and a place. `cli/messages/plan/plan-words.ts` words each. */
export type PlanProblem = {
  [Code in PlanProblemCode]: FactsOf<Code> & {
    readonly code: Code;
    readonly severity: "error" | "warning";
    readonly place: Place;
  };
}[PlanProblemCode];

/** The most problems that are reported, so that a megabyte of nonsense can't become a gigabyte of messages. */
export const problemsMost = 1_000;

export function isError(problem: PlanProblem): boolean {
  return problem.severity === "error";
}

/** Sorts problems for display: by file (the plan first), line and column; beyond the limit, errors are kept before warnings. */
export function sortProblems(problems: readonly PlanProblem[], planFile: string): readonly PlanProblem[] {
  const inOrder = (a: PlanProblem, b: PlanProblem) => comparePlaces(a.place, b.place, planFile);
  // A list repeated by an alias is read more than once; each of its problems is reported once.
  const sorted = [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()].sort(inOrder);
  if (sorted.length <= problemsMost) return sorted;
  const shown = [...sorted.filter(isError), ...sorted.filter((one) => !isError(one))]
    .slice(0, problemsMost - 1)
    .sort(inOrder);
  const place = shown.at(-1)?.place ?? { file: planFile, line: 1, column: 1 };
  const severity = shown.some(isError) ? "error" : "warning";
  return [...shown, { code: "too_many_problems", severity, place, shown: shown.length }];
}

function comparePlaces(a: Place, b: Place, planFile: string): number {
  if (a.file === b.file) return a.line - b.line || a.column - b.column;
  return a.file === planFile || (b.file !== planFile && a.file < b.file) ? -1 : 1;
}
