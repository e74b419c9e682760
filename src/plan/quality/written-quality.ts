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

function limitOf(name: QualityName) {
  const { unit, about } = qualityChecks[name];
  const severity = z.enum(ofVolume.has(name) ? volumeSeverities : severities);
  const most = unit === "none" ? z.undefined() : z.union([z.number(), z.string()]);
  const described = unit === "none" ? about : `${about} most: what may pass, ${samples[unit]}.`;
  // The map first: of the ways in which a value may be written, what is told is about the one that its author chose.
  return z
    .union([z.strictObject({ most: most.optional(), [then]: severity.optional() }), severity])
    .optional()
    .describe(described);
}

type LimitSchema = ReturnType<typeof limitOf>;

/** What `quality` says, as people write it. How a limit is written is checked by `readQuality`. */
export const writtenQuality = z.strictObject(
  Object.fromEntries(qualityNames.map((name) => [name, limitOf(name)])) as Record<QualityName, LimitSchema>,
);
