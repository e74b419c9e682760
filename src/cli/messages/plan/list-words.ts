import type { PlanProblem } from "../../../plan/problem.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { quote } from "../quote.ts";
import { describeBytes, describePlace, hint, names, type PlanWords } from "./phrases.ts";

/** Messages for word lists and the files that they are in. */
export const listWords = {
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
} satisfies Partial<PlanWords>;

function describeLackingList(problem: Extract<PlanProblem, { code: "list_lacks_language" }>): string {
  const { list, lang, topic, has, relative } = problem;
  const start = `the word list ${quote(list)} has no ${quote(lang)}, which the topic ${quote(topic)} needs; it has ${names(has)}`;
  if (relative === null)
    return `${start}: add the words in ${quote(lang)}, or leave that language out of the topic`;
  return `${start}: the service takes ${quote(relative)} and ${quote(lang)} for two languages, so give the list both (a YAML alias repeats one)`;
}

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
