import type { Place } from "../../../plan/plan.ts";
import { planLimits } from "../../../plan/plan-limits.ts";
import type { Kind, PathEscape, PlanProblem } from "../../../plan/problem.ts";
import type { LimitUnit } from "../../../plan/quality/quality-checks.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { shorten, showText } from "../../../shared/text.ts";
import { nameCharacters, quote } from "../quote.ts";
import { vocabularyWords } from "./vocabulary-words.ts";

type Words = {
  readonly [Code in PlanProblem["code"]]: (problem: Extract<PlanProblem, { code: Code }>) => string;
};

/** What happened, why it matters, what to do: one clause each, without the place. Everything from the plan is escaped for display. */
// A suggestion is enough if the name was mistyped.
const whereToMove =
  '; point "to" at the topic that has these lessons now, or, if they have left the plan, drop this entry and let them go under "removed"';

const limitSamples: Readonly<Record<LimitUnit, string>> = {
  share: "a share such as 5%",
  duration: "a time such as 4s",
  count: "a whole number such as 2",
  decibels: "a number of decibels such as 3",
  none: "no limit: there is nothing to count",
};

export const planWords: Words = {
  unreadable_file: (p) => `can't read ${quote(p.path)}: ${describeReason(p.reason)}`,
  file_too_large: (p) =>
    `${quote(p.path)} is larger than ${describeBytes(p.mostBytes)}; split it or shorten it`,
  not_utf8: (p) => `${quote(p.path)} is not UTF-8 from here on; save it as UTF-8`,
  path_outside: (p) => `${quote(p.path)} ${describeEscape[p.how]}; name a file below the plan's folder`,

  yaml_syntax: (p) => `this is not valid YAML: ${describeYaml[p.reason] ?? "it can't be read from here on"}`,
  several_documents: () => 'a second YAML document begins here; a plan is one document: remove the "---"',
  too_deep: (p) => `maps and lists are nested more than ${p.most} deep; a plan needs six`,
  too_many_nodes: (p) =>
    `the plan holds more than ${formatNumber(p.most)} values, aliases counted; split it into several plans`,
  tag_refused: (p) =>
    `the tag ${quote(p.tag)} is not allowed; write the value plainly, in quotes if it is text`,
  unknown_alias: (p) =>
    `no anchor ${quote(`&${p.alias}`)} stands before this alias; define it first, or quote a text that begins with *`,
  alias_in_itself: (p) =>
    `the alias ${quote(`*${p.alias}`)} stands within what it stands for; write the value out`,
  duplicate_key: (p) => `the key ${quote(p.key)} is here twice, first on line ${p.first.line}; keep one`,
  forbidden_key: (p) => `the key ${quote(p.key)} is not allowed anywhere; rename it`,
  key_not_text: (p) => `a key must be text${p.found === "" ? "" : `, not ${p.found}`}; write it in quotes`,

  not_a_plan: (p) =>
    `a plan is a map of keys such as course, title and topics; here is ${describeKind(p.found)}`,
  unknown_key: (p) => `unknown key ${quote(p.key)}${within(p.within)}${hint(p.suggestion, p.known)}`,
  missing_key: (p) => `the key ${quote(p.key)} is missing${within(p.within)}; add it`,
  wrong_type: (p) => describeWrongType(p),
  number_out_of_range: (p) =>
    `${quote(p.key)} is ${p.value}; it must be from ${formatNumber(p.least)} to ${formatNumber(p.most)}`,
  unknown_choice: (p) =>
    `${quote(p.value)} is not one of the values of ${quote(p.key)}${hint(p.suggestion, p.choices)}`,
  unknown_language: (p) =>
    `${quote(p.value)} is not a language code of the story service; see the list of codes${didYouMean(p.suggestion)}`,
  bad_name: (p) => `${quote(p.value)} can't be ${describeName[p.what]}`,
  empty_list: (p) =>
    `${quote(p.key)} is empty; give it at least one value${p.key === "file" ? " (the file has no words)" : " or leave the key out"}`,
  duplicate_value: (p) =>
    `${quote(p.value)} is in ${quote(p.key)} twice, first at ${p.first.line}:${p.first.column}; remove one`,

  bad_limit: (p) =>
    `${quote("most")} of ${quote(p.check)} is ${quote(p.value)}; write ${limitSamples[p.unit]}`,

  text_empty: (p) => `${quote(p.key)} is empty once it is cleaned; write at least one character`,
  text_too_long: (p) =>
    `${quote(p.key)} has ${p.length} characters, at most ${p.most} are allowed; shorten ${quote(p.sample)}`,
  text_cleaned: (p) =>
    `invisible control characters were removed from ${quote(p.key)}; check that the text is what you meant`,

  unknown_placeholder: (p) =>
    `unknown placeholder ${quote(`{${p.placeholder}}`)} in the edition; there are {date} {year} {month} {day} {isoYear} {isoWeek}${didYouMean(p.suggestion === null ? null : `{${p.suggestion}}`)}`,
  bad_edition: (p) =>
    `the edition ${quote(p.edition)} ${describeEdition[p.fault]}; use 1 to 64 of A-Z a-z 0-9 . _ -`,

  duplicate_topic_id: (p) =>
    `two topics have the id ${quote(p.id)}${p.derived ? " (made from the text)" : ""}, the first on line ${p.first.line}; give this one an id of its own, such as id: ${p.proposal}`,
  topic_lacks_language: (p) =>
    `the topic ${quote(p.topic)} has no text in ${quote(p.lang)}, only in ${names(p.has)}; add one, or one text for all languages`,

  moved_twice: (p) => describeMovedTwice(p),
  removed_planned: (p) =>
    `the topic ${quote(p.topic)} is in the plan, on line ${p.first.line}, and "removed" says that it left; take it out of one of the two`,
  removed_job: (p) =>
    `this "removed" rule matches ${quote(p.job)}, which the plan makes (line ${p.first.line}); make it narrower, or remove it`,
  bad_story_id: (p) =>
    `${quote(p.value)} can't be the beginning of a story's id: give its first 8 characters, or more`,
  same_request: (p) =>
    `${quote(p.job)} asks for exactly what ${quote(p.as)} asks for, on line ${p.first.line}: the same story would be bought twice; change one, or leave it out with exclude`,
  moved_by_both: () =>
    'this "moved" entry gives both "from" and "text"; one of them says which lessons it is about: remove the other',
  moved_nowhere: (p) =>
    `no topic has the id ${quote(p.topic)}${hint(p.suggestion, p.known)}${p.suggestion === null ? whereToMove : ""}`,
  moved_in_circle: (p) => `the moves lead from ${quote(p.topic)} back to it; remove the one that is wrong`,

  unknown_list: (p) => `no word list is called ${quote(p.list)}${hint(p.suggestion, p.known)}`,
  list_lacks_language: (p) => describeLackingList(p),
  too_many_words: (p) =>
    `the lists of ${quote(p.topic)} give ${p.count} words in ${quote(p.lang)}; a story takes at most ${p.most}: shorten or split them`,
  duplicate_word: (p) =>
    `the word ${quote(p.word)} was there before, at ${describePlace(p.first)}; it is used once`,
  unused_list: (p) =>
    `no topic uses the word list ${quote(p.list)}; name it under a topic's words, or remove it`,
  list_file_type: (p) =>
    `${quote(p.path)} is not a word list; use a .csv, .tsv or .xlsx file with the columns word and gloss, or a .txt file with one word a line`,
  list_not_read: (p) => `${quote(p.path)} can't be read: ${describeRefusal[p.reason]}`,
  no_word_column: (p) =>
    `the first row names no column "word" between ${p.separator}s, only ${names(p.columns)}; start the file with ${describeHeader[p.separator]}`,
  bad_quoting: (p) => describeQuoting[p.fault],
  row_too_wide: (p) =>
    `this row has ${pluralize(p.fields, "field")}, the first row ${p.columns}; put a text with a separator in it in double quotes`,
  lists_too_large: (p) =>
    `the word lists are larger than ${describeBytes(p.mostBytes)} together; shorten them`,

  ...vocabularyWords,

  rule_matches_nothing: (p) =>
    `this ${p.rule} rule matches no job, so what it should ${p.rule === "exclude" ? "leave out" : "change"} would be bought as it is; correct or remove it${didYouMean(p.suggestion)}`,
  rule_empty: (p) =>
    `this ${p.rule} rule has no keys, so it would match every job; name a topic, lang or difficulty`,
  rule_without_effect: () =>
    "this include rule names jobs that are there already and gives no new settings; add one or remove the rule",
  unknown_topic: (p) => `no topic has the id ${quote(p.topic)}${hint(p.suggestion, p.known)}`,
  duplicate_job: (p) =>
    `the job ${quote(p.job)} is added twice, first on line ${p.first.line}; keep one rule`,
  too_many_jobs: (p) => describeTooManyJobs(p),
  no_jobs: () => "no job is left to make; exclude takes all of them away",

  cover_type: (p) => `${quote(p.path)} can't be a cover; use a .png or .jpg file`,
  cover_not_image: (p) =>
    `${quote(p.path)} does not hold the kind of image that its name says; export it again as PNG or JPEG`,
  too_many_problems: (p) =>
    `only the first ${formatNumber(p.shown)} problems are shown; correct them and check again`,
};

/** A problem on one line: `file:line:column: error: what happened; what to do (did you mean "es-419"?)`. */
export function describePlanProblem(problem: PlanProblem): string {
  // The compiler can't see that each code's words get a problem with that code.
  const say = planWords[problem.code] as (problem: PlanProblem) => string;
  return `${describePlace(problem.place)}: ${problem.severity}: ${say(problem)}`;
}

const pathCharacters = 400;

function names(list: readonly string[]): string {
  return list.length === 0 ? "none" : list.map(quote).join(", ");
}

function describePlace(place: Place): string {
  return `${shorten(showText(place.file), pathCharacters)}:${place.line}:${place.column}`;
}

function didYouMean(suggestion: string | null): string {
  return suggestion === null ? "" : ` (did you mean ${quote(suggestion)}?)`;
}

function hint(suggestion: string | null, known: readonly string[]): string {
  if (suggestion !== null) return didYouMean(suggestion);
  return known.length === 0
    ? "; there are none"
    : `; there are ${known.map((name) => shorten(showText(name), nameCharacters)).join(", ")}`;
}

function within(key: string): string {
  return key === "" ? "" : ` in ${quote(key)}`;
}

function formatNumber(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

function describeBytes(bytes: number): string {
  return `${bytes / 1_048_576} MiB`;
}

function describeKind(kind: Kind): string {
  const articles: Partial<Record<Kind, string>> = {
    list: "a list",
    map: "a map",
    number: "a number",
    "whole number": "a whole number",
  };
  return articles[kind] ?? kind;
}

function describeWrongType(problem: Extract<PlanProblem, { code: "wrong_type" }>): string {
  const { key, expected, found, sample } = problem;
  const wanted = expected.map(describeKind).join(" or ");
  const shown = sample === "" ? "" : ` ${found === "text" ? quote(sample) : sample}`;
  const start = `${quote(key)} must be ${wanted}, and here is ${describeKind(found)}${shown}`;
  if (found === "nothing") return `${start}; give it a value or leave the key out`;
  const isNumber = found === "text" && /^-?\d+$/.test(sample);
  if (isNumber && expected.some((kind) => kind.endsWith("number")))
    return `${start}; write ${sample} without quotes`;
  if (found !== "text" && found !== "list" && found !== "map" && expected.includes("text"))
    return `${start}; put it in quotes`;
  if (expected.includes("list") && sample !== "") return `${start}; write [${showText(sample)}]`;
  return start;
}

function describeLackingList(problem: Extract<PlanProblem, { code: "list_lacks_language" }>): string {
  const { list, lang, topic, has, relative } = problem;
  const start = `the word list ${quote(list)} has no ${quote(lang)}, which the topic ${quote(topic)} needs; it has ${names(has)}`;
  if (relative === null)
    return `${start}: add the words in ${quote(lang)}, or leave that language out of the topic`;
  return `${start}: the service takes ${quote(relative)} and ${quote(lang)} for two languages, so give the list both (a YAML alias repeats one)`;
}

function describeMovedTwice({ end, topic, first }: Extract<PlanProblem, { code: "moved_twice" }>): string {
  const why =
    end === "from"
      ? "its stories can go to one topic only"
      : "a topic can take the stories of one other only";
  return `${quote(topic)} is the "${end}" of two moves, first on line ${first.line}; ${why}: keep one`;
}

function describeTooManyJobs({ count, most }: Extract<PlanProblem, { code: "too_many_jobs" }>): string {
  const start = `the plan asks for ${formatNumber(count)} jobs, at most ${formatNumber(most)} are allowed`;
  if (count > planLimits.jobsMost) return `${start}; split it into several plans`;
  return `${start}; if that many are meant, say maxJobs: ${count}`;
}

function describeReason(reason: string): string {
  return reasons[reason] ?? `the system says ${showText(reason)}`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file; check its name and folder",
  ENOTDIR: "a part of its path is a file, not a folder; check the path",
  EISDIR: "it is a folder; name the file in it",
  EACCES: "you may not read it; check its permissions",
  EPERM: "you may not read it; check its permissions",
  ELOOP: "its links lead in a circle; name the file itself",
  ENAMETOOLONG: "its name is too long for this system; shorten it",
  ERR_INVALID_ARG_VALUE: "its name holds a character that no file name can; correct it",
  not_a_file: "it is not an ordinary file; name a file",
};

const describeEscape: Readonly<Record<PathEscape, string>> = {
  absolute: "is an absolute path",
  parent: 'leads out of the plan\'s folder with ".."',
  link: "is a link that leads out of the plan's folder",
  backslash: 'has a backslash, which only some systems take for a folder (write "/")',
};

const describeName = {
  course: "a course id; use a-z, 0-9 and -, at most 64, not beginning with -",
  topic: "a topic id; use a-z, 0-9 and -, at most 64, not beginning with -",
  list: "the name of a word list; begin with a letter or digit and use letters, digits, spaces, . _ -, at most 64",
  level: "a level; levels are 1 to 10",
} as const;

const describeEdition = {
  empty: "is empty",
  long: "is too long",
  characters: "has a character that a file name should not have",
  dots: "is made of dots only, which no file can be called",
} as const;

const describeHeader = {
  comma: '"word,gloss"',
  tab: "word, a tab and gloss",
  cell: "a cell that says word and one that says gloss",
} as const;

const describeRefusal = {
  not_xlsx: "it is no Excel workbook, or a damaged one; save it again as .xlsx, or as .csv",
  too_large: "unpacked it is far larger than a word list; save its list alone as .csv",
  too_many_rows: "it has cells below row 50000; delete the rows under the list, or save the list as .csv",
  too_many_columns:
    "it has cells beyond column 200; delete the columns beside the list, or save the list as .csv",
} as const;

const describeQuoting = {
  open: "this double quote is never closed; close it, or double it if it is meant as a character",
  after: "text follows a closing double quote; put the whole field in quotes and double the quotes within",
} as const;

const describeYaml: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "an alias can't have an anchor or tag of its own",
  BAD_ALIAS: "an anchor or alias has a name that is not allowed",
  BAD_COLLECTION_TYPE: "a list or map stands where another was announced",
  BAD_DIRECTIVE: "this % line is not understood; remove it",
  BAD_DQ_ESCAPE: "this backslash sequence is unknown; double the backslash, or use single quotes",
  BAD_INDENT:
    "the indentation does not fit, or a bracket is not closed; line up the keys of a map and close every bracket",
  BAD_PROP_ORDER: "an anchor or tag stands in the wrong place",
  BAD_SCALAR_START: "a text can't begin with this character; put it in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a second colon in this line; put the text in quotes",
  BLOCK_IN_FLOW: "an indented list or map can't stand within brackets",
  IMPOSSIBLE: "it can't be read from here on",
  KEY_OVER_1024_CHARS: "a key is longer than 1,024 characters",
  MISSING_CHAR: "a quote, bracket, comma or space is missing; close what is open",
  MULTILINE_IMPLICIT_KEY: "a key goes over several lines; a colon may be missing",
  MULTIPLE_ANCHORS: "a value has two anchors",
  MULTIPLE_DOCS: "a second document begins here",
  MULTIPLE_TAGS: "a value has two tags",
  NON_STRING_KEY: "a key must be text",
  RESOURCE_EXHAUSTION: "it is nested too deeply",
  TAB_AS_INDENT: "a tab is used to indent; use spaces",
  TAG_RESOLVE_FAILED: "a tag does not fit its value",
  UNEXPECTED_TOKEN: "a character stands where none is expected; put a text with special characters in quotes",
};
