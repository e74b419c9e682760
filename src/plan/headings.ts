import type { Plan } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import { readText } from "./plan-text.ts";
import type { PlanProblem } from "./problem.ts";
import type { WrittenPlan } from "./schema/written-plan.ts";
import type { Places } from "./yaml/read-yaml.ts";
import type { Readable } from "./yaml/readable.ts";

export interface HeadingsResult {
  readonly headings: Pick<Plan, "title" | "description" | "author" | "publisher" | "license">;
  readonly problems: readonly PlanProblem[];
}

/** Reads the texts about the whole course. Description and license may have several lines. */
export function readHeadings(written: Readable<WrittenPlan>, places: Places): HeadingsResult {
  const problems: PlanProblem[] = [];
  const read = (key: keyof HeadingsResult["headings"], most: number, prose = false): string | null => {
    const value = written[key];
    if (value === undefined) return null;
    const [text, path] = typeof value === "string" ? [value, [key]] : [value.name, [key, "name"]];
    if (text === undefined) return null;
    const result = readText(text, places.of(path), { key: path.at(-1) ?? key, most, prose });
    problems.push(...result.problems);
    return result.text;
  };
  const headings = {
    title: read("title", planLimits.titleCharacters) ?? "",
    description: read("description", planLimits.proseCharacters, true),
    author: read("author", planLimits.publisherCharacters),
    publisher: read("publisher", planLimits.publisherCharacters),
    license: read("license", planLimits.proseCharacters, true),
  };
  return { headings, problems };
}
