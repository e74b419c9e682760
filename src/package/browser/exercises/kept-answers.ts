/** The answers of a page in the order of its questions, as each question writes them. */
export type Answers = readonly string[];

/** Answers as they are stored. `sheet`: the hash of the page's questions. */
export function answersToText(sheet: string, answers: Answers): string | null {
  return answers.every((answer) => answer === "") ? null : JSON.stringify({ sheet, answers });
}

/**
 * Reads stored answers. Null if there are no answers, or if they belong to other questions because the lesson has changed since the answers were
 * stored.
 */
export function answersFromText(text: string | null, sheet: string, count: number): Answers | null {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    return null;
  }
  const { sheet: of, answers } = (stored ?? {}) as { sheet?: unknown; answers?: unknown };
  if (of !== sheet || !Array.isArray(answers) || answers.length !== count) return null;
  return answers.every((answer) => typeof answer === "string") ? answers : null;
}
