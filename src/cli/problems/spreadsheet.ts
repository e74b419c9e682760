import { quote } from "../../shared/text.ts";
import type { Change } from "../../spreadsheet/import-course.ts";
import type { SheetProblem } from "../../spreadsheet/problem.ts";
import { messagesIn } from "./message.ts";
import { type describePlanProblem, planDocument, planProblemText } from "./plan.ts";
import { type DetailsOf, describePlace, describePosition, messageIn } from "./texts.ts";

type OwnProblem = Exclude<SheetProblem, Parameters<typeof describePlanProblem>[0]>;

const details: DetailsOf<OwnProblem> = {
  name_twice: ({ first }) => ({ facts: { at: describePosition(first) } }),
  id_twice: ({ first }) => ({ facts: { at: describePosition(first) } }),
  topic_unclear: ({ candidates }) => ({
    facts: { candidates: candidates.map(({ id, text }) => `${id} (${quote(text)})`) },
  }),
};

/** A problem on one line: `course.xlsx: topics!C7: error: what happened; what to do`. */
export function describeSheetProblem(problem: SheetProblem): string {
  return `${describePlace(problem.place)}: ${problem.severity}: ${sheetProblemText(problem)}`;
}

/** The same without place and severity. */
export function sheetProblemText(problem: SheetProblem): string {
  return isOwn(problem) ? messageIn("spreadsheet", details, problem).what : planProblemText(problem);
}

/** A spreadsheet's problem for `--json`. */
export function sheetDocument(problem: SheetProblem): Record<string, unknown> {
  if (!isOwn(problem)) return planDocument(problem);
  const { code, severity, place } = problem;
  return { code, severity, ...place, message: describeSheetProblem(problem) };
}

function isOwn(problem: SheetProblem): problem is OwnProblem {
  return problem.code in messagesIn("spreadsheet");
}

/** A change that an import makes to a plan, on one line. */
export function describeChange(change: Change): string {
  return messageIn("spreadsheet", {}, change).what;
}
