import { join } from "node:path";
import type { Timeline } from "../../../course/timeline.ts";
import type { CostRow } from "../../../ledger/format/charges.ts";
import type { Plan } from "../../../plan/plan.ts";
import type { RunReport } from "../../../run/report.ts";
import type { ReviewCounts } from "../../../run/reviews.ts";
import { replaceFile } from "../../../shared/files/atomic-file.ts";
import type { Files } from "../../../shared/files/files.ts";
import { html, type Markup } from "../../../shared/html.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { wholePage } from "../../pages/page.ts";
import { describeHint, describeTimes } from "../lessons/times-words.ts";
import { qualitySection } from "../quality/quality-section.ts";
import { lessonBars } from "../report/lessons-section.ts";
import { moneySection } from "../report/money-section.ts";
import { type CallsMade, paceSection } from "../report/pace-section.ts";
import { describeRunNotice, describeRunProblem } from "./run-words.ts";

/** What the report shows besides the run's own result. */
export interface ReportFacts {
  /** The time of the report, in ms since 1970. */
  readonly at: number;
  readonly timeline: Timeline;
  readonly costs: readonly CostRow[];
  readonly made: CallsMade;
  /** Null: the plan asks for no review. */
  readonly review: ReviewCounts | null;
}

interface About {
  readonly plan: Plan;
  readonly facts: ReportFacts;
}

/** Writes `report.html` beside the ledger: the last run's results, for readers who were not there. */
export async function writeReport(
  report: RunReport,
  { folder, files, ...about }: About & { folder: string; files: Files },
): Promise<void> {
  await files.makeFolder(folder);
  await replaceFile(files, join(folder, "report.html"), `${reportPage(report, about)}\n`);
}

/** The report as one page without scripts. */
export function reportPage(report: RunReport, { plan, facts }: About): Markup {
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
  const main = html`<h1>${plan.title}</h1>
<p class="under">Edition ${report.edition}, made at ${report.service === "local" ? "the local service: a rehearsal" : report.service}</p>
<h2>Lessons</h2>
${lessonBars(jobs, { quality: report.quality, review: facts.review })}
${numbersTable(counts)}
<h2>Credits</h2>
${numbersTable(money)}
${moneySection(facts.costs, plan)}
<h2>Package</h2>
${
  report.package === null
    ? html`<p>None was written by this run.</p>`
    : html`<p><code>${report.package.path}</code>, ${pluralize(report.package.bytes, "byte")}<br>SHA-256 <code>${report.package.sha256}</code></p>`
}
${listOf(
  "Problems",
  report.problems.map((problem) => html`<li class="bad">${describeRunProblem(problem)}</li>`),
)}
${paceSection(facts.timeline, facts)}
${qualitySection(report.quality)}
${timesSection(report.times)}
${listOf(
  "Notices",
  report.notices.map((notice) => html`<li>${describeRunNotice(notice)}</li>`),
)}
`;
  return wholePage(plan.title, { name: "run report", main, hasCharts: true });
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
