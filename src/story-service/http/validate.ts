import type { z } from "zod";
import { describeIssue } from "../config/issue-words.ts";
import { type Issue, refused } from "../refusal.ts";

/** Validates a body or a query, or refuses with 400 and one issue per invalid field. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(issuesOf);
  const named = [...new Set(issues.map((issue) => issue.path).filter((path) => path !== ""))];
  const sentence = named.length === 0 ? "The request can't be read." : `Not valid: ${named.join(", ")}.`;
  throw refused(400, sentence, { issues });
}

/** As `validate`, for a query. A repeated parameter arrives as a list and is refused. */
export function validateQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const given = { ...(query as Record<string, unknown>) };
  const twice = Object.keys(given).filter((name) => Array.isArray(given[name]));
  if (twice.length === 0) return validate(schema, given);
  throw refused(400, `Not valid: ${twice.join(", ")}.`, {
    issues: twice.map((path) => ({ path, message: "stands more than once" })),
  });
}

function issuesOf(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: dotted([...issue.path, key]),
      message: "is not a field of this operation",
    }));
  }
  return [{ path: dotted(issue.path), message: issue.message }];
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}
