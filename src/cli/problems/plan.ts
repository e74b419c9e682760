import { limits } from "../../contract/limits.ts";
import type { Place } from "../../plan/plan.ts";
import { planLimits } from "../../plan/plan-limits.ts";
import type { Kind, PathEscape, PlanProblem, RefusedYaml, ValueFormat } from "../../plan/problem.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { nameCharacters, quote, shorten, showText } from "../../shared/text.ts";
import { refusalOf } from "./causes.ts";

/** A message for each problem of a plan: what happened, why it matters and what to do, without the place. Text from the plan is escaped. */
type PlanWords = {
  readonly [Code in PlanProblem["code"]]: (problem: Extract<PlanProblem, { code: Code }>) => string;
};

const pathCharacters = 400;

function names(list: readonly string[]): string {
  return list.length === 0 ? "none" : list.map(quote).join(", ");
}

export function describePlace(place: Place): string {
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

/** Messages for files that can't be read, and for text that is not valid YAML. */
const fileWords = {
  unreadable_file: (p) => `can't read ${quote(p.path)}: ${describeReason(p.reason)}`,
  file_too_large: (p) =>
    `${p.together === null ? `${quote(p.path)} is larger than ${describeBytes(p.mostBytes)}` : `the ${p.together}, including this one, are larger than ${describeBytes(p.mostBytes)} in total`}; ` +
    `${/\.(?:png|jpe?g)$/i.test(p.path) ? "export it at a smaller size" : "split it or shorten it"}`,
  not_utf8: (p) => `${quote(p.path)} is not UTF-8 from here on; save it as UTF-8`,
  path_outside: (p) => `${quote(p.path)} ${describeEscape[p.how]}; name a file inside the plan's folder`,

  yaml_syntax: (p) => `this is not valid YAML: ${describeYaml[p.reason] ?? "it can't be read from here on"}`,
  yaml_refused: (p) => yamlRefusals[p.what](p.text),
  given_twice: (p) =>
    `the ${p.what} ${quote(p.value)} appears twice, first at ${p.first.file === p.place.file ? `${p.first.line}:${p.first.column}` : describePlace(p.first)}; keep only one of the two`,
} satisfies Partial<PlanWords>;

function describeReason(reason: string): string {
  const refusal = refusalOf(reason);
  if (refusal !== null) return `it ${refusal.what}; ${refusal.remedy}`;
  return reasons[reason] ?? `the system says ${showText(reason)}`;
}

const reasons: Readonly<Record<string, string>> = {
  ENXIO: "it is a socket, a device, or a pipe that nothing writes to; name a file",
  ENOENT: "there is no such file; check its name and folder",
  ENOTDIR: "a part of its path is a file, not a folder; check the path",
  EISDIR: "it is a folder; name the file in it",
  ELOOP: "its symbolic links form a loop; name the file itself",
  ENAMETOOLONG: "its name is too long for this system; shorten it",
  ERR_INVALID_ARG_VALUE: "its name has a character that no file name can have; correct it",
  not_a_file: "it is not an ordinary file; name an ordinary file",
};

const yamlRefusals: Readonly<Record<RefusedYaml, (text: string) => string>> = {
  document: () => 'a second YAML document begins here; a plan is one document: remove the "---"',
  depth: () => `maps and lists are nested more than ${planLimits.depth} levels deep; a plan needs only six`,
  size: () =>
    `the plan holds more than ${formatNumber(planLimits.nodes)} values, counting aliases; split it into several plans`,
  tag: (tag) => `the tag ${quote(tag)} is not allowed; write the value plainly, in quotes if it is text`,
  alias: (alias) =>
    `no anchor ${quote(`&${alias}`)} comes before this alias; define it first, or quote text that begins with *`,
  circle: (alias) =>
    `the alias ${quote(`*${alias}`)} is inside the value that it refers to; write the value out`,
  key: (key) => `the key ${quote(key)} is not allowed anywhere; rename it`,
  number: (key) => `a key must be text${key === "" ? "" : `, not ${key}`}; write it in quotes`,
};

const describeEscape: Readonly<Record<PathEscape, string>> = {
  absolute: "is an absolute path",
  parent: 'leads out of the plan\'s folder with ".."',
  link: "is a link that leads out of the plan's folder",
  backslash: 'has a backslash, which separates folders only on some systems (write "/")',
};

const describeYaml: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "an alias can't have an anchor or tag of its own",
  BAD_ALIAS: "an anchor or alias has a name that is not allowed",
  BAD_COLLECTION_TYPE: "the tag does not match this list or map",
  BAD_DIRECTIVE: "this % line is not understood; remove it",
  BAD_DQ_ESCAPE: "this backslash sequence is unknown; double the backslash, or use single quotes",
  BAD_INDENT:
    "the indentation is inconsistent, or a bracket is not closed; line up the keys of a map and close every bracket",
  BAD_PROP_ORDER: "an anchor or tag is in the wrong place",
  BAD_SCALAR_START: "text can't begin with this character; put it in quotes",
  BLOCK_AS_IMPLICIT_KEY:
    "a second key follows this value; put text that contains a colon in quotes, or correct the indentation below it",
  BLOCK_IN_FLOW: "an indented list or map can't be inside brackets",
  IMPOSSIBLE: "it can't be read from here on",
  KEY_OVER_1024_CHARS: "a key is longer than 1,024 characters",
  MISSING_CHAR: "a quote, bracket, comma or space is missing; close every open quote and bracket",
  MULTILINE_IMPLICIT_KEY: "a key spans several lines; a colon may be missing",
  MULTIPLE_ANCHORS: "a value has two anchors",
  MULTIPLE_DOCS: "a second document begins here",
  MULTIPLE_TAGS: "a value has two tags",
  NON_STRING_KEY: "a key must be text",
  RESOURCE_EXHAUSTION: "it is nested too deeply",
  TAB_AS_INDENT: "a tab is used to indent; use spaces",
  TAG_RESOLVE_FAILED: "a tag does not fit its value",
  UNEXPECTED_TOKEN: "unexpected character; put text with special characters in quotes",
};

/** How a value has to be written. */
const valueFormats: Readonly<Record<ValueFormat, string>> = {
  web: "a web address that begins with https:// or http://",
  mail: "an e-mail address such as books@example.org",
  day: "a valid date as YYYY-MM-DD",
  amount: "an amount from 0 to 1,000,000 with at most three decimals",
  story: "at least the first 8 characters of a story's id",
  share: "a share such as 5%",
  duration: "a time such as 4s",
  count: "a whole number such as 2",
  decibels: "a number of decibels such as 3",
  none: 'the check without "most": it has nothing to count',
};

/** Messages for the plan's keys and their values. */
const keyWords = {
  not_a_plan: (p) =>
    `a plan is a map of keys such as course, title and topics, but ${describeKind(p.found)} was found`,
  unknown_key: (p) =>
    p.key === "<<"
      ? 'the merge key "<<" is not supported here; write the keys out, or put the settings that all topics share under "defaults"'
      : `unknown key ${quote(p.key)}${within(p.within)}${hint(p.suggestion, p.known)}${commaHint(p.isBare)}`,
  missing_key: (p) => `the key ${quote(p.key)} is missing${within(p.within)}; add it`,
  wrong_type: (p) => describeWrongType(p),
  number_out_of_range: (p) =>
    `${quote(p.key)} is ${p.value}; it must be from ${formatNumber(p.least)} to ${formatNumber(p.most)}`,
  unknown_choice: (p) =>
    `${quote(p.value)} is not one of the allowed values of ${quote(p.key)}${p.key in codeLists ? codeHint(p) : hint(p.suggestion, p.choices)}`,
  unknown_language: (p) =>
    `${quote(p.value)} is not one of the story service's language codes; coursebinder languages lists them${didYouMean(p.suggestion)}${commaHint(p.isBare)}`,
  bad_name: (p) => `${quote(p.value)} can't be ${describeName[p.what]}`,
  empty_list: (p) =>
    `${quote(p.key)} is empty; give it at least one value${p.key === "file" ? " (the file has no words)" : " or leave the key out"}`,
  bad_value: (p) => `${quote(p.key)} is ${quote(p.value)}; write ${valueFormats[p.expected]}`,
  unknown_name: (p) =>
    `${unknownNames[p.what](p.name)}${hint(p.suggestion, p.known)}${p.what === "moved" && p.suggestion === null ? whereToMove : ""}`,

  text_empty: (p) => `${quote(p.key)} has no visible characters; write at least one`,
  text_too_long: (p) =>
    `${quote(p.key)} has ${p.length} characters, but at most ${p.most} are allowed; shorten ${quote(p.sample)}`,
  text_cleaned: (p) =>
    `invisible control characters were removed from ${quote(p.key)}; check that the text is what you meant`,

  bad_edition: (p) =>
    `the edition ${quote(p.edition)} ${describeEdition[p.fault]}; use 1 to 64 characters from A-Z a-z 0-9 . _ -`,

  wrong_file_type: (p) =>
    `${quote(p.path)} can't be a ${p.what}; use ${p.what === "word list" ? "a .csv, .tsv or .xlsx file with the columns word and gloss, or a .txt file with one word per line" : "a .png or .jpg file"}`,
  too_many_prompts: (p) => `there are ${p.count} prompts, but at most ${p.most} are allowed; leave some out`,
  not_image: (p) =>
    `${quote(p.path)} does not hold the kind of image that its name suggests; export it again as PNG or JPEG`,
} satisfies Partial<PlanWords>;

// Too many to list in a message.
const codeLists: Readonly<Record<string, string>> = {
  currency: "write the three-letter code of a currency in use (ISO 4217), such as EUR",
  territories: "write countries as two letters each (ISO 3166-1), such as [ES, FR]",
  country: "write a country as two letters (ISO 3166-1), such as ES",
};

function codeHint({ key, value, choices }: Extract<PlanProblem, { code: "unknown_choice" }>): string {
  const upper = value.toUpperCase();
  return choices.includes(upper) ? didYouMean(upper) : `; ${codeLists[key]}`;
}

function describeWrongType(problem: Extract<PlanProblem, { code: "wrong_type" }>): string {
  const { key, expected, found, sample } = problem;
  const wanted = expected.map(describeKind).join(" or ");
  const shown = sample === "" ? "" : ` ${found === "text" ? quote(sample) : sample}`;
  const start = `${quote(key)} must be ${wanted}, but ${describeKind(found)}${shown} was found`;
  if (found === "nothing") return `${start}; give it a value or leave the key out`;
  const level =
    key === "difficulty" || key === "difficulties" ? cefrLevels.get(sample.toUpperCase()) : undefined;
  if (level !== undefined)
    return (
      `${quote(key)} is ${quote(sample)}, a CEFR level; the service has ten steps, from 1 (first words) to 10 (native), and does not relate them to CEFR levels. ` +
      `With the six CEFR levels spread evenly over these ten steps, ${sample.toUpperCase()} is at about ${level}: write that, and look at one story first (run --first 1)`
    );
  const isNumber = found === "text" && /^-?\d+$/.test(sample);
  if (isNumber && expected.some((kind) => kind.endsWith("number")))
    return `${start}; write ${sample} without quotes`;
  if (found !== "text" && found !== "list" && found !== "map" && expected.includes("text"))
    return `${start}; put it in quotes`;
  if (problem.isItem && sample !== "") return `${start}; write [${showText(sample)}]`;
  const map = `{ ${problem.keys.map((one) => `${one}: ...`).join(", ")} }`;
  if (problem.keys.length > 0) return `${start}; write ${expected.includes("map") ? map : `[${map}]`}`;
  return start;
}

function commaHint(isBare: boolean): string {
  return isBare
    ? "; if this is part of the text before it, put the whole text in quotes: a comma ends unquoted text"
    : "";
}

/** Six levels over ten steps, evenly. */
const cefrLevels: ReadonlyMap<string, string> = new Map([
  ["A1", "1"],
  ["A2", "2 or 3"],
  ["B1", "4 or 5"],
  ["B2", "6"],
  ["C1", "7 or 8"],
  ["C2", "9 or 10"],
]);

const describeName = {
  course: "a course id; use at most 64 characters from a-z, 0-9 and -, and don't begin with -",
  topic: "a topic id; use at most 64 characters from a-z, 0-9 and -, and don't begin with -",
  list: "the name of a word list; begin with a letter or digit, and use at most 64 letters, digits, spaces and . _ -",
  level: "a level; levels are 1 to 10",
  rehearsals:
    "a course id: rehearsals (--local) keep their files in the folder of that name, and this course's files would be mixed with theirs; choose another id",
  windows:
    "a course id: it is the name of a device on Windows, where the course's folder could not be made or checked out; choose another id",
} as const;

const describeEdition = {
  empty: "is empty",
  long: "is too long",
  characters: "has a character that a file name should not have",
  dots: "consists only of dots, which is not a valid file name",
} as const;

const unknownNames = {
  topic: (name: string) => `no topic has the id ${quote(name)}`,
  moved: (name: string) => `no topic has the id ${quote(name)}`,
  list: (name: string) => `no word list is called ${quote(name)}`,
  volume: (name: string) =>
    `the plan has no volume ${quote(name)}; a volume is one language at one difficulty`,
  placeholder: (name: string) => `unknown placeholder ${quote(name)} in the edition`,
} as const;

// A suggestion is enough if the name was mistyped.
const whereToMove =
  '; point "to" at the topic that has these lessons now, or, if they have left the plan, delete this entry and list them under "removed"';

/** Messages for topics, the lessons that they had, rules and jobs. */
const jobWords = {
  duplicate_topic_id: (p) =>
    `two topics have the id ${quote(p.id)}${p.derived ? " (made from the text)" : ""}, the first on line ${p.first.line}; give this one an id of its own, such as id: ${p.proposal}`,
  topic_lacks_language: (p) =>
    `the topic ${quote(p.topic)} has no text in ${quote(p.lang)}, only in ${names(p.has)}; add that text, or give a single text for all languages`,

  moved_twice: (p) => describeMovedTwice(p),
  removed_planned: (p) =>
    `the ${p.what} ${quote(p.name)} is in the plan, on line ${p.first.line}, but "removed" says that it left the plan; keep only one of the two`,
  same_request: (p) =>
    `${quote(p.job)} requests exactly the same story as ${quote(p.as)} on line ${p.first.line}, so that story would be bought twice; change one of the jobs, or leave one out with exclude`,
  moved_by_both: () =>
    'this "moved" entry gives both "from" and "text", but either key alone identifies the lessons: remove one of the two',
  moved_in_circle: (p) =>
    `the "moved" entries lead from ${quote(p.topic)} back to the same topic; remove the wrong entry`,

  rule_matches_nothing: (p) =>
    `this ${p.rule} rule matches no job, so the jobs that it should ${p.rule === "exclude" ? "leave out" : "change"} would be bought as they are; correct or remove the rule${didYouMean(p.suggestion)}`,
  rule_empty: (p) =>
    `this ${p.rule} rule has no keys, so it would match every job; name a topic, lang or difficulty`,
  rule_without_effect: () =>
    "this include rule names only jobs that the plan already has, and changes no settings; add a setting or remove the rule",
  too_many_jobs: (p) => describeTooManyJobs(p),
  no_jobs: () => "no jobs are left to make: exclude removes all of them",
} satisfies Partial<PlanWords>;

function describeMovedTwice({ end, topic, first }: Extract<PlanProblem, { code: "moved_twice" }>): string {
  const why =
    end === "from"
      ? "its stories can go to only one topic"
      : "a topic can take the stories of only one other topic";
  return `${quote(topic)} is "${end}" in two "moved" entries, the first on line ${first.line}; ${why}, so keep only one entry`;
}

function describeTooManyJobs({ count, most }: Extract<PlanProblem, { code: "too_many_jobs" }>): string {
  const start = `the plan asks for ${formatNumber(count)} jobs, but at most ${formatNumber(most)} are allowed`;
  if (count > planLimits.jobsMost) return `${start}; split it into several plans`;
  return `${start}; if you want that many, set maxJobs: ${count}`;
}

/** Messages for word lists and the files that they are in. */
const listWords = {
  list_lacks_language: (p) => describeLackingList(p),
  too_many_words: (p) =>
    `the lists of ${quote(p.topic)} give ${p.count} words in ${quote(p.lang)}, but a story takes at most ${p.most}: shorten or split the lists`,
  unused_list: (p) =>
    `no topic uses the word list ${quote(p.list)}; name it under a topic's words, or remove it`,
  list_not_read: (p) => `${quote(p.path)} can't be read: ${listRefusals[p.reason]}`,
  no_word_column: (p) =>
    `the first row has no ${p.separator === "cell" ? "" : `${p.separator}-separated `}column "word", only ${names(p.columns)}; start the file with ${describeHeader[p.separator]}`,
  bad_quoting: (p) => describeQuoting[p.fault],
  row_too_wide: (p) =>
    `this row has ${pluralize(p.fields, "field")}, but the first row has ${p.columns}; put text that contains a separator in double quotes`,
  words_unplaced: (p) => describeUnplaced(p),
} satisfies Partial<PlanWords>;

function describeLackingList(problem: Extract<PlanProblem, { code: "list_lacks_language" }>): string {
  const { list, lang, topic, has, relative } = problem;
  const start = `the word list ${quote(list)} has no words in ${quote(lang)}, which the topic ${quote(topic)} needs; it has words in ${names(has)}`;
  if (relative === null)
    return `${start}: add the words in ${quote(lang)}, or leave that language out of the topic`;
  return `${start}: the service treats ${quote(relative)} and ${quote(lang)} as two languages, so add both to the list (a YAML alias can reuse the words)`;
}

const describeHeader = {
  comma: '"word,gloss"',
  tab: "word, a tab and gloss",
  cell: "a cell that says word and a cell that says gloss",
} as const;

const listRefusals = {
  not_xlsx: "it isn't an Excel workbook, or it is damaged; save it again as .xlsx, or as .csv",
  too_large: "it is far too large for a word list when unpacked; save only the list, as .csv",
  too_many_rows: "it has cells below row 50000; delete the rows under the list, or save the list as .csv",
  too_many_columns:
    "it has cells beyond column 200; delete the columns beside the list, or save the list as .csv",
} as const;

const describeQuoting = {
  open: "this double quote is never closed; add a closing quote, or double this one if it is part of the text",
  after:
    "text follows a closing double quote; put the whole field in quotes, and double the quotes inside it",
} as const;

type Unplaced = Extract<PlanProblem, { code: "words_unplaced" }>;

/** What `vocabulary` can't achieve: which words, the figures that don't add up, and what would help. */
function describeUnplaced(problem: Unplaced): string {
  const { why, count, lang, difficulties, word, words, encounters } = problem;
  const levels = difficulties.length === 1 ? "difficulty" : "difficulties";
  const which = `${pluralize(count, "word")} of ${quote(lang)} at ${levels} ${difficulties.join(", ")}`;
  if (why === "none")
    return `${which}, starting with ${quote(word)}, can't be placed in any story: ${describeRoom(problem)}, but the word lists used there have ${words}; ${describeRemedies(problem, "shorten the lists")}`;
  const times = encounters === 2 ? "twice" : `${encounters} times`;
  return `${which}, starting with ${quote(word)}, can't occur ${times}: ${describeRoom(problem)}, and the word lists used there have ${words}; ${describeRemedies(problem, "ask for fewer encounters")}`;
}

type Room = Pick<Unplaced, "stories" | "perStory">;

function describeRoom({ stories, perStory }: Room): string {
  if (stories === 1) return `the one story that could contain that word takes ${pluralize(perStory, "word")}`;
  return `the ${stories} stories that could contain that word take ${pluralize(perStory, "word")} each, ${stories * perStory} in all`;
}

function describeRemedies({ perStory }: Room, other: string): string {
  const most = limits.wordsPerStory;
  const add = "add topics with these lists";
  return perStory < most ? `${add}, ${other} or raise perStory (to at most ${most})` : `${add} or ${other}`;
}

/** Messages for `rotate`, `recall` and `skip`: which topics and words are an edition's turn. */
const rotationWords = {
  edition_not_counted: (p) =>
    `${quote(p.key)} needs editions that can be counted, but ${quote(p.edition)} ends with neither a date nor a number; write edition: "{isoYear}-W{isoWeek}", or "1"`,
  not_an_edition: (p) =>
    `${quote(p.value)} isn't an edition of this plan; write one that looks like ${quote(p.like)}`,
  edition_before_first: (p) =>
    `the edition ${quote(p.edition)} comes before ${quote(p.first)}, the first edition of the rotation; choose a later one, or change "from"`,
  based_on_itself: (p) =>
    `the edition ${quote(p.edition)} can't be based on itself; name the earlier edition whose stories it takes`,
  edition_never_changes: () =>
    'the plan has no "edition", so every run makes edition 1, with the same topics; write edition: "{isoYear}-W{isoWeek}" for a new edition each week',
  recall_without_rotate: () =>
    '"recall" brings back words from earlier topics, but without "rotate" every edition has the same topics; add "rotate", or remove "recall"',
  rotation_takes_all: (p) =>
    `"rotate" takes ${p.take} of ${pluralize(p.topics, "topic")}, so every edition has all of them; add topics, or take fewer`,
  recalled_left_out: (p) =>
    `${pluralize(p.count, "word")} from earlier editions ${p.count === 1 ? "does" : "do"} not fit in the stories in ${p.lang} at difficulty ${p.difficulty} (${names(p.words)}${p.count > p.words.length ? " ..." : ""}); allow the stories more words, or recall fewer editions`,
} satisfies Partial<PlanWords>;

function describeIsbn(problem: Extract<PlanProblem, { code: "bad_isbn" }>): string {
  switch (problem.fault) {
    case "ten":
      return "it is a ten-digit ISBN; write the thirteen-digit one, which begins with 978 and has a different last digit";
    case "digits":
      return `it has ${problem.digits} digits, but an ISBN has 13`;
    case "characters":
      return "it contains characters other than digits, hyphens and spaces";
    case "prefix":
      return "it does not begin with 978 or 979";
    case "check":
      return `its check digit should be ${problem.expected}: a digit is wrong, or two digits are swapped; compare the number with the ISBN agency's list`;
  }
}

export const planWords: PlanWords = {
  ...fileWords,
  ...keyWords,
  ...jobWords,
  ...listWords,
  ...rotationWords,
  bad_isbn: (p) => `${quote(p.value)} can't be an ISBN: ${describeIsbn(p)}`,
  too_many_problems: (p) =>
    `only the first ${formatNumber(p.shown)} problems are shown; correct them and check again`,
};

/** A problem on one line: `file:line:column: error: what happened; what to do (did you mean "es-419"?)`. */
export function describePlanProblem(problem: PlanProblem): string {
  // The compiler can't see that each code's words get a problem with that code.
  const messageOf = planWords[problem.code] as (problem: PlanProblem) => string;
  return `${describePlace(problem.place)}: ${problem.severity}: ${messageOf(problem)}`;
}

/** A plan's problem for `--json`. */
export function planDocument(problem: PlanProblem): Record<string, unknown> {
  const { code, severity, place } = problem;
  return { code, severity, ...place, message: describePlanProblem(problem) };
}
