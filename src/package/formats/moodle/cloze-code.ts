import { type Markup, markup } from "../../../shared/html.ts";

/** A gap to fill in: accepts every spelling, in any case. */
export function gapToFill(spellings: readonly string[]): Markup {
  return gap(
    "SHORTANSWER",
    spellings.map((spelling) => `=${answer(spelling, "*")}`),
  );
}

/** A gap with a list of choices, in the given order. */
export function gapToChoose(choices: readonly string[], right: number): Markup {
  return gap(
    "MULTICHOICE",
    choices.map((choice, index) => `${index === right ? "=" : ""}${answer(choice, "")}`),
  );
}

function gap(kind: string, answers: readonly string[]): Markup {
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
