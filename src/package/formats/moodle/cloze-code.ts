import { type Markup, markup } from "../../../shared/html.ts";

/** A gap to write in: every spelling is right, whatever its case. */
export function gapToFill(spellings: readonly string[]): Markup {
  return gap(
    "SHORTANSWER",
    spellings.map((spelling) => `=${answer(spelling, "*")}`),
  );
}

/** A gap to choose for, in the order given. */
export function gapToChoose(choices: readonly string[], right: number): Markup {
  return gap(
    "MULTICHOICE",
    choices.map((choice, index) => `${index === right ? "=" : ""}${answer(choice, "")}`),
  );
}

function gap(kind: string, answers: readonly string[]): Markup {
  return markup(`{1:${kind}:${answers.join("~")}}`);
}

// Everything but letters, marks, digits and spaces is a numeric reference, so that none of it is a sign of the gap's own. Moodle resolves
// them when it has taken the gap apart; only then it looks for wildcards, whose sign therefore has a backslash before it.
function answer(text: string, wildcard: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} ]/gu, (character) => {
    const code = `&#${character.codePointAt(0)};`;
    return character === wildcard ? `&#92;${code}` : code;
  });
}
