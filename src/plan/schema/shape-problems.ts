import type { z } from "zod";
import { languageCodes } from "../../contract/languages.ts";
import type { Place } from "../plan.ts";
import type { Kind, PlanProblem } from "../problem.ts";
import { keyName, type Path } from "../yaml/path.ts";
import type { Places } from "../yaml/read-yaml.ts";
import { valueAt } from "../yaml/readable.ts";
import { kindOf, kindOfExpected, sampleOf } from "./kinds.ts";
import { keysAt, rangeAt } from "./schema-at.ts";
import { suggest, suggestLanguage } from "./suggest.ts";

type Issue = z.core.$ZodIssue;

interface Written {
  readonly data: unknown;
  readonly places: Places;
}

/** The plan problems for a schema issue. Empty if the value's own problem was found before. */
export function issueProblems(issue: Issue, path: Path, written: Written): PlanProblem[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => keyProblem(key, path, written.places));
  const value = valueAt(written.data, path);
  if (value === undefined) return missing(path, written.places);
  const where = { severity: "error", place: written.places.of(path) } as const;
  const key = keyName(path);
  switch (issue.code) {
    case "invalid_key":
      return [
        {
          ...where,
          place: written.places.ofKey(path),
          code: "bad_name",
          what: path[0] === "levels" ? "level" : "list",
          value: key,
        },
      ];
    case "invalid_format":
      return [
        { ...where, code: "bad_name", what: key === "course" ? "course" : "topic", value: String(value) },
      ];
    case "custom":
      return [{ ...where, code: "empty_list", key }];
    case "invalid_value":
      return [choiceProblem({ key, value, choices: issue.values.map(String) }, where.place)];
    case "too_small":
    case "too_big":
      if (Array.isArray(value)) return [{ ...where, code: "empty_list", key }];
      return [{ ...where, code: "number_out_of_range", key, value: Number(value), ...rangeAt(path) }];
    default:
      // YAML can write numbers that are not finite, such as .inf and 1e400.
      if (typeof value === "number" && expectedKinds(issue).includes("number"))
        return [{ ...where, code: "number_out_of_range", key, value, ...rangeAt(path) }];
      return [
        {
          ...where,
          code: "wrong_type",
          key,
          expected: expectedKinds(issue),
          found: kindOf(value),
          sample: sampleOf(value),
        },
      ];
  }
}

function missing(path: Path, places: Places): PlanProblem[] {
  if (places.has(path)) return [];
  const parent = path.slice(0, -1);
  const place = places.of(parent);
  return [{ severity: "error", place, code: "missing_key", key: keyName(path), within: keyName(parent) }];
}

function keyProblem(key: string, path: Path, places: Places): PlanProblem {
  const where = { severity: "error", place: places.ofKey([...path, key]) } as const;
  const known = keysAt(path);
  if (known === null) {
    return { ...where, code: "unknown_language", value: key, suggestion: suggestLanguage(key) };
  }
  const within = keyName(path);
  return { ...where, code: "unknown_key", key, within, known, suggestion: suggest(key, known) };
}

function choiceProblem(
  written: { readonly key: string; readonly value: unknown; readonly choices: readonly string[] },
  place: Place,
): PlanProblem {
  const { key, value, choices } = written;
  const where = { severity: "error", place } as const;
  if (typeof value !== "string") {
    const expected: Kind[] = ["text"];
    return { ...where, code: "wrong_type", key, expected, found: kindOf(value), sample: sampleOf(value) };
  }
  if (choices.length === languageCodes.length) {
    return { ...where, code: "unknown_language", value, suggestion: suggestLanguage(value) };
  }
  return { ...where, code: "unknown_choice", key, value, choices, suggestion: suggest(value, choices) };
}

function expectedKinds(issue: Issue): Kind[] {
  if (issue.code === "invalid_type") return [kindOfExpected(issue.expected)];
  if (issue.code !== "invalid_union") return ["text"];
  return [...new Set(issue.errors.flat().flatMap(expectedKinds))];
}
