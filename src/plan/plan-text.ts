import { cleanLine, cleanText, isBlank, shorten } from "../shared/text.ts";
import type { Place } from "./plan.ts";
import type { PlanProblem } from "./problem.ts";

export interface TextLimits {
  readonly key: string;
  /** UTF-16 units after cleaning. */
  readonly most: number;
  readonly mayBeEmpty?: boolean;
  /** Whether line breaks are kept. */
  readonly prose?: boolean;
}

export interface PlanText {
  /** The clean text; `null` if it exceeds a limit. */
  readonly text: string | null;
  readonly problems: readonly PlanProblem[];
}

const sampleCharacters = 40;

/** Cleans a plan's text once, at the border, and checks its limits. Reports if more than white space was removed. */
export function readText(written: string, place: Place, textLimits: TextLimits): PlanText {
  const { key, most, mayBeEmpty = false, prose = false } = textLimits;
  const text = isBlank(written) ? "" : prose ? cleanText(written).trim() : cleanLine(written);
  const problems: PlanProblem[] = [];
  if (lostSomething(written, text)) problems.push({ severity: "warning", place, code: "text_cleaned", key });
  if (text === "" && !mayBeEmpty) problems.push({ severity: "error", place, code: "text_empty", key });
  if (text.length > most) {
    const sample = shorten(text, sampleCharacters);
    problems.push({
      severity: "error",
      place,
      code: "text_too_long",
      key,
      length: text.length,
      most,
      sample,
    });
  }
  return { text: problems.some((problem) => problem.severity === "error") ? null : text, problems };
}

// The next-line character is white space in Unicode, but not in a regular expression.
const whiteSpace = /[\s\u0085]+/gu;

function lostSomething(written: string, text: string): boolean {
  return text !== written && fold(written) !== fold(text);
}

function fold(text: string): string {
  return text.normalize("NFC").replace(whiteSpace, " ").trim();
}
