import { join } from "node:path";
import type { Plan } from "../../../plan/plan.ts";
import type { RunReport } from "../../../run/report.ts";
import { replaceFile } from "../../../shared/files/atomic-file.ts";
import type { Files } from "../../../shared/files/files.ts";
import { html, type Markup, markup } from "../../../shared/html.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { describeHint, describeTimes } from "../lessons/times-words.ts";
import { qualitySection } from "../quality/quality-section.ts";
import { describeRunNotice, describeRunProblem } from "./run-words.ts";

const style = markup(`
:root { color-scheme: light dark; --ink: #1f2328; --faint: #5d646d; --line: #d9dce1; --paper: #fff; --bad: #a4262c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --faint: #a3abb5; --line: #3b4148; --paper: #16191d; --bad: #ff9a92; } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; margin-bottom: .25rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
p.under { color: var(--faint); margin-top: 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; } li.bad { color: var(--bad); } dl { margin: 0; } dt { font-weight: 600; margin-top: .75rem; overflow-wrap: anywhere; } dd { margin: 0 0 .25rem 1rem; }
dd ul { margin: .25rem 0; padding-left: 1.25rem; color: var(--faint); } summary { cursor: pointer; margin-top: 1.25rem; } .wide { overflow-x: auto; } code { overflow-wrap: anywhere; }`);

/** Writes `report.html` beside the ledger: the last run's results, for readers who were not there. */
export async function writeReport(
  report: RunReport,
  { plan, folder, files }: { plan: Plan; folder: string; files: Files },
): Promise<void> {
  await files.makeFolder(folder);
  await replaceFile(files, join(folder, "report.html"), `${reportPage(report, plan)}\n`);
}

function reportPage(report: RunReport, plan: Plan): Markup {
  const { jobs, credits } = report;
  const counts: readonly (readonly [string, number])[] = [
    ["Done", jobs.done],
    ["Still being made", jobs.active],
    ["Not started", jobs.pending],
    ["Failed", jobs.failed],
    ["Uncertain", jobs.uncertain],
  ];
  const money: readonly (readonly [string, number | null])[] = [
    ["Spent, by the service's figures", credits.spent],
    ["Committed", credits.committed],
    ["Budget of this edition", credits.budget],
    ["Balance when last asked", credits.balance],
  ];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${plan.title}: run report</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${plan.title}</h1>
<p class="under">Edition ${report.edition}, made at ${report.service === "local" ? "the local service: a rehearsal" : report.service}</p>
<h2>Lessons</h2>
${numbersTable(counts)}
<h2>Credits</h2>
${numbersTable(money)}
<h2>Package</h2>
${
  report.package === null
    ? html`<p>None was written by this run.</p>`
    : html`<p><code>${report.package.path}</code>, ${pluralize(report.package.bytes, "byte")}<br>SHA-256 <code>${report.package.sha256}</code></p>`
}
${qualitySection(report.quality)}
${timesSection(report.times)}
${listOf(
  "Problems",
  report.problems.map((problem) => html`<li class="bad">${describeRunProblem(problem)}</li>`),
)}
${listOf(
  "Notices",
  report.notices.map((notice) => html`<li>${describeRunNotice(notice)}</li>`),
)}
</main>
</body>
</html>`;
}

/** Which recordings have times by sentence, why others don't, and where someone should listen. */
function timesSection(times: RunReport["times"]): Markup | null {
  if (times.length === 0) return null;
  const doubts = times.flatMap(({ job, level, why, hints }) => [
    ...(level === "sentences" ? [] : [html`<li>${job}: ${describeTimes({ level, why })}</li>`]),
    ...hints.map((hint) => html`<li>${job}: ${describeHint(hint)}</li>`),
  ]);
  const found = times.filter(({ level }) => level === "sentences").length;
  return html`<h2>Times of sentences</h2><p>${found} of ${pluralize(times.length, "recording")} can be followed sentence by sentence.</p>${
    doubts.length === 0 ? null : html`<ul>${doubts}</ul>`
  }`;
}

function numbersTable(rows: readonly (readonly [string, number | null])[]): Markup {
  return html`<table><tbody>${rows.map(
    ([name, number]) =>
      html`<tr><th scope="row">${name}</th><td class="number">${number ?? "not limited"}</td></tr>`,
  )}</tbody></table>`;
}

function listOf(title: string, items: readonly Markup[]): Markup | null {
  return items.length === 0 ? null : html`<h2>${title}</h2><ul>${items}</ul>`;
}
