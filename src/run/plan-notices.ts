import { earlierDefaultFormats } from "../package/formats/formats.ts";
import { defaultFormats } from "../plan/names.ts";
import type { Job, Plan, StoryRequest } from "../plan/plan.ts";
import type { RunNotice } from "./problem.ts";

export type PlanNotice = Extract<RunNotice, { code: "formats_default" | "not_possible" }>;

// What a plan alone tells. `check` loads this, so it needs nothing of the run.

/**
 * Why a request can't become a story, as a clause, judging by the request alone; null if nothing in it prevents that. Only the local service gives
 * such reasons.
 */
export type Foresight = (request: StoryRequest) => string | null;

/** One notice for each reason, so that the user learns of them before paying for anything. */
export function foretell(jobs: readonly Job[], whyNot: Foresight | null): PlanNotice[] {
  const reasons = new Map<string, string[]>();
  for (const { id, request } of jobs) {
    const why = whyNot?.(request) ?? null;
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), id]);
  }
  return [...reasons].map(([why, ids]) => ({ code: "not_possible", why, jobs: ids }));
}

/** Notices for a plan that chooses neither formats nor platforms: what it no longer gets. */
export function noticesOfFormats({ without, platforms }: Pick<Plan, "without" | "platforms">): PlanNotice[] {
  if (without.length === 0 || platforms.length > 0) return [];
  const lacks = earlierDefaultFormats.filter((format) => !defaultFormats.some((one) => one === format));
  const formats = earlierDefaultFormats;
  return [{ code: "formats_default", lacks, formats, sheets: without.includes("sheets") }];
}
