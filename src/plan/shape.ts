import * as z from "zod";
import { languageCodes } from "../contract/languages.ts";
import { shorten } from "../shared/text.ts";
import { type Kind, problemsMost } from "./problem.ts";
import type { Reading } from "./reading.ts";
import { type ValueFormat, type WrittenPlan, writtenPlanSchema } from "./schema.ts";
import { suggest, suggestLanguage } from "./suggest.ts";

/** A plan of the right shape. Invalid parts have been reported and left out. */
export type ShapedPlan = ReturnType<typeof leaveOut>;

type Issue = z.core.$ZodIssue;

type Path = readonly (string | number)[];

interface PlacedIssue {
  readonly issue: Issue;
  readonly path: Path;
}

export function readShape(data: unknown, reading: Reading): ShapedPlan | null {
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    const place = Array.isArray(data) ? reading.places.of(data) : reading.places.at(0);
    reading.error(place, "not_a_plan", { found: kindOf(data) });
    return null;
  }
  const issues = issuesIn(data);
  for (const one of issues.slice(0, problemsMost + 1)) report(one, data, reading);
  return leaveOut(issues, data, reading);
}

function issuesIn(data: object): PlacedIssue[] {
  // A plan is parsed once: compiling its schema first would take longer.
  const issues = writtenPlanSchema
    .safeParse(data, { jitless: true, error: detailOf })
    .error?.issues.flatMap((issue) => flatten(issue, []));
  // A text in place of a list is also reported as too short, and a rule with nothing but unknown keys as empty.
  const isEcho = ({ issue, path }: PlacedIssue) => {
    const value = valueAt(data, path);
    const isRule = issue.code === "custom" && lists.has(path[0]) && typeof path.at(-1) === "number";
    return isRule
      ? Object.keys(value ?? {}).length > 0
      : issue.code === "too_small" && typeof value === "string";
  };
  return issues?.filter((one) => !isEcho(one)) ?? [];
}

/**
 * What zod's issues leave out, in place of their messages: the keys of a map (none if they are languages), the range of a number, and whether a list with
 * this value would be valid.
 */
const detailOf: z.core.$ZodErrorMap = ({ code, schema, input }) => {
  if (code === "unrecognized_keys")
    return schema instanceof z.ZodObject ? Object.keys(schema.shape).join() : "";
  if (schema instanceof z.ZodNumber) return `${schema.minValue},${schema.maxValue}`;
  const isItem =
    schema instanceof z.ZodArray && z.safeParse(schema.element, input, { jitless: true }).success;
  return isItem ? "item" : undefined;
};

/** If a value may be written in several forms, only the issues of the form that its author chose. */
function flatten(issue: Issue, parent: Path): PlacedIssue[] {
  const path: Path = [...parent, ...(issue.path as Path)];
  if (issue.code !== "invalid_union") return [{ issue, path }];
  const chosen = issue.errors.find(
    (way) => !way.some((one) => one.path.length === 0 && one.code === "invalid_type"),
  );
  return chosen === undefined ? [{ issue, path }] : chosen.flatMap((one) => flatten(one, path));
}

function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const step of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** The key of a value; for a value in a list, the list's key. Empty for the plan itself. */
function keyName(path: Path): string {
  return path.findLast((step): step is string => typeof step === "string") ?? "";
}

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "string") return "text";
  if (typeof value === "number" || typeof value === "bigint") return "number";
  if (typeof value === "boolean") return "true or false";
  return Array.isArray(value) ? "list" : "map";
}

const kindOfType: Readonly<Record<string, Kind>> = {
  string: "text",
  number: "number",
  int: "whole number",
  boolean: "true or false",
  array: "list",
  object: "map",
  record: "map",
};

function expectedKinds(issue: Issue): Kind[] {
  if (issue.code === "invalid_type") return [kindOfType[issue.expected] ?? "text"];
  if (issue.code !== "invalid_union") return ["text"];
  return [...new Set(issue.errors.flat().flatMap(expectedKinds))];
}

// Enough to recognize a value by, and short enough for one terminal line.
const sampleCharacters = 60;

function sampleOf(value: unknown): string {
  const isScalar = ["string", "number", "boolean", "bigint"].includes(typeof value);
  return isScalar ? shorten(String(value), sampleCharacters) : "";
}

function report({ issue, path }: PlacedIssue, data: object, reading: Reading): void {
  const { places } = reading;
  const mapAt = (steps: Path) => valueAt(data, steps) as Record<string, unknown>;
  const placeOf = (steps: Path) => places.of(mapAt(steps.slice(0, -1)), steps.at(-1) as string | undefined);
  const within = path.slice(0, -1);
  const value = valueAt(data, path);
  const place = placeOf(path);
  const key = keyName(path);
  if (issue.code === "unrecognized_keys") {
    const known = issue.message.split(",");
    for (const unknown of issue.keys) {
      const at = places.ofKey(mapAt(path), unknown);
      const language = { value: unknown, suggestion: suggestLanguage(unknown) };
      const facts = { key: unknown, within: key, known, suggestion: suggest(unknown, known) };
      if (issue.message === "") reading.error(at, "unknown_language", language);
      else reading.error(at, "unknown_key", facts);
    }
  } else if (value === undefined) {
    if (!Array.isArray(mapAt(within)) && !places.has(mapAt(within), key))
      reading.error(placeOf(within), "missing_key", { key, within: keyName(within) });
  } else if (issue.code === "invalid_key") {
    const what = path[0] === "words" ? "list" : "level";
    reading.error(places.ofKey(mapAt(within), key), "bad_name", { what, value: key });
  } else if (issue.code === "invalid_format") {
    const what = key === "course" ? "course" : "topic";
    reading.error(place, "bad_name", { what, value: String(value) });
  } else if (issue.code === "custom" && issue.params !== undefined) {
    const expected = issue.params.expected as ValueFormat;
    reading.error(place, "bad_value", { key, value: String(value), expected });
  } else if (issue.code === "too_big" && Array.isArray(value)) {
    reading.error(place, "too_many_prompts", { count: value.length, most: Number(issue.maximum) });
  } else if (issue.code === "custom" || (issue.code.startsWith("too_") && Array.isArray(value))) {
    reading.error(place, "empty_list", { key, isItem: typeof path.at(-1) === "number" });
  } else if (issue.code === "invalid_value" && typeof value === "string") {
    const choices = issue.values.map(String);
    if (choices.length === languageCodes.length)
      reading.error(place, "unknown_language", { value, suggestion: suggestLanguage(value) });
    else reading.error(place, "unknown_choice", { key, value, choices, suggestion: suggest(value, choices) });
  } else {
    const expected = expectedKinds(issue);
    const isRange =
      issue.code.startsWith("too_") || (issue.code === "invalid_type" && expected[0] === "number");
    const [least = 0, most = 0] = issue.message.split(",").map(Number);
    const ways = issue.code === "invalid_union" ? issue.errors.flat() : [issue];
    const isItem = ways.some(({ message }) => message === "item");
    const facts = { key, expected, found: kindOf(value), sample: sampleOf(value), isItem };
    // YAML can write numbers that are not finite, such as .inf and 1e400.
    if (typeof value === "number" && isRange)
      reading.error(place, "number_out_of_range", { key, value, least, most });
    else reading.error(place, "wrong_type", facts);
  }
}

const lists = new Set<string | number | undefined>(["exclude", "include", "removed", "moved"]);

/** The path to leave out because of a wrong value: a rule without one of its keys would match too much. */
function cutOf(path: Path): Path {
  const [top] = path;
  if (top === "vocabulary") return [top];
  return lists.has(top) ? path.slice(0, 2) : path;
}

/**
 * Leaves out invalid parts until the rest has the shape of a plan. A map without a required key is left out, too; a missing key of the plan itself gets
 * a stand-in instead, which no rule reports.
 */
function leaveOut(issues: readonly PlacedIssue[], data: object, { places }: Reading) {
  const plan = data as Partial<WrittenPlan>;
  const isMissing = ({ path }: PlacedIssue) => valueAt(data, path) === undefined;
  const faulty = new Set<unknown>();
  let hasAllTopics = true;
  let hasAllAxes = true;
  for (let left = issues; left.length > 0; left = issuesIn(data).filter(isMissing)) {
    const cuts = new Map<object, Set<string | number>>();
    const paths = left.flatMap((one): Path[] => {
      const { issue, path } = one;
      if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [...path, key]);
      return [isMissing(one) && typeof path.at(-1) === "string" ? path.slice(0, -1) : path];
    });
    for (const path of paths.map(cutOf).filter(({ length }) => length > 0)) {
      hasAllTopics &&= path[0] !== "topics" || path.length > 2;
      hasAllAxes &&= !path.includes("languages") && !path.includes("difficulties");
      if (path[0] === "topics") faulty.add(valueAt(data, path.slice(0, 2)));
      const container = valueAt(data, path.slice(0, -1)) as object;
      cuts.set(container, (cuts.get(container) ?? new Set()).add(path.at(-1) ?? ""));
    }
    for (const [container, keys] of cuts) {
      // From the end, so that a list's remaining indexes stay valid.
      for (const key of [...keys].sort((a, b) => Number(b) - Number(a))) places.remove(container, key);
    }
    plan.course ??= "-";
    plan.title ??= "-";
    plan.budget ??= { credits: 0 };
    plan.topics ??= [];
  }
  // If a topic is left out, an unknown name may be that topic's; if a language or difficulty is, a missing job may have been there.
  return {
    written: plan as WrittenPlan,
    /** The topics of which a part is left out. */
    faulty: faulty as ReadonlySet<unknown>,
    hasAllTopics,
    hasAllJobs: hasAllTopics && hasAllAxes,
  };
}
