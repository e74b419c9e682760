import { type CostRow, sumOfCosts } from "../../ledger/format/charges.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PlannedLesson } from "../../run/lesson.ts";
import type { JobCounts, RunReport } from "../../run/report.ts";
import type { ReviewCounts } from "../../run/reviews.ts";
import { formatDuration } from "../../shared/duration.ts";
import { grouped } from "../../shared/grouped.ts";
import type { Markup } from "../../shared/html.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { Next } from "../io.ts";
import { describeProblem } from "../problems/problems.ts";
import { wordFor } from "../problems/texts.ts";
import {
  type Block,
  faint,
  type Inline,
  listOf,
  markdownPage,
  nextBlock,
  section,
  type Table,
  wholePage,
} from "./blocks.ts";
import { qualityBlocks } from "./quality.ts";

/** What the report shows besides the run's own result. */
export interface ReportFacts {
  /** The edition's lessons, in the plan's order. */
  readonly lessons: readonly Pick<PlannedLesson, "name" | "latest" | "status">[];
  readonly costs: readonly CostRow[];
  /** Null: the plan asks for no review. */
  readonly review: ReviewCounts | null;
}

interface About {
  readonly plan: Plan;
  readonly facts: ReportFacts;
}

/** The last run's results as one page without scripts, for readers who did not watch it. */
export function reportPage(report: RunReport, { plan, facts }: About): Markup {
  return wholePage(plan.title, "run report", reportBlocks(report, { plan, facts }));
}

/** The report as Markdown, for continuous integration. `billed`: the lines of the bill that the run showed. */
export function reportMarkdown(
  report: RunReport,
  about: About,
  { billed, next }: { readonly billed: readonly string[]; readonly next: Next },
): string {
  const bill: Block | null = billed.length === 0 ? null : { kind: "code", lines: billed, language: "text" };
  const blocks = [
    headline(report.exitCode),
    ...section("What to do", nextBlock(next)),
    ...section("Bill", bill),
    ...reportBlocks(report, about),
  ];
  return markdownPage(`${about.plan.title}, edition ${report.edition}`, blocks, "it is in report.html");
}

/** How a command ended, in a sentence. */
export function headline(exitCode: number): Block {
  const text = wordFor("headlines", exitCode) ?? `Exit code ${exitCode}.`;
  return { kind: "paragraph", text: { strong: text } };
}

function reportBlocks(report: RunReport, { facts }: About): Block[] {
  const { jobs, credits, quality } = report;
  const where = report.service === "local" ? "the local service: a rehearsal" : report.service;
  return [
    faint(`Edition ${report.edition}, made at ${where}`),
    ...section("Lessons", progressOf(jobs, facts.review)),
    ...section(
      "Credits",
      numbersTable("Credits of this edition", [
        ["Spent, according to the service", credits.spent],
        ["Committed", credits.committed],
        ["Budget for this edition", credits.budget],
        ["Balance when last checked", credits.balance ?? "not limited"],
      ]),
    ),
    ...section("Spending by month and edition", spendingTable(facts.costs)),
    ...section("Package", packageBlock(report.package)),
    ...section(
      "Problems",
      listOf(
        report.problems.map((one) => describeProblem(one)),
        true,
      ),
    ),
    ...section("Timeline", timelineTable(facts.lessons)),
    ...qualityBlocks(quality),
    ...section("Notices", listOf(report.notices.map((one) => describeProblem(one)))),
  ];
}

function numbersTable(caption: string, rows: readonly Inline[][]): Table {
  return { kind: "table", caption, head: ["Credits", "Number"], rows, right: [1] };
}

export function packageBlock(written: RunReport["package"]): Block {
  if (written === null) return { kind: "paragraph", text: "None was written by this run." };
  const { path, bytes, sha256 } = written;
  const rows = [
    ["Path", { code: path }],
    ["Size", pluralize(bytes, "byte")],
    ["SHA-256", { code: sha256 }],
  ];
  return { kind: "table", caption: "The package", head: ["Package", "Facts"], rows };
}

/** When each bought lesson was begun and made. The ledger learns of a story's end only when the service is next queried. */
function timelineTable(lessons: ReportFacts["lessons"]): Table | null {
  const minute = (at: string): string => at.slice(0, 16).replace("T", " ");
  const rows = lessons.flatMap(({ name, latest, status }): Inline[][] => {
    if (latest === undefined) return [];
    const begun = latest.intended.at;
    const made = status.kind === "done" ? (status.story.book ?? status.story.observed)?.at : undefined;
    if (made === undefined) return [[{ content: name }, minute(begun), status.kind, ""]];
    return [
      [{ content: name }, minute(begun), minute(made), formatDuration(Date.parse(made) - Date.parse(begun))],
    ];
  });
  const head = ["Job", "Begun (UTC)", "Made (UTC)", "Took"];
  return rows.length === 0
    ? null
    : { kind: "table", caption: "When each lesson was made", head, rows, right: [3] };
}

/** The lessons' progress: made and reviewed. */
function progressOf(jobs: JobCounts, review: ReviewCounts | null): Block | null {
  const made = counted("Made", {
    done: jobs.done,
    "still being made": jobs.active,
    "not started": jobs.pending,
    uncertain: jobs.uncertain,
    failed: jobs.failed,
  });
  if (review === null) return listOf([made]);
  const { approved, waiting, held, rejected } = review;
  return listOf([made, counted("Review", { approved, waiting, held, rejected })]);
}

function counted(name: string, parts: Readonly<Record<string, number>>): string {
  const there = Object.entries(parts).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]));
  return `${name}: ${there.join(", ")}`;
}

/** More rows would list years of weeks; `coursebinder cost` shows them all. */
const spendingMost = 24;

/** The costs of the newest months, by edition. */
function spendingTable(costs: readonly CostRow[]): Table | null {
  if (costs.length === 0) return null;
  const rows = [...grouped(costs, ({ month, edition }) => `${month} ${edition}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-spendingMost)
    .map(([, some]): Inline[] => {
      const { stories, quoted, spent, held, wasted } = sumOfCosts(some);
      return [
        some[0]?.month ?? "",
        { content: some[0]?.edition ?? "" },
        stories,
        quoted,
        spent,
        held,
        wasted,
      ];
    });
  return {
    kind: "table",
    caption: "Credits by month and edition",
    right: [2, 3, 4, 5, 6],
    head: ["Month", "Edition", "Stories", "Quoted", "Spent", "Held", "Wasted"],
    rows,
  };
}
