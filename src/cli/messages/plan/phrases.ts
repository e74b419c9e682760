import type { Place } from "../../../plan/plan.ts";
import type { Kind, PlanProblem } from "../../../plan/problem.ts";
import { shorten, showText } from "../../../shared/text.ts";
import { nameCharacters, quote } from "../quote.ts";

/** A message for each problem of a plan: what happened, why it matters and what to do, without the place. Text from the plan is escaped. */
export type PlanWords = {
  readonly [Code in PlanProblem["code"]]: (problem: Extract<PlanProblem, { code: Code }>) => string;
};

const pathCharacters = 400;

export function names(list: readonly string[]): string {
  return list.length === 0 ? "none" : list.map(quote).join(", ");
}

export function describePlace(place: Place): string {
  return `${shorten(showText(place.file), pathCharacters)}:${place.line}:${place.column}`;
}

export function didYouMean(suggestion: string | null): string {
  return suggestion === null ? "" : ` (did you mean ${quote(suggestion)}?)`;
}

export function hint(suggestion: string | null, known: readonly string[]): string {
  if (suggestion !== null) return didYouMean(suggestion);
  return known.length === 0
    ? "; there are none"
    : `; there are ${known.map((name) => shorten(showText(name), nameCharacters)).join(", ")}`;
}

export function within(key: string): string {
  return key === "" ? "" : ` in ${quote(key)}`;
}

export function formatNumber(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function describeBytes(bytes: number): string {
  return `${bytes / 1_048_576} MiB`;
}

export function describeKind(kind: Kind): string {
  const articles: Partial<Record<Kind, string>> = {
    list: "a list",
    map: "a map",
    number: "a number",
    "whole number": "a whole number",
  };
  return articles[kind] ?? kind;
}
