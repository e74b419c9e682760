import type { PlanProblem } from "../../../plan/problem.ts";
import type { LimitUnit } from "../../../plan/quality-checks.ts";
import { showText } from "../../../shared/text.ts";
import { quote } from "../quote.ts";
import {
  describeBytes,
  describeKind,
  didYouMean,
  formatNumber,
  hint,
  type PlanWords,
  within,
} from "./phrases.ts";

const limitSamples: Readonly<Record<LimitUnit, string>> = {
  share: "a share such as 5%",
  duration: "a time such as 4s",
  count: "a whole number such as 2",
  decibels: "a number of decibels such as 3",
  none: "no limit: there is nothing to count",
};

/** Messages for the plan's keys and their values. */
export const keyWords = {
  not_a_plan: (p) =>
    `a plan is a map of keys such as course, title and topics; here is ${describeKind(p.found)}`,
  unknown_key: (p) =>
    p.key === "<<"
      ? 'the merge key "<<" is not known here; write the keys out, or what all topics share under "defaults"'
      : `unknown key ${quote(p.key)}${within(p.within)}${hint(p.suggestion, p.known)}${commaHint(p.isBare)}`,
  missing_key: (p) => `the key ${quote(p.key)} is missing${within(p.within)}; add it`,
  wrong_type: (p) => describeWrongType(p),
  number_out_of_range: (p) =>
    `${quote(p.key)} is ${p.value}; it must be from ${formatNumber(p.least)} to ${formatNumber(p.most)}`,
  unknown_choice: (p) =>
    `${quote(p.value)} is not one of the values of ${quote(p.key)}${p.key in codeLists ? codeHint(p) : hint(p.suggestion, p.choices)}`,
  unknown_language: (p) =>
    `${quote(p.value)} is not a language code of the story service; coursebinder languages lists them${didYouMean(p.suggestion)}${commaHint(p.isBare)}`,
  bad_name: (p) => `${quote(p.value)} can't be ${describeName[p.what]}`,
  reserved_course: (p) =>
    `${quote(p.course)} can't be a course id: ${p.by === "rehearsals" ? "rehearsals (--local) keep their files in the folder of that name, and the course's own would be among them" : "it is a device on Windows, where its folder could not be made or checked out"}; choose another id`,
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

  image_type: (p) => `${quote(p.path)} can't be a ${p.what}; use a .png or .jpg file`,
  images_too_large: (p) =>
    `the pictures of the topics have more than ${describeBytes(p.mostBytes)} together, from this one on; export them smaller`,
  too_many_prompts: (p) => `there are ${p.count} prompts, at most ${p.most} are allowed; leave some out`,
  not_image: (p) =>
    `${quote(p.path)} does not hold the kind of image that its name says; export it again as PNG or JPEG`,
} satisfies Partial<PlanWords>;

// Too many to list in a message.
const codeLists: Readonly<Record<string, string>> = {
  currency: "write a currency in use by its three letters (ISO 4217), such as EUR",
  territories: "write countries by their two letters (ISO 3166-1), such as [ES, FR]",
  country: "write a country by its two letters (ISO 3166-1), such as ES",
};

function codeHint({ key, value, choices }: Extract<PlanProblem, { code: "unknown_choice" }>): string {
  const upper = value.toUpperCase();
  return choices.includes(upper) ? didYouMean(upper) : `; ${codeLists[key]}`;
}

function describeWrongType(problem: Extract<PlanProblem, { code: "wrong_type" }>): string {
  const { key, expected, found, sample } = problem;
  const wanted = expected.map(describeKind).join(" or ");
  const shown = sample === "" ? "" : ` ${found === "text" ? quote(sample) : sample}`;
  const start = `${quote(key)} must be ${wanted}, and here is ${describeKind(found)}${shown}`;
  if (found === "nothing") return `${start}; give it a value or leave the key out`;
  const level =
    key === "difficulty" || key === "difficulties" ? cefrLevels.get(sample.toUpperCase()) : undefined;
  if (level !== undefined)
    return (
      `${quote(key)} has ${quote(sample)}, a level of the CEFR; the service has ten steps, from 1 (first words) to 10 (native), and states no equivalence. ` +
      `Shared out over them evenly, ${sample.toUpperCase()} lies at about ${level}: write that, and look at one story first (run --first 1)`
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
  return isBare ? "; if it belongs to the text before it, put that text in quotes: a comma ends it" : "";
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
