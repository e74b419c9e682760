import { parseDuration } from "../../shared/duration.ts";
import type { PlanProblem } from "../problem.ts";
import type { WrittenPlan } from "../schema/written-plan.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { Readable } from "../yaml/readable.ts";
import {
  defaultQuality,
  type LimitUnit,
  type QualityLimits,
  type QualityName,
  qualityChecks,
  qualityNames,
} from "./quality-checks.ts";

export interface QualityResult {
  readonly quality: QualityLimits;
  readonly problems: readonly PlanProblem[];
}

/** Resolves the plan's `quality` key: every check has a limit and a severity, the default where the plan sets none. */
export function readQuality(written: Readable<WrittenPlan>, places: Places): QualityResult {
  const problems: PlanProblem[] = [];
  const limitOf = (name: QualityName): [QualityName, QualityLimits[QualityName]] => {
    const { most, severity } = defaultQuality[name];
    const { unit } = qualityChecks[name];
    const setting = written.quality?.[name];
    if (setting === undefined) return [name, { most, severity }];
    if (typeof setting === "string") return [name, { most, severity: setting }];
    const limit = { most, severity: setting.then ?? severity };
    if (setting.most === undefined) return [name, limit];
    const mostValue = parseLimit(setting.most, unit);
    if (mostValue === null) {
      const place = places.of(["quality", name, "most"]);
      problems.push({
        severity: "error",
        place,
        code: "bad_limit",
        check: name,
        unit,
        value: String(setting.most),
      });
    }
    return [name, { ...limit, most: mostValue ?? most }];
  };
  const quality = Object.fromEntries(qualityNames.map(limitOf)) as QualityLimits;
  return { quality, problems };
}

/** A limit beyond this is a typing error: no recording has such a level or difference. */
const decibelsMost = 100;

/** Null if the value isn't written in its check's unit. */
function parseLimit(value: number | string, unit: LimitUnit): number | null {
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
