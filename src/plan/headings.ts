import type { Plan } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import { readText } from "./plan-text.ts";
import type { PlanProblem } from "./problem.ts";
import type { Places } from "./read-yaml.ts";
import type { Readable } from "./readable.ts";
import type { WrittenPlan } from "./written-plan.ts";

export interface HeadingsReading {
  readonly headings: Pick<Plan, "title" | "description" | "author" | "publisher" | "license">;
  readonly problems: readonly PlanProblem[];
}

/** Reads the texts that stand for the whole course. Description and license may have lines. */
export function readHeadings(written: Readable<WrittenPlan>, places: Places): HeadingsReading {
  const problems: PlanProblem[] = [];
  const read = (key: keyof HeadingsReading["headings"], most: number, prose = false): string | null => {
    const value = written[key];
    if (value === undefined) return null;
    const text = readText(value, places.of([key]), { key, most, prose });
    problems.push(...text.problems);
    return text.text;
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
