/** The answers of a page in the order of its questions, as each question writes them. */
export type Answers = readonly string[];

/** Answers as they are stored. `sheet`: the hash of the page's questions. */
export function answersToText(sheet: string, answers: Answers): string | null {
  return answers.every((answer) => answer === "") ? null : JSON.stringify({ sheet, answers });
}

/** Reads stored answers; null if there are none, or if they belong to other questions because the lesson has changed. */
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

/** An order of things as text, for storage. */
export function orderToText(order: readonly number[]): string {
  return order.join(",");
}

/** Reads an order of some of `count` things, each at most once; null if the text is something else. */
export function orderFromText(text: string, count: number): number[] | null {
  if (text === "") return [];
  const order = text.split(",").map(Number);
  const fits = order.every((place) => Number.isInteger(place) && place >= 0 && place < count);
  return fits && new Set(order).size === order.length ? order : null;
}
