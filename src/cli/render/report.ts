import { join } from "node:path";
import { type CostRow, sumOfCosts } from "../../ledger/format/charges.ts";
import type { Plan } from "../../plan/plan.ts";
import type { QualityReport } from "../../run/quality.ts";
import type { JobCounts, RunReport } from "../../run/report.ts";
import type { ReviewCounts } from "../../run/reviews.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { grouped } from "../../shared/grouped.ts";
import { html, type Markup } from "../../shared/html.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { shorten } from "../../shared/text.ts";
import { describeNotice, describeProblem } from "../problems/problems.ts";
import { type Block, faint, type Inline, listOf, section, type Table, wholePage } from "./blocks.ts";
import { describeHint, describeTimes } from "./lessons.ts";
import { qualityBlocks } from "./quality.ts";

/** What the report shows besides the run's own result. */
export interface ReportFacts {
  readonly costs: readonly CostRow[];
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
    countedBar("Made", [
      ["done", jobs.done, "e"],
      ["still being made", jobs.active, "c"],
      ["not started", jobs.pending, "a"],
      ["uncertain", jobs.uncertain, "b"],
      ["failed", jobs.failed, "f"],
    ]),
    ...(quality === null || quality.lessons.length === 0
      ? []
      : [countedBar("Quality", partsOfQuality(quality))]),
    ...(review === null
      ? []
      : [
          countedBar("Review", [
            ["approved", review.approved, "e"],
            ["waiting", review.waiting, "a"],
            ["held", review.held, "b"],
            ["rejected", review.rejected, "f"],
          ]),
        ]),
  ];
}

function countedBar(name: string, parts: readonly BarPart[]): Block {
  const counted = parts.flatMap(([what, amount, tone]): BarPart[] =>
    amount === 0 ? [] : [[`${amount} ${what}`, amount, tone]],
  );
  return bars(`${name}: ${counted.map(([count]) => count).join(", ")}`, [{ name, parts: counted }]);
}

function partsOfQuality({ lessons, findings }: QualityReport): BarPart[] {
  const worst = lessons.map(({ job }) => {
    const own = findings.filter((finding) => finding.job === job).map(({ severity }) => String(severity));
    return ["fail", "hold", "warn"].find((severity) => own.includes(severity)) ?? "none";
  });
  const count = (severity: string): number => worst.filter((one) => one === severity).length;
  return [
    ["without findings", count("none"), "e"],
    ["to look at", count("warn"), "c"],
    ["on hold", count("hold"), "b"],
    ["failed", count("fail"), "f"],
  ];
}

/** More would be a list of years of weeks; `coursebinder cost` has them all. */
const groupsMost = 24;

/** What each edition and month has cost, against what the plan allows: the newest ones. */
function moneyBlocks(costs: readonly CostRow[], { edition, budget }: Plan): Block[] {
  if (costs.length === 0) return [];
  const byEdition = grouped(costs, (row) => row.edition);
  const byMonth = grouped(costs, ({ month }) => month);
  return section(
    "Spending by edition and month",
    ...spendingBy("Edition", byEdition, (name) => (name === edition ? budget.credits : null)),
    ...spendingBy("Month", byMonth, () => budget.month),
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
  const drawn = sums.map(({ name, limit, spent, held, wasted }): Bar => {
    const parts: BarPart[] = [
      ["spent", spent - wasted, "c"],
      ["wasted: paid for stories that no lesson uses", wasted, "f"],
      ["held: committed, but not yet charged", held, "b"],
    ];
    return { name, limit, parts };
  });
  return [
    { kind: "heading", level: 3, text: title },
    bars(`${title}; the table below shows the numbers`, drawn),
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

/** A colour, from the style sheet. */
type Tone = "a" | "b" | "c" | "d" | "e" | "f";

/** A part of a bar: what it means (empty where the bar's name says it), how much it is, and its colour. */
type BarPart = readonly [meaning: string, amount: number, tone: Tone];

interface Bar {
  readonly name: string;
  readonly parts: readonly BarPart[];
  /** A line that the bar should not pass; null or left out: none. */
  readonly limit?: number | null;
}

const barHeight = 16;
const rowHeight = 40;
/** Leaves room for the line of a limit at the end. */
const widthPercent = 99;
/** As many characters of a label as fit on a phone. */
const labelCharacters = 40;

/** Bars that share one scale, one below the other, as wide as the page allows, with what the colours mean. */
function bars(title: string, all: readonly Bar[]): Block {
  const sumOf = ({ parts }: Bar): number => parts.reduce((sum, [, amount]) => sum + amount, 0);
  const longest = Math.max(1, ...all.map((bar) => Math.max(sumOf(bar), bar.limit ?? 0)));
  const scale = widthPercent / longest;
  const drawn = html`${legend(all)}<div class="tall" tabindex="0"><svg role="img" aria-label="${title}" width="100%" height="${all.length * rowHeight + 4}">${all.map(
    (bar, row) => drawBar(bar, { top: row * rowHeight + 16, scale }),
  )}</svg></div>\n`;
  return { kind: "drawing", drawn };
}

function drawBar({ name, parts, limit = null }: Bar, { top, scale }: { top: number; scale: number }): Markup {
  const round = (percent: number): number => Math.round(percent * 10) / 10;
  let x = 0;
  const drawn = parts.map(([, amount, tone]) => {
    const start = x;
    x += amount * scale;
    return amount <= 0
      ? null
      : html`<rect class="${tone}" x="${round(start)}%" y="${top}" width="${round(amount * scale)}%" height="${barHeight}"/>`;
  });
  const end = round((limit ?? 0) * scale);
  const room = html`<rect class="room" x="0" y="${top}" width="${end}%" height="${barHeight}"/>`;
  const line = html`<line class="limit" x1="${end}%" x2="${end}%" y1="${top - 2}" y2="${top + barHeight + 2}"/>`;
  return html`<text x="0" y="${top - 5}">${shorten(name, labelCharacters)}</text>${limit === null ? null : room}${drawn}${limit === null ? null : line}`;
}

/** What the colours mean. */
function legend(all: readonly Bar[]): Markup | null {
  const meanings = new Map(all.flatMap(({ parts }) => parts.map(([meaning, , tone]) => [meaning, tone])));
  meanings.delete("");
  if (meanings.size === 0) return null;
  return html`<ul class="legend">${[...meanings].map(
    ([name, tone]) =>
      html`<li><svg aria-hidden="true" width="12" height="12"><rect class="${tone}" width="12" height="12"/></svg>${name}</li>`,
  )}</ul>`;
}
