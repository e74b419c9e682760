import { createHash } from "node:crypto";

/** Begins every summary that is a file of its own, so that the summary can be recognized and, if posted as a comment, found again. */
export const summaryMark = "<!-- coursebinder summary";

const hashCharacters = 16;

/** The first line of a summary that is a file of its own: the same content always gives the same line. */
export function summaryMarkOf(course: string, summary: string): string {
  const hash = createHash("sha256").update(summary).digest("hex").slice(0, hashCharacters);
  return `${summaryMark} ${course.replace(/[^a-z0-9-]/g, "")} ${hash} -->`;
}
