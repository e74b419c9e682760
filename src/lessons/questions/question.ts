import { cleanLine } from "../../shared/text.ts";

export interface Question {
  readonly question: string;
  /** What there is to choose from, all different. */
  readonly options: readonly string[];
  readonly right: number;
  /** The sentence of the story that says so; empty: the editor named none. */
  readonly evidence: string;
}

export const questionLimits = { characters: 300, fewestOptions: 2, mostOptions: 6, questions: 20 } as const;

/** A question as a person types it: the question, a line for each option, with an asterisk at the right option, and the evidence after "=". */
export function writeQuestion({ question, options, right, evidence }: Question): string {
  const lines = options.map((option, index) => `${index === right ? "*" : "-"} ${option}`);
  return [question, ...lines, ...(evidence === "" ? [] : [`= ${evidence}`])].join("\n");
}

export type QuestionFault = "no_question" | "options" | "right" | "too_long";

/** Reads a question that a person typed, and cleans it. Pure. */
export function readQuestion(typed: string): Question | QuestionFault {
  const lines = typed
    .split("\n")
    .map(cleanLine)
    .filter((line) => line !== "");
  const marked = lines.filter((line) => /^[*-]/.test(line));
  const [question, ...spare] = lines.filter((line) => !/^[*=-]/.test(line));
  const evidence = lines.find((line) => line.startsWith("="))?.slice(1) ?? "";
  if (question === undefined || spare.length > 0) return "no_question";
  const right = marked.findIndex((line) => line.startsWith("*"));
  if (marked.filter((line) => line.startsWith("*")).length !== 1) return "right";
  return checkedQuestion({ question, options: marked.map((line) => line.slice(1)), right, evidence });
}

/** A question with its texts cleaned, or what is wrong with it. Pure. */
export function checkedQuestion(given: Question): Question | QuestionFault {
  const question = cleanLine(given.question);
  const options = given.options.map(cleanLine);
  const evidence = cleanLine(given.evidence);
  const { fewestOptions, mostOptions, characters } = questionLimits;
  if (question === "") return "no_question";
  const isWhole = options.length >= fewestOptions && options.length <= mostOptions && !options.includes("");
  if (!isWhole || new Set(options.map((one) => one.toLowerCase())).size < options.length) return "options";
  if (options[given.right] === undefined) return "right";
  if ([question, evidence, ...options].some(({ length }) => length > characters)) return "too_long";
  return { question, options, right: given.right, evidence };
}
