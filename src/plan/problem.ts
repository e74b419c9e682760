import type { MaterialProblem } from "./material/problem.ts";
import type { Place } from "./plan.ts";
import type { PublishingProblem } from "./publishing/problem.ts";
import type { LimitUnit, QualityName } from "./quality/quality-checks.ts";

/** The kind of a value, in terms that an author of YAML knows. */
export type Kind = "text" | "number" | "whole number" | "true or false" | "list" | "map" | "nothing";

/** Problems with a file as such: the plan itself or a word list beside it. */
type FileProblem =
  | { readonly code: "unreadable_file"; readonly path: string; readonly reason: string }
  | { readonly code: "file_too_large"; readonly path: string; readonly mostBytes: number }
  | { readonly code: "not_utf8"; readonly path: string }
  | { readonly code: "path_outside"; readonly path: string; readonly how: PathEscape };

export type PathEscape = "absolute" | "parent" | "link" | "backslash";

/** Problems with the text as YAML. `reason` is the YAML library's own stable code. */
type YamlProblem =
  | { readonly code: "yaml_syntax"; readonly reason: string }
  | { readonly code: "several_documents" }
  | { readonly code: "too_deep"; readonly most: number }
  | { readonly code: "too_many_nodes"; readonly most: number }
  | { readonly code: "tag_refused"; readonly tag: string }
  | { readonly code: "unknown_alias"; readonly alias: string }
  | { readonly code: "alias_in_itself"; readonly alias: string }
  | { readonly code: "duplicate_key"; readonly key: string; readonly first: Place }
  | { readonly code: "forbidden_key"; readonly key: string }
  | { readonly code: "key_not_text"; readonly found: string };

/** Problems with the shape: keys and kinds of values. `within` is the map's key, empty for the plan itself. */
type ShapeProblem =
  | { readonly code: "not_a_plan"; readonly found: Kind }
  | {
      readonly code: "unknown_key";
      readonly key: string;
      readonly within: string;
      readonly known: readonly string[];
      readonly suggestion: string | null;
    }
  | { readonly code: "missing_key"; readonly key: string; readonly within: string }
  | {
      readonly code: "wrong_type";
      readonly key: string;
      readonly expected: readonly Kind[];
      readonly found: Kind;
      readonly sample: string;
    }
  | {
      readonly code: "number_out_of_range";
      readonly key: string;
      readonly value: number;
      readonly least: number;
      readonly most: number;
    }
  | {
      readonly code: "unknown_choice";
      readonly key: string;
      readonly value: string;
      readonly choices: readonly string[];
      readonly suggestion: string | null;
    }
  | { readonly code: "unknown_language"; readonly value: string; readonly suggestion: string | null }
  | {
      readonly code: "bad_name";
      readonly what: "course" | "topic" | "list" | "level";
      readonly value: string;
    }
  /** The folder of that name holds something else. */
  | { readonly code: "reserved_course"; readonly course: string; readonly by: "rehearsals" | "windows" }
  | { readonly code: "empty_list"; readonly key: string }
  | { readonly code: "duplicate_value"; readonly key: string; readonly value: string; readonly first: Place };

/** Problems with a text. Lengths are UTF-16 units after cleaning. */
type TextProblem =
  | { readonly code: "text_empty"; readonly key: string }
  | {
      readonly code: "text_too_long";
      readonly key: string;
      readonly length: number;
      readonly most: number;
      readonly sample: string;
    }
  | { readonly code: "text_cleaned"; readonly key: string };

type EditionProblem =
  | { readonly code: "unknown_placeholder"; readonly placeholder: string; readonly suggestion: string | null }
  | {
      readonly code: "bad_edition";
      readonly edition: string;
      readonly fault: "empty" | "long" | "characters" | "dots";
    };

/** Problems with the sequence of editions. `pattern`: the plan's own edition, as written. */
type RotationProblem =
  | {
      readonly code: "edition_not_counted";
      readonly key: "rotate" | "recall" | "skip";
      readonly edition: string;
    }
  | {
      readonly code: "not_an_edition";
      readonly key: "skip" | "from";
      readonly value: string;
      readonly like: string;
    }
  | { readonly code: "edition_before_first"; readonly edition: string; readonly first: string }
  | { readonly code: "based_on_itself"; readonly edition: string }
  | { readonly code: "edition_never_changes" }
  | { readonly code: "recall_without_rotate" }
  | { readonly code: "rotation_takes_all"; readonly take: number; readonly topics: number }
  /** `words`: the first of them. */
  | {
      readonly code: "recalled_left_out";
      readonly lang: string;
      readonly difficulty: number;
      readonly count: number;
      readonly words: readonly string[];
    };

type TopicProblem =
  | {
      readonly code: "duplicate_topic_id";
      readonly id: string;
      readonly first: Place;
      readonly derived: boolean;
      readonly proposal: string;
    }
  | {
      readonly code: "topic_lacks_language";
      readonly topic: string;
      readonly lang: string;
      readonly has: readonly string[];
    };

type MoveProblem =
  | {
      readonly code: "moved_twice";
      readonly end: "from" | "to";
      readonly topic: string;
      readonly first: Place;
    }
  | { readonly code: "moved_in_circle"; readonly topic: string }
  | {
      readonly code: "moved_nowhere";
      readonly topic: string;
      readonly known: readonly string[];
      readonly suggestion: string | null;
    }
  | { readonly code: "moved_by_both" };

/** `first`: where the plan still has the topic, or the job. */
type RemovalProblem =
  | { readonly code: "removed_planned"; readonly topic: string; readonly first: Place }
  | { readonly code: "removed_job"; readonly job: string; readonly first: Place }
  | { readonly code: "bad_story_id"; readonly value: string };

type ListProblem =
  | {
      readonly code: "unknown_list";
      readonly list: string;
      readonly known: readonly string[];
      readonly suggestion: string | null;
    }
  | {
      readonly code: "list_lacks_language";
      readonly list: string;
      readonly lang: string;
      readonly topic: string;
      readonly has: readonly string[];
      /** A language of the list that shares the wanted one's first part, such as `es` for `es-419`. */
      readonly relative: string | null;
    }
  | {
      readonly code: "too_many_words";
      readonly topic: string;
      readonly lang: string;
      readonly count: number;
      readonly most: number;
    }
  | { readonly code: "duplicate_word"; readonly word: string; readonly first: Place }
  | { readonly code: "unused_list"; readonly list: string }
  | { readonly code: "list_file_type"; readonly path: string }
  | {
      readonly code: "list_not_read";
      readonly path: string;
      readonly reason: "not_xlsx" | "too_large" | "too_many_rows" | "too_many_columns";
    }
  | {
      readonly code: "no_word_column";
      readonly columns: readonly string[];
      readonly separator: "comma" | "tab" | "cell";
    }
  | { readonly code: "bad_quoting"; readonly fault: "open" | "after" }
  | { readonly code: "row_too_wide"; readonly fields: number; readonly columns: number }
  | { readonly code: "lists_too_large"; readonly mostBytes: number };

/** Words of a volume's lists that don't fit into its stories, or not as often as requested. */
interface Unplaced {
  readonly lang: string;
  readonly difficulties: readonly number[];
  /** The first of the words, and how many there are. */
  readonly word: string;
  readonly count: number;
  /** The stories whose topics name a list with the word, how many words each takes, and how many words their lists have. */
  readonly stories: number;
  readonly perStory: number;
  readonly words: number;
}

interface MetLess extends Unplaced {
  readonly encounters: number;
  /** In how many stories the first word is requested. */
  readonly times: number;
}

type VocabularyProblem =
  | (Unplaced & { readonly code: "words_in_no_story" })
  | (MetLess & { readonly code: "words_met_too_seldom" })
  | (MetLess & { readonly code: "words_in_too_few_stories" });

type RuleName = "exclude" | "include" | "removed";

type JobProblem =
  | {
      readonly code: "rule_matches_nothing";
      readonly rule: "exclude" | "include";
      readonly suggestion: string | null;
    }
  | { readonly code: "rule_empty"; readonly rule: RuleName }
  | { readonly code: "rule_without_effect" }
  | {
      readonly code: "unknown_topic";
      readonly topic: string;
      readonly known: readonly string[];
      readonly suggestion: string | null;
    }
  | { readonly code: "duplicate_job"; readonly job: string; readonly first: Place }
  /** Two jobs with exactly the same request: `as` is the other one. */
  | { readonly code: "same_request"; readonly job: string; readonly as: string; readonly first: Place }
  | { readonly code: "too_many_jobs"; readonly count: number; readonly most: number }
  | { readonly code: "no_jobs" };

export interface QualityProblem {
  readonly code: "bad_limit";
  readonly check: QualityName;
  readonly unit: LimitUnit;
  readonly value: string;
}

type PlanFault =
  | FileProblem
  | YamlProblem
  | ShapeProblem
  | TextProblem
  | EditionProblem
  | RotationProblem
  | TopicProblem
  | MoveProblem
  | RemovalProblem
  | ListProblem
  | VocabularyProblem
  | JobProblem
  | MaterialProblem
  | QualityProblem
  | PublishingProblem
  | { readonly code: "too_many_problems"; readonly shown: number };

/** A problem with a plan: a fact with a stable code and a place. `cli/messages/plan/plan-words.ts` words each. */
export type PlanProblem = PlanFault & { readonly severity: "error" | "warning"; readonly place: Place };

/** The most problems that are reported, so that a megabyte of nonsense can't become a gigabyte of messages. */
export const problemsMost = 1_000;

export function isError(problem: PlanProblem): boolean {
  return problem.severity === "error";
}

/** Sorts problems for display: by file (the plan first), line and column; beyond the limit, errors are kept before warnings. */
export function sortProblems(problems: readonly PlanProblem[], planFile: string): readonly PlanProblem[] {
  const sorted = [...problems].sort((a, b) => comparePlaces(a.place, b.place, planFile));
  if (sorted.length <= problemsMost) return sorted;
  const shown = [...sorted.filter(isError), ...sorted.filter((p) => !isError(p))].slice(0, problemsMost - 1);
  shown.sort((a, b) => comparePlaces(a.place, b.place, planFile));
  const place = shown.at(-1)?.place ?? { file: planFile, line: 1, column: 1 };
  const severity = shown.some(isError) ? "error" : "warning";
  return [...shown, { code: "too_many_problems", severity, place, shown: shown.length }];
}

function comparePlaces(a: Place, b: Place, planFile: string): number {
  if (a.file !== b.file) {
    if (a.file === planFile) return -1;
    if (b.file === planFile) return 1;
    return a.file < b.file ? -1 : 1;
  }
  return a.line - b.line || a.column - b.column;
}
