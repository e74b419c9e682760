import type { Finding } from "../../../lessons/quality/finding.ts";
import type { QualityReport } from "../../../run/quality.ts";
import { grouped } from "../../../shared/grouped.ts";
import { html, type Markup } from "../../../shared/html.ts";
import { describeFact, describeSpot, describeVolumeFact } from "./finding-words.ts";
import { describeQuality } from "./quality-words.ts";

const headings = { fail: "Failed", hold: "On hold", warn: "To look at", ignore: "" } as const;

/** The report's section on quality: findings first, then a table of all lessons. Null if nothing was checked. */
export function qualitySection(quality: QualityReport | null): Markup | null {
  if (quality === null || quality.lessons.length === 0) return null;
  const { findings, ofVolumes, damaged } = quality;
  const parts = (["fail", "hold", "warn"] as const).map((severity) => {
    const graded = findings.filter((finding) => finding.severity === severity);
    return graded.length === 0 ? null : html`<h3>${headings[severity]}</h3><dl>${entriesOf(graded)}</dl>`;
  });
  return html`<h2>Quality of the lessons</h2>
<p>${describeQuality(quality).replace(/^quality {2}/, "")}.</p>
${damaged.length === 0 ? null : html`<h3>Not checked</h3><ul>${damaged.map((job) => html`<li class="bad">${job}: its text or recording is not the one in the ledger</li>`)}</ul>`}
${parts}
${
  ofVolumes.length === 0
    ? null
    : html`<h3>Whole volumes</h3><ul>${ofVolumes.map((one) => html`<li>${one.volume}: ${describeVolumeFact(one)} (${one.jobs.join(", ")})</li>`)}</ul>`
}
${factsTable(quality)}`;
}

function entriesOf(findings: readonly Finding[]): Markup[] {
  return [...grouped(findings, ({ job }) => job)].map(
    ([job, ofJob]) =>
      html`<dt>${job}</dt>${ofJob.map(
        (finding) =>
          html`<dd>${describeFact(finding)}${
            finding.spots.length === 0
              ? null
              : html`<ul>${finding.spots.map((spot) => html`<li>${describeSpot(spot)}</li>`)}</ul>`
          }</dd>`,
      )}`,
  );
}

function factsTable({ lessons }: QualityReport): Markup {
  const cell = (value: number | null) => html`<td class="number">${value ?? "–"}</td>`;
  const hasSound = lessons.some(({ loudness }) => loudness !== null);
  return html`<details><summary>All lessons in figures</summary><div class="wide" role="region" aria-label="All lessons in figures" tabindex="0"><table><thead><tr><th scope="col">Lesson</th><th scope="col">Words</th><th scope="col">Words per sentence</th>${
    hasSound
      ? html`<th scope="col">Words per minute</th><th scope="col">LUFS</th><th scope="col">Peak (dBTP)</th><th scope="col">Level (dB RMS)</th><th scope="col">Noise (dB RMS)</th>`
      : null
  }</tr></thead><tbody>${lessons.map(
    (one) =>
      html`<tr><th scope="row">${one.job}</th>${cell(one.running)}${cell(one.perSentence)}${
        hasSound
          ? html`${cell(one.speed === null ? null : Math.round(one.speed))}${cell(one.loudness)}${cell(one.peak)}${cell(one.rms)}${cell(one.floor)}`
          : null
      }</tr>`,
  )}</tbody></table></div></details>`;
}
