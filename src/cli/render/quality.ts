import type { Fact, Finding, Severity, Spot, VolumeFact } from "../../lessons/quality/finding.ts";
import { audiobookLimits } from "../../lessons/recording/sound-measures.ts";
import type { QualityReport } from "../../run/quality.ts";
import { shorten, showText } from "../../shared/text.ts";
import type { Facts } from "../../shared/written-text.ts";
import { formatMoment, textIn } from "../problems/texts.ts";
import { type Block, type Inline, listOf, section } from "./blocks.ts";

/** Describes a finding about a lesson, without the lesson's name. */
export function describeFact(fact: Fact): string {
  return textIn("quality", fact.check, { ...fact, ...detailsOf(fact) });
}

/** Facts of a finding that have to be computed, or written in another form. */
function detailsOf(fact: Fact): Facts {
  switch (fact.check) {
    case "sentences":
      return { kind: fact.kinds.length === 1 ? fact.kinds[0] : null };
    case "silence":
      return { seconds: (fact.to - fact.from) / 1_000 };
    case "clipped":
      return { times: Math.round(fact.perMinute) };
    case "audiobook":
      return {
        outside: fact.outside.map((level) =>
          textIn("quality", `shop_${level.measure}`, { ...limits, ...level }),
        ),
      };
    default:
      return {};
  }
}

const { rms, peak, floor } = audiobookLimits;
const limits = { least: rms.least, most: rms.most, peakMost: peak, floorMost: floor };

/** Describes a finding about a volume, without the volume's name. */
function describeVolumeFact({ check, jobs, of, text }: VolumeFact): string {
  return textIn("quality", check, { jobs, of, sample: sample(text) });
}

/** Describes a place to read or to listen to. */
function describeSpot({ sentence, text, atMs }: Spot): string {
  const heard = atMs === null ? "" : `, at ${formatMoment(atMs)}`;
  return `sentence ${sentence + 1}${heard}: “${sample(text)}”`;
}

const sampleCharacters = 90;

function sample(text: string): string {
  return showText(shorten(text, sampleCharacters));
}

function describeDamage(job: string): string {
  return `${showText(job)}: its text or recording does not match the ledger`;
}

/** The findings, the most severe first, each with its places; then those about whole volumes. */
export function describeFindings({ findings, ofVolumes, damaged }: QualityReport): string[] {
  return [
    ...damaged.map((job) => `damaged  ${describeDamage(job)}`),
    ...findings.flatMap((finding) => [
      `${finding.severity.padEnd(9)}${showText(finding.job)}: ${describeFact(finding)}`,
      ...finding.spots.map((spot) => `         ${describeSpot(spot)}`),
    ]),
    ...ofVolumes.map(
      (finding) => `${finding.severity.padEnd(9)}${showText(finding.volume)}: ${describeVolumeFact(finding)}`,
    ),
  ];
}

/** Summarizes the findings in one line. */
export function describeQuality(quality: QualityReport): string {
  const { findings, lessons } = quality;
  const jobs = (...severities: readonly Severity[]): number =>
    new Set(findings.filter(({ severity }) => severities.includes(severity)).map(({ job }) => job)).size;
  const unheard = lessons.filter((lesson) => lesson.unheard !== null);
  const counts = { failed: jobs("fail"), found: jobs("warn", "hold", "fail"), unheard };
  return textIn("quality", "summary", { ...quality, ...counts });
}

/** The quality report for `--json` and the run's report file. */
export function qualityDocument(quality: QualityReport | null): object | null {
  if (quality === null) return null;
  const { findings, ofVolumes, held, damaged, lessons } = quality;
  return {
    held,
    damaged,
    findings: findings.map(({ job, check, severity, spots, ...facts }) => ({
      job,
      check,
      severity,
      message: describeFact({ check, ...facts } as typeof facts & Parameters<typeof describeFact>[0]),
      facts,
      places: spots.map((spot) => ({ ...spot, at: spot.atMs === null ? null : formatMoment(spot.atMs) })),
    })),
    volumes: ofVolumes.map(({ volume, check, severity, jobs, ...fact }) => ({
      volume,
      check,
      severity,
      jobs,
      message: describeVolumeFact({ check, jobs, ...fact }),
    })),
    lessons,
  };
}

const headings = { fail: "Failed", hold: "On hold", warn: "To look at" } as const;

/** The report's section on quality. Empty if nothing was checked. */
export function qualityBlocks(quality: QualityReport | null): Block[] {
  if (quality === null || quality.lessons.length === 0) return [];
  const { findings, ofVolumes, damaged } = quality;
  const graded = (["fail", "hold", "warn"] as const).flatMap((severity) => {
    const own = findings.filter((finding) => finding.severity === severity);
    return own.length === 0 ? [] : findingsTable(headings[severity], own);
  });
  const volumes = ofVolumes.map(
    (one) => `${one.volume}: ${describeVolumeFact(one)} (${one.jobs.join(", ")})`,
  );
  return section(
    "Quality of the lessons",
    { kind: "paragraph", text: `${describeQuality(quality).replace(/^quality {2}/, "")}.` },
    listOf(damaged.map(describeDamage), true),
    ...graded,
    ...(volumes.length === 0 ? [] : [{ kind: "heading", level: 3, text: "Whole volumes" } as const]),
    listOf(volumes),
  );
}

function findingsTable(heading: string, findings: readonly Finding[]): Block[] {
  const rows = findings.map((finding): Inline[] => [
    finding.job,
    { content: describeFact(finding), under: finding.spots.map(describeSpot).join("; ") },
  ]);
  return [
    { kind: "heading", level: 3, text: heading },
    { kind: "table", caption: heading, head: ["Lesson", "Finding"], rows },
  ];
}
