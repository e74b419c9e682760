import { shorten } from "../../shared/text.ts";
import type { Kind } from "../problem.ts";

/** The kind of a value, in terms that an author of YAML knows. */
export function kindOf(value: unknown): Kind {
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

/** The kind for a schema issue's `expected`. */
export function kindOfExpected(expected: string): Kind {
  return kindOfType[expected] ?? "text";
}

// Enough to recognize a value by, and short enough for one terminal line.
const sampleCharacters = 60;

/** A scalar as a short sample; empty for anything else. */
export function sampleOf(value: unknown): string {
  const isScalar = ["string", "number", "boolean", "bigint"].includes(typeof value);
  return isScalar ? shorten(String(value), sampleCharacters) : "";
}
