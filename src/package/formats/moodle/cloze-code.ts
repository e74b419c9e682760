import { type Markup, markup } from "../../../shared/html.ts";
import type { ChoiceQuestion, FillQuestion } from "../../quiz/question.ts";

/** A place for an answer within a question's text. */
export type Gap =
  | Pick<FillQuestion, "kind" | "accepted">
  | Pick<ChoiceQuestion, "kind" | "choices" | "choicesAre" | "right">;

/** A gap in Moodle's code for embedded answers. */
export function gapCode(gap: Gap): Markup {
  return gap.kind === "fill" ? gapToFill(gap.accepted) : gapToChoose(gap.choices, gap.right);
}

/** A gap to fill in: accepts every spelling, in any case. */
export function gapToFill(spellings: readonly string[]): Markup {
  return coded(
    "SHORTANSWER",
    spellings.map((spelling) => `=${answer(spelling, "*")}`),
  );
}

/** A gap with a list of choices, in the given order. */
function gapToChoose(choices: readonly string[], right: number): Markup {
  return coded(
    "MULTICHOICE",
    choices.map((choice, index) => `${index === right ? "=" : ""}${answer(choice, "")}`),
  );
}

function coded(kind: string, answers: readonly string[]): Markup {
  return markup(`{1:${kind}:${answers.join("~")}}`);
}

// Everything except letters, marks, digits and spaces becomes a numeric reference, so that it can't be taken for cloze syntax. Moodle
// resolves the references after parsing the gap, but looks for wildcards only then, so their sign needs a backslash.
function answer(text: string, wildcard: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} ]/gu, (character) => {
    const code = `&#${character.codePointAt(0)};`;
    return character === wildcard ? `&#92;${code}` : code;
  });
}
