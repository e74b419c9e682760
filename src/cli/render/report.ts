import { join } from "node:path";
import type { Timeline } from "../../course/timeline.ts";
import { type CostFigures, type CostRow, sumOfCosts } from "../../ledger/format/charges.ts";
import type { Plan } from "../../plan/plan.ts";
import type { QualityReport } from "../../run/quality.ts";
import type { JobCounts, RunReport } from "../../run/report.ts";
import type { ReviewCounts } from "../../run/reviews.ts";
import { formatRate, type Rate, shortDuration } from "../../shared/duration.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { grouped } from "../../shared/grouped.ts";
import type { Markup } from "../../shared/html.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { describeNotice, describeProblem } from "../problems/problems.ts";
import { type Block, faint, type Inline, listOf, section, type Table, wholePage } from "./blocks.ts";
import { type BarPart, bars, peakWithin, timelineChart, timelineTable } from "./charts.ts";
import { describeHint, describeTimes } from "./lessons.ts";
import { qualityBlocks } from "./quality.ts";

/** What the report shows besides the run's own result. */
export interface ReportFacts {
  /** The time of the report, in ms since 1970. */
  readonly at: number;
  readonly timeline: Timeline;
  readonly costs: readonly CostRow[];
  /** The calls that the run made, each in ms since 1970, and the limits that it kept to. */
  readonly made: {
    readonly calls: readonly number[];
    readonly limits: { readonly calls: Rate; readonly starts: Rate };
  };
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
  const { jobs, credits, quality, times } = report;
  const where = report.service === "local" ? "the local service: a rehearsal" : report.service;
  return wholePage(plan.title, "run report", [
    faint(`Edition ${report.edition}, made at ${where}`),
    ...section("Lessons", ...lessonBars(jobs, quality, facts.review)),
    ...section(
      "Credits",
      numbersTable("Credits of this edition", [
        ["Spent, according to the service", credits.spent],
        ["Committed", credits.committed],
        ["Budget for this edition", credits.budget],
        ["Balance when last checked", credits.balance ?? "not limited"],
      ]),
    ),
    ...moneyBlocks(facts.costs, plan),
    ...section("Package", packageBlock(report.package)),
    ...section(
      "Problems",
      listOf(
        report.problems.map((one) => describeProblem(one)),
        true,
      ),
    ),
    ...paceBlocks(facts),
    ...qualityBlocks(quality),
    ...timesBlocks(times),
    ...section("Notices", listOf(report.notices.map(describeNotice))),
  ]);
}

function numbersTable(caption: string, rows: readonly Inline[][]): Table {
  return { kind: "table", caption, head: ["Credits", "Number"], rows, right: [1] };
}

function packageBlock(written: RunReport["package"]): Block {
  if (written === null) return { kind: "paragraph", text: "None was written by this run." };
  const { path, bytes, sha256 } = written;
  const rows = [
    ["Path", { code: path }],
    ["Size", pluralize(bytes, "byte")],
    ["SHA-256", { code: sha256 }],
  ];
  return { kind: "table", caption: "The package", head: ["Package", "Facts"], rows };
}

/** Which recordings have times by sentence, why others don't, and where someone should listen. */
function timesBlocks(times: RunReport["times"]): Block[] {
  if (times.length === 0) return [];
  const doubts = times.flatMap(({ job, level, why, hints }) => [
    ...(level === "sentences" ? [] : [`${job}: ${describeTimes({ level, why })}`]),
    ...hints.map((hint) => `${job}: ${describeHint(hint)}`),
  ]);
  const found = times.filter(({ level }) => level === "sentences").length;
  const text = `${found} of ${pluralize(times.length, "recording")} can be followed sentence by sentence.`;
  return section("Times of sentences", { kind: "paragraph", text }, listOf(doubts));
}

/** How far the lessons are: made, checked and reviewed, as bars with their numbers. */
function lessonBars(jobs: JobCounts, quality: QualityReport | null, review: ReviewCounts | null): Block[] {
  return [
    ...countedBar("Made", [
      { name: "done", amount: jobs.done, tone: "e" },
      { name: "still being made", amount: jobs.active, tone: "c" },
      { name: "not started", amount: jobs.pending, tone: "a" },
      { name: "uncertain", amount: jobs.uncertain, tone: "b" },
      { name: "failed", amount: jobs.failed, tone: "f" },
    ]),
    ...(quality === null || quality.lessons.length === 0
      ? []
      : countedBar("Quality", partsOfQuality(quality))),
    ...(review === null
      ? []
      : countedBar("Review", [
          { name: "approved", amount: review.approved, tone: "e" },
          { name: "waiting", amount: review.waiting, tone: "a" },
          { name: "held", amount: review.held, tone: "b" },
          { name: "rejected", amount: review.rejected, tone: "f" },
        ])),
  ];
}

function countedBar(name: string, parts: readonly BarPart[]): Block[] {
  const there = parts.filter(({ amount }) => amount > 0);
  const counts = there.map((part) => [`${part.amount} ${part.name}`, part.tone] as const);
  const title = `${name}: ${counts.map(([count]) => count).join(", ")}`;
  return [bars(title, [{ name, parts: there, limit: null }], counts)];
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

/** More would be a list of years of weeks; `coursebinder cost` has them all. */
const groupsMost = 24;

/** What each edition and month has cost, against what the plan allows: the newest ones. */
function moneyBlocks(costs: readonly CostRow[], { edition, budget }: Plan): Block[] {
  if (costs.length === 0) return [];
  return section(
    "Spending by edition and month",
    ...spendingBy(
      "Edition",
      grouped(costs, (row) => row.edition),
      (name) => (name === edition ? budget.credits : null),
    ),
    ...spendingBy(
      "Month",
      grouped(costs, ({ month }) => month),
      () => budget.month,
    ),
  );
}

function spendingBy(
  kind: "Edition" | "Month",
  groups: ReadonlyMap<string, readonly CostRow[]>,
  limitOf: (name: string) => number | null,
): Block[] {
  const title = `Credits by ${kind.toLowerCase()}`;
  const sums = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-groupsMost)
    .map(([name, rows]) => ({ name, limit: limitOf(name), ...sumOfCosts(rows) }));
  const drawn = sums.map(({ name, limit, ...sum }) => ({ name, limit, parts: partsOfSpending(sum) }));
  const meanings = [
    ["spent", "c"],
    ["held: committed, but not yet charged", "b"],
    ["wasted: paid for stories that no lesson uses", "f"],
  ] as const;
  return [
    { kind: "heading", level: 3, text: title },
    bars(`${title}; the table below shows the numbers`, drawn, meanings),
    {
      kind: "table",
      caption: `${title}, as numbers`,
      right: [1, 2, 3, 4, 5, 6],
      head: [kind, "Stories", "Quoted", "Spent", "Held", "Wasted", "Budget"],
      rows: sums.map(({ name, limit, stories, quoted, spent, held, wasted }): Inline[] => [
        { content: name },
        ...[stories, quoted, spent, held, wasted, limit],
      ]),
    },
  ];
}

function partsOfSpending({ spent, held, wasted }: CostFigures): BarPart[] {
  return [
    { name: "spent", amount: spent - wasted, tone: "c" },
    { name: "wasted", amount: wasted, tone: "f" },
    { name: "held", amount: held, tone: "b" },
  ];
}

/** When everything happened: every lesson's timeline, and the paid starts and calls against their limits. */
function paceBlocks({ timeline, made, at }: ReportFacts): Block[] {
  if (timeline.rows.length === 0) return [];
  const about =
    "According to this ledger, which sees a step end only when the service is next asked. Dashed lines stand for the time between two runs.";
  return [
    ...section("Timeline", faint(about), timelineChart(timeline, at), {
      kind: "details",
      summary: "The timeline as a table",
      blocks: [timelineTable(timeline, at)],
    }),
    ...section(
      "Starts and calls against the limits",
      ...usesOf("Paid starts in this edition", timeline.starts, made.limits.starts),
      ...usesOf("Calls in this run", made.calls, made.limits.calls),
    ),
  ];
}

/** The most that was used of a rate limit within its window. */
function usesOf(name: string, uses: readonly number[], rate: Rate): Block[] {
  if (uses.length === 0) return [];
  const peak = peakWithin(uses, rate.windowMs);
  const text = `${name}: a peak of ${peak} within ${shortDuration(rate.windowMs)}; the limit is ${rate.count}.`;
  const part: BarPart = { name: "peak", amount: peak, tone: "c" };
  return [
    { kind: "paragraph", text },
    bars(text, [{ name: formatRate(rate), parts: [part], limit: rate.count }]),
  ];
}
