import { parseDuration } from "../../shared/duration.ts";
import type { PlanProblem } from "../problem.ts";
import type { WrittenPlan } from "../schema/written-plan.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { Readable } from "../yaml/readable.ts";
import {
  type LimitUnit,
  type QualityLimits,
  type QualityName,
  qualityChecks,
  qualityNames,
  standardQuality,
} from "./quality-checks.ts";

export interface QualityResult {
  readonly quality: QualityLimits;
  readonly problems: readonly PlanProblem[];
}

/** What a plan says of its lessons' quality: every check, with what holds where it says nothing. */
export function readQuality(written: Readable<WrittenPlan>, places: Places): QualityResult {
  const problems: PlanProblem[] = [];
  const limitOf = (name: QualityName): [QualityName, QualityLimits[QualityName]] => {
    const { most, severity } = standardQuality[name];
    const { unit } = qualityChecks[name];
    const said = written.quality?.[name];
    if (said === undefined) return [name, { most, severity }];
    if (typeof said === "string") return [name, { most, severity: said }];
    const limit = { most, severity: said.then ?? severity };
    if (said.most === undefined) return [name, limit];
    const mostValue = countOf(said.most, unit);
    if (mostValue === null) {
      const place = places.of(["quality", name, "most"]);
      problems.push({
        severity: "error",
        place,
        code: "bad_limit",
        check: name,
        unit,
        value: String(said.most),
      });
    }
    return [name, { ...limit, most: mostValue ?? most }];
  };
  const quality = Object.fromEntries(qualityNames.map(limitOf)) as QualityLimits;
  return { quality, problems };
}

/** The most that decibels are written with: more is no sound that anybody hears. */
const decibelsMost = 100;

function countOf(value: number | string, unit: LimitUnit): number | null {
  switch (unit) {
    case "share": {
      const percent =
        typeof value === "string" ? /^(\d{1,4}(?:\.\d{1,3})?)\s?%$/.exec(value.trim())?.[1] : undefined;
      return percent === undefined ? null : Number(percent) / 100;
    }
    case "duration":
      return typeof value === "string" ? parseDuration(value) : null;
    case "count":
      return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
    case "decibels":
      return typeof value === "number" && Math.abs(value) <= decibelsMost ? value : null;
    case "none":
      return null;
  }
}
