import type { z } from "zod";

const typeWords: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with members",
  record: "an object with members",
};

/** Why a JSON answer doesn't have the interface's shape, as a clause about its first fault. */
export function describeMisfit(error: z.ZodError, answer: unknown): string {
  const [issue] = error.issues;
  if (issue === undefined) return "the answer is not of the interface's shape";
  const place = issue.path.length === 0 ? "the answer" : `its ${issue.path.join(".")}`;
  // The schemas word only their own rules; the library's words are for programmers.
  if (issue.code === "custom") return `${place} is wrong: ${issue.message}`;
  if (issue.code !== "invalid_type") return `${place} is not as the interface says`;
  if (valueAt(answer, issue.path) === undefined) return `${place} is missing`;
  return `${place} is not ${typeWords[issue.expected] ?? "of the right type"}`;
}

function valueAt(answer: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[name] : undefined,
    answer,
  );
}
