import type { Severity } from "../../../lessons/quality/severity.ts";
import { audiobookLimits, outsideAudiobook } from "../../../lessons/recording/audiobook-limits.ts";
import type { QualityReport } from "../../../run/quality.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { formatMoment } from "../lessons/times-words.ts";
import { describeFact, describeSpot, describeVolumeFact } from "./finding-words.ts";

/** The findings, the most severe first, each with its places; then those about whole volumes. */
export function describeFindings({ findings, ofVolumes, damaged }: QualityReport): string[] {
  return [
    ...damaged.map((job) => `damaged  ${showText(job)}: its text or recording is not the one in the ledger`),
    ...findings.flatMap((finding) => [
      `${finding.severity.padEnd(9)}${showText(finding.job)}: ${describeFact(finding)}`,
      ...finding.spots.map((spot) => `         ${describeSpot(spot)}`),
    ]),
    ...ofVolumes.map(
      (finding) => `${finding.severity.padEnd(9)}${showText(finding.volume)}: ${describeVolumeFact(finding)}`,
    ),
  ];
}

/** A summary in one line. */
export function describeQuality(quality: QualityReport): string {
  const { findings, lessons, held, ofVolumes } = quality;
  const jobs = (severities: readonly Severity[]): number =>
    new Set(findings.filter(({ severity }) => severities.includes(severity)).map(({ job }) => job)).size;
  const withFindings = jobs(["warn", "hold", "fail"]);
  const parts = [
    ...(jobs(["fail"]) > 0 ? [`${jobs(["fail"])} failed`] : []),
    ...(held.length > 0 ? [`${held.length} left out of the package`] : []),
    `${withFindings} with findings`,
    ...(ofVolumes.length > 0 ? [`${pluralize(ofVolumes.length, "finding")} about whole volumes`] : []),
    ...(unheardIn(quality) > 0
      ? [`${unheardIn(quality)} whose recording was not compared with the text`]
      : []),
  ];
  return `quality  ${parts.join(", ")}, of ${pluralize(lessons.length, "lesson")}`;
}

/** How the recordings stand to what audiobook shops ask for, in one line; none if nothing was recorded. */
export function describeShopLevels({ lessons }: QualityReport): string[] {
  const measured = lessons.filter(({ rms }) => rms !== null);
  if (measured.length === 0) return [];
  const outside = measured.filter((lesson) => outsideAudiobook(lesson).length > 0).length;
  const { rms, peak, floor } = audiobookLimits;
  const limits = `${rms.least} to ${rms.most} dB RMS, peaks up to ${peak} dB, noise up to ${floor} dB`;
  const within = `${measured.length - outside} of ${pluralize(measured.length, "recording")} within the limits of audiobook shops`;
  const more =
    outside === 0 ? "" : '; none is changed; "quality: { audiobook: warn }" in the plan names the others';
  return [`levels   ${within} (${limits})${more}`];
}

function unheardIn({ lessons }: QualityReport): number {
  return lessons.filter(({ unheard }) => unheard !== null).length;
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
