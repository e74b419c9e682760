import { join } from "node:path";
import type { Timeline } from "../../course/timeline.ts";
import { type CostFigures, type CostRow, sumOfCosts } from "../../ledger/format/charges.ts";
import type { Plan } from "../../plan/plan.ts";
import type { QualityReport } from "../../run/quality.ts";
import type { JobCounts, RunReport } from "../../run/report.ts";
import type { ReviewCounts } from "../../run/reviews.ts";
import type { Rate } from "../../shared/duration.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { grouped } from "../../shared/grouped.ts";
import { html, type Markup } from "../../shared/html.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { describeNotice, describeProblem } from "../problems/problems.ts";
import { blocksToHtml, type Inline, type Table, wholePage } from "./blocks.ts";
import {
  type Bar,
  type BarPart,
  legend,
  rateChart,
  stackedBars,
  timelineChart,
  timelineTable,
} from "./charts.ts";
import { describeHint, describeTimes } from "./lessons.ts";
import { qualitySection } from "./quality.ts";

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

/** Writes `report.html` beside the ledger: the last run's results, for readers who did not watch the run. */
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
    ["Spent, according to the service", credits.spent],
    ["Committed", credits.committed],
    ["Budget for this edition", credits.budget],
    ["Balance when last checked", credits.balance],
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
  report.problems.map((problem) => html`<li class="bad">${describeProblem(problem)}</li>`),
)}
${paceSection(facts.timeline, facts)}
${qualitySection(report.quality)}
${timesSection(report.times)}
${listOf(
  "Notices",
  report.notices.map((notice) => html`<li>${describeNotice(notice)}</li>`),
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

/** How far the lessons are: made, checked and reviewed, as bars. Their numbers are beside them in words. */
function lessonBars(
  jobs: JobCounts,
  { quality, review }: { quality: QualityReport | null; review: ReviewCounts | null },
): Markup {
  const bars: (readonly [name: string, parts: readonly BarPart[]])[] = [
    ["Made", partsOfJobs(jobs)],
    ...(quality === null || quality.lessons.length === 0
      ? []
      : [["Quality", partsOfQuality(quality)] as const]),
    ...(review === null ? [] : [["Review", partsOfReview(review)] as const]),
  ];
  return html`${bars.map(([name, parts]) => {
    const there = parts.filter(({ amount }) => amount > 0);
    const words = there.map((part) => `${part.amount} ${part.name}`).join(", ");
    const bar: Bar = { name: "", parts: there, limit: null };
    return html`<h3>${name}</h3>${stackedBars(`${name}: ${words}`, [bar])}${legend(there.map((part) => [`${part.amount} ${part.name}`, part.tone]))}`;
  })}`;
}

function partsOfJobs(jobs: JobCounts): BarPart[] {
  return [
    { name: "done", amount: jobs.done, tone: "e" },
    { name: "still being made", amount: jobs.active, tone: "c" },
    { name: "not started", amount: jobs.pending, tone: "a" },
    { name: "uncertain", amount: jobs.uncertain, tone: "b" },
    { name: "failed", amount: jobs.failed, tone: "f" },
  ];
}

function partsOfQuality({ lessons, findings }: QualityReport): BarPart[] {
  const worst = (job: string): string => {
    const own = findings.filter((finding) => finding.job === job).map(({ severity }) => String(severity));
    return ["fail", "hold", "warn"].find((severity) => own.includes(severity)) ?? "none";
  };
  const graded = lessons.map(({ job }) => worst(job));
  const count = (severity: string): number => graded.filter((one) => one === severity).length;
  return [
    { name: "without findings", amount: count("none"), tone: "e" },
    { name: "to look at", amount: count("warn"), tone: "c" },
    { name: "on hold", amount: count("hold"), tone: "b" },
    { name: "failed", amount: count("fail"), tone: "f" },
  ];
}

function partsOfReview({ approved, waiting, held, rejected }: ReviewCounts): BarPart[] {
  return [
    { name: "approved", amount: approved, tone: "e" },
    { name: "waiting", amount: waiting, tone: "a" },
    { name: "held", amount: held, tone: "b" },
    { name: "rejected", amount: rejected, tone: "f" },
  ];
}

/** More would be a list of years of weeks; `coursebinder cost` has them all. */
const groupsMost = 24;

/** What each edition and month has cost, against what the plan allows: the newest ones. */
function moneySection(costs: readonly CostRow[], plan: Plan): Markup | null {
  if (costs.length === 0) return null;
  const { edition, budget } = plan;
  const limitOf = (name: string): number | null => (name === edition ? budget.credits : null);
  return html`<h2>Spending by edition and month</h2>
${legend([
  ["spent", "c"],
  ["held: committed, but not yet charged", "b"],
  ["wasted: paid for stories that no lesson uses", "f"],
])}
${partOf(
  "Edition",
  grouped(costs, (row) => row.edition),
  limitOf,
)}
${partOf(
  "Month",
  grouped(costs, ({ month }) => month),
  () => budget.month,
)}`;
}

function partOf(
  kind: "Edition" | "Month",
  groups: ReadonlyMap<string, readonly CostRow[]>,
  limitOf: (name: string) => number | null,
): Markup {
  const title = `Credits by ${kind.toLowerCase()}`;
  const sums = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-groupsMost)
    .map(([name, rows]) => ({ name, limit: limitOf(name), ...sumOfCosts(rows) }));
  const bars = sums.map(barOf);
  return html`<h3>${title}</h3>${stackedBars(`${title}; the table below shows the numbers`, bars)}${blocksToHtml([tableOf(kind, sums)])}`;
}

type Sum = CostFigures & { readonly name: string; readonly limit: number | null };

function barOf({ name, limit, spent, held, wasted }: Sum): Bar {
  return {
    name,
    limit,
    parts: [
      { name: "spent", amount: spent - wasted, tone: "c" },
      { name: "wasted", amount: wasted, tone: "f" },
      { name: "held", amount: held, tone: "b" },
    ],
  };
}

function tableOf(kind: string, sums: readonly Sum[]): Table {
  return {
    kind: "table",
    caption: `Credits by ${kind.toLowerCase()}, as numbers`,
    right: [1, 2, 3, 4, 5, 6],
    head: [kind, "Stories", "Quoted", "Spent", "Held", "Wasted", "Budget"],
    rows: sums.map(({ name, limit, stories, quoted, spent, held, wasted }): Inline[] => [
      { content: name },
      stories,
      quoted,
      spent,
      held,
      wasted,
      limit ?? "",
    ]),
  };
}

/** The limits that a run kept to, and the calls that it made, each in ms since 1970. */
interface CallsMade {
  readonly calls: readonly number[];
  readonly limits: { readonly calls: Rate; readonly starts: Rate };
}

/** When everything happened: every lesson's timeline, and the paid starts and calls against their limits. */
function paceSection(timeline: Timeline, { made, at }: { made: CallsMade; at: number }): Markup | null {
  if (timeline.rows.length === 0) return null;
  const { runs, starts } = timeline;
  const ofStarts = rateChart("Paid starts in this edition", { uses: starts, rate: made.limits.starts, runs });
  const ofCalls = rateChart("Calls in this run", { uses: made.calls, rate: made.limits.calls, runs: [] });
  const table = {
    kind: "details" as const,
    summary: "The timeline as a table",
    blocks: [timelineTable(timeline, at)],
  };
  return html`<h2>Timeline</h2>
<p class="under">According to this ledger, which sees a step end only when the service is next asked. Dashed lines stand for the time between two runs.</p>
${timelineChart(timeline, at)}
${blocksToHtml([table])}
${ofStarts === null && ofCalls === null ? null : html`<h2>Starts and calls against the limits</h2>`}
${ofStarts}${ofCalls}`;
}
