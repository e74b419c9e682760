import type { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with named fields",
  record: "an object with named fields",
  null: "null",
};

const formats: Readonly<Record<string, string>> = {
  datetime: 'must be a date and time with a time zone, such as "2026-03-10T12:00:00Z"',
  uuid: "must be a UUID",
  url: "must be a complete address, such as https://example.org/",
};

const unnamedFault = "is of a kind that is not accepted here";

/** Each kind of schema issue in plain words that follow the field's name. A schema's own message takes precedence. */
const words: Readonly<Record<string, (issue: RawIssue) => string>> = {
  invalid_type: ({ expected, input }) => {
    if (input === undefined) return "is missing";
    const wanted = kinds[String(expected)] ?? "of another kind";
    const isKindRight = expected === "int" && typeof input === "number";
    return isKindRight ? `must be ${wanted}` : `must be ${wanted}, but is ${kindOf(input)}`;
  },
  invalid_value: ({ values }) => `must be ${oneOf((values ?? []) as readonly unknown[])}`,
  invalid_format: ({ format }) => formats[String(format)] ?? "does not have the required form",
  too_small: ({ origin, minimum }) =>
    origin === "number" || origin === "int"
      ? `must be at least ${minimum}`
      : Number(minimum) === 1
        ? "is empty"
        : `must have at least ${minimum} ${partsOf(origin)}`,
  too_big: ({ origin, maximum }) =>
    origin === "number" || origin === "int"
      ? `must be at most ${maximum}`
      : `must have at most ${maximum} ${partsOf(origin)}`,
  invalid_key: ({ issues }) =>
    (issues as readonly { readonly message?: string }[] | undefined)?.[0]?.message ?? unnamedFault,
};

/**
 * Describes what is expected of a field, with the same wording for bodies, queries, tool arguments and the configuration file. For `safeParse`'s
 * `error`.
 */
export function describeIssue(issue: RawIssue): string {
  return words[String(issue.code)]?.(issue) ?? unnamedFault;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return kinds[typeof value] ?? "something else";
}

function oneOf(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value));
  return shown.length === 1 ? (shown[0] ?? "") : `one of ${shown.join(", ")}`;
}

function partsOf(origin: unknown): string {
  return origin === "string" ? "characters" : "items";
}
