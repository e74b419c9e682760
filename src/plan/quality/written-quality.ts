import { z } from "zod";
import {
  type QualityName,
  qualityChecks,
  qualityNames,
  severities,
  volumeSeverities,
} from "./quality-checks.ts";

const samples = { share: "such as 5%", duration: "such as 4s", count: "a whole number", decibels: "in dB" };

const ofVolume = new Set<string>(qualityNames.filter((name) => "ofVolume" in qualityChecks[name]));

// Spelt so, for what has a member of this name is otherwise taken for a promise.
const then = "then";

const most = z.union([z.number(), z.string()]).optional();

function limitOf(name: QualityName) {
  const { unit, about } = qualityChecks[name];
  const severity = z.enum(ofVolume.has(name) ? volumeSeverities : severities);
  const limit = z.strictObject({ most, [then]: severity.optional() });
  const described = unit === "none" ? about : `${about} most: what may pass, ${samples[unit]}.`;
  // The map first: of the ways in which a value may be written, what is told is about the one that its author chose.
  return z
    .union([isCounted(name) ? limit : (limit.omit({ most: true }) as unknown as typeof limit), severity])
    .optional()
    .describe(described);
}

/** The keys that the map of a check knows. */
export function limitKeys(name: string): readonly string[] {
  return isCounted(name) ? ["most", then] : [then];
}

function isCounted(name: string): boolean {
  return !(name in qualityChecks) || qualityChecks[name as QualityName].unit !== "none";
}

type LimitSchema = ReturnType<typeof limitOf>;

/** What `quality` says, as people write it. How a limit is written is checked by `readQuality`. */
export const writtenQuality = z.strictObject(
  Object.fromEntries(qualityNames.map((name) => [name, limitOf(name)])) as Record<QualityName, LimitSchema>,
);
