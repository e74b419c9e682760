import { planLimits } from "../../plan/plan-limits.ts";
import type { PlanProblem, Unknown } from "../../plan/problem.ts";
import type { PlanNotice } from "../../run/plan-notices.ts";
import { quote, showText } from "../../shared/text.ts";
import type { SheetChange } from "../../spreadsheet/draft.ts";
import {
  type DetailsOf,
  describePlace,
  describePosition,
  messageIn,
  refusalOf,
  showAs,
  textIn,
  textOf,
  wordFor,
} from "./texts.ts";

function part(name: string, facts: Readonly<Record<string, unknown>> = {}): string {
  return textIn("plan", `part_${name}`, facts);
}

function hint({ suggestion, known }: Unknown): string {
  if (suggestion !== null) return showAs("meant", suggestion);
  if (known.length === 0) return "; there are none";
  return `; use ${known.length === 1 ? "" : "one of "}${showAs("known", known)}`;
}

// No key and no language code contains a space.
const commaHint = (key: string): string => (/\s/u.test(key) ? part("comma") : "");

const planDetails: DetailsOf<PlanProblem> = {
  unreadable_file: ({ reason }) => {
    const refusal = refusalOf(reason);
    const known = wordFor("fileReasons", reason) ?? `the system says ${showText(reason)}`;
    return { facts: { why: refusal === null ? known : `it ${refusal.what}; ${refusal.remedy}` } };
  },
  file_too_large: ({ path }) => ({ facts: { isPicture: /\.(?:png|jpe?g)$/i.test(path) } }),
  yaml_refused: ({ text }) => ({ facts: { ...planLimits, anchor: `&${text}`, alias: `*${text}` } }),
  given_twice: ({ first, place }) => ({
    facts: { at: first.file === place.file ? describePosition(first) : describePlace(first) },
  }),
  unknown_key: (problem) => ({ facts: { hint: hint(problem), comma: commaHint(problem.key) } }),
  wrong_type: (problem) => ({
    facts: { start: part("start", startOf(problem)), advice: adviceFor(problem) },
    ...(levelIn(problem) === null
      ? {}
      : { what: part("cefr", { ...problem, upper: problem.sample.toUpperCase(), level: levelIn(problem) }) }),
  }),
  unknown_choice: ({ key, value, choices, suggestion }) => {
    const list = wordFor("codeLists", key);
    const upper = value.toUpperCase();
    const code = choices.includes(upper) ? showAs("meant", upper) : `; ${list}`;
    return { facts: { hint: list === null ? hint({ suggestion, known: choices }) : code } };
  },
  unknown_language: ({ value }) => ({ facts: { comma: commaHint(value) } }),
  empty_list: ({ key }) => ({ facts: { isFile: key === "file" } }),
  unknown_name: (problem) => ({ facts: { hint: hint(problem), isUnknown: problem.suggestion === null } }),
  too_many_jobs: ({ count }) => ({ facts: { canAsk: count <= planLimits.jobsMost } }),
  words_unplaced: ({ encounters }) => ({
    facts: { often: encounters === 2 ? "twice" : `${encounters} times` },
  }),
  recalled_left_out: ({ words }) => ({ facts: { count: words.length } }),
};

type WrongType = Extract<PlanProblem, { code: "wrong_type" }>;

/** The facts for a key whose value is of the wrong kind. */
function startOf({ key, expected, found, sample }: WrongType): Readonly<Record<string, unknown>> {
  const wanted = expected.map((kind) => wordFor("kinds", kind) ?? kind).join(" or ");
  return {
    key,
    found: found === "true or false" ? "the value" : found,
    wanted,
    shown: sample !== "" && found === "text" ? quote(sample) : sample,
  };
}

function adviceFor({ expected, found, sample, isItem }: WrongType): string {
  if (found === "nothing") return "; give it a value or leave the key out";
  const isNumber = found === "text" && /^-?\d+$/.test(sample);
  if (isNumber && expected.some((kind) => kind.endsWith("number"))) return `; write ${sample} without quotes`;
  if (found !== "text" && found !== "list" && found !== "map" && expected.includes("text"))
    return "; put it in quotes";
  return isItem && sample !== "" ? `; write [${showText(sample)}]` : "";
}

/** The difficulty that corresponds to a CEFR level written in its place; null if there is none. */
function levelIn({ key, found, sample }: WrongType): string | null {
  if (found === "nothing" || (key !== "difficulty" && key !== "difficulties")) return null;
  return wordFor("cefrLevels", sample.toUpperCase());
}

/** A problem on one line: `file:line:column: error: what happened; what to do (did you mean "es-419"?)`. */
export function describePlanProblem(problem: PlanProblem): string {
  return `${describePlace(problem.place)}: ${problem.severity}: ${planProblemText(problem)}`;
}

/** The same without place and severity. */
export function planProblemText(problem: PlanProblem): string {
  return messageIn("plan", planDetails, problem).what;
}

/** A change that a spreadsheet makes to a plan, on one line. */
export function describeChange(change: SheetChange): string {
  return messageIn("spreadsheet", {}, change).what;
}

/** A plan's problem for `--json`. */
export function planDocument(problem: PlanProblem): Record<string, unknown> {
  const { code, severity, place } = problem;
  return { code, severity, ...place, message: describePlanProblem(problem) };
}

/** Like `describeProblem`, for `check`, but without loading the code behind other problems' messages. */
export function describePlanNotice(notice: PlanNotice): string {
  return textOf(messageIn("run", {}, notice));
}
