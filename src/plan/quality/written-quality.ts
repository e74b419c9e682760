import * as z from "zod";
import {
  type QualityName,
  qualityChecks,
  qualityNames,
  severities,
  volumeSeverities,
} from "./quality-checks.ts";

const samples = { share: "such as 5%", duration: "such as 4s", count: "a whole number", decibels: "in dB" };

const ofVolume = new Set<string>(qualityNames.filter((name) => "ofVolume" in qualityChecks[name]));

// A computed key, because lint takes an object with a literal `then` for a promise.
const then = "then";

const most = z.union([z.number(), z.string()]).optional().describe("How much may pass.");
const thenWords = "What is done about more than that: ignore, warn, hold or fail.";

function limitOf(name: QualityName) {
  const { unit, about } = qualityChecks[name];
  const severity = z.enum(ofVolume.has(name) ? volumeSeverities : severities);
  const limit = z.strictObject({ most, [then]: severity.optional().describe(thenWords) });
  const described =
    unit === "none" ? about : `${about} most: the highest value that passes, ${samples[unit]}.`;
  // The map comes first so that an error in a map is reported as such, not as an unknown severity.
  return z
    .union([isCounted(name) ? limit : (limit.omit({ most: true }) as unknown as typeof limit), severity])
    .optional()
    .describe(described);
}

function isCounted(name: QualityName): boolean {
  return qualityChecks[name].unit !== "none";
}

type LimitSchema = ReturnType<typeof limitOf>;

/** The plan's `quality` key as written. `readQuality` checks that each limit is in its check's unit. */
export const writtenQuality = z.strictObject(
  Object.fromEntries(qualityNames.map((name) => [name, limitOf(name)])) as Record<QualityName, LimitSchema>,
);
