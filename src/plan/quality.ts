import { parseDuration } from "../shared/duration.ts";
import { defaultQuality, type LimitUnit, type QualityLimits, qualityChecks } from "./quality-checks.ts";
import type { Reading } from "./reading.ts";
import type { WrittenPlan } from "./schema.ts";

export function readQuality({ quality = {} }: WrittenPlan, reading: Reading): QualityLimits {
  const limitOf = (check: keyof QualityLimits) => {
    const { most, severity } = defaultQuality[check];
    const { unit } = qualityChecks[check];
    const setting = quality[check];
    if (setting === undefined) return { most, severity };
    if (typeof setting === "string") return { most, severity: setting };
    const limit = { most, severity: setting.then ?? severity };
    if (setting.most === undefined) return limit;
    const read = parseLimit(setting.most, unit);
    const facts = { key: `${check}: most`, value: String(setting.most), expected: unit };
    if (read === null) reading.error(reading.places.of(setting, "most"), "bad_value", facts);
    return { ...limit, most: read ?? most };
  };
  const names = Object.keys(qualityChecks) as (keyof QualityLimits)[];
  return Object.fromEntries(names.map((name) => [name, limitOf(name)])) as QualityLimits;
}

/** A limit beyond this is a typing error: no recording has such a level or difference. */
const decibelsMost = 100;

/** Null if the value isn't written in its check's unit. */
function parseLimit(value: number | string, unit: LimitUnit): number | null {
  const [text, number] = typeof value === "string" ? [value.trim(), Number.NaN] : ["", value];
  const percent = /^(\d{1,4}(?:\.\d{1,3})?)\s?%$/.exec(text)?.[1];
  switch (unit) {
    case "share":
      return percent === undefined ? null : Number(percent) / 100;
    case "duration":
      return typeof value === "string" ? parseDuration(value) : null;
    case "count":
      return Number.isSafeInteger(number) && number >= 0 ? number : null;
    case "decibels":
      return Math.abs(number) <= decibelsMost ? number : null;
    case "none":
      return null;
  }
}
