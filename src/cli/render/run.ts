import { posix } from "node:path";
import type { Ceilings } from "../../ledger/format/ceilings.ts";
import { sumOfAttempts } from "../../ledger/format/charges.ts";
import { settingName } from "../../ledger/format/fold.ts";
import type { JobStatus } from "../../ledger/format/job-status.ts";
import type { JobRecord } from "../../ledger/format/state.ts";
import type { StandaloneFile } from "../../package/write-package.ts";
import type { Bill } from "../../run/bill.ts";
import { type PlannedLesson, volumeOf } from "../../run/lesson.ts";
import type { RunProblem } from "../../run/problem.ts";
import type { Credits, JobCounts, RunReport } from "../../run/report.ts";
import { grouped } from "../../shared/grouped.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { shorten, showText } from "../../shared/text.ts";
import type { Paint, Tone } from "../io.ts";
import { nextAbout, nextOf, type RepeatedFlags, sayNext } from "../next.ts";
import { noticeDocument } from "../problems/problems.ts";
import { describeAllTimes, describeGaps, describeWithheld, objectionsDocument } from "./lessons.ts";
import { describeQuality, qualityDocument } from "./quality.ts";
import { formatTable } from "./terminal.ts";

/** The tone of a lesson's status at a terminal; left out: none. */
const tones: Readonly<Partial<Record<JobStatus["kind"], Tone>>> = {
  done: "good",
  failed: "bad",
  uncertain: "waiting",
};

/** A lesson's status, in the colour for it. */
export function paintState(kind: JobStatus["kind"], paint: Paint): string {
  return paint(kind, tones[kind]);
}

const plainly: Paint = (text) => text;

/** The last lines after a run: the jobs' statuses, the cost, and the command to type next. */
export function describeSummary(report: RunReport, again: RepeatedFlags, paint = plainly): string[] {
  return [
    ...describePackage(report, again),
    ...(isOfLostLedger(report)
      ? ["jobs     not counted: this ledger lacks lessons that were bought"]
      : [describeCounts(report.jobs, paint), formatCredits(report.credits)]),
    ...(report.service === "local"
      ? ["         no money was spent: this was a rehearsal with the local service"]
      : []),
    ...describeAllTimes(report.times),
    ...(report.quality === null ? [] : [describeQuality(report.quality)]),
    ...sayNext(nextOf(report, again)),
  ];
}

/** Whether a run was refused because of purchases that its ledger lacks, so that the ledger's figures are wrong. */
export function isOfLostLedger({ problems }: Pick<RunReport, "problems">): boolean {
  return problems.some(({ code }) => lostLedgers.includes(code));
}

const lostLedgers: readonly string[] = ["ledger_begun_anew", "ledger_lost", "bought_elsewhere"];

/** The jobs' statuses in one line. */
export function describeCounts(jobs: JobCounts, paint: Paint): string {
  const counted = (count: number, kind: "done" | "failed" | "uncertain"): string =>
    paint(`${count} ${kind}`, count === 0 ? undefined : tones[kind]);
  const parts = [
    counted(jobs.done, "done"),
    counted(jobs.failed, "failed"),
    counted(jobs.uncertain, "uncertain"),
    ...(jobs.active > 0 ? [`${jobs.active} still being made`] : []),
    `${jobs.pending} not started`,
  ];
  return `jobs     ${parts.join(", ")}, of ${jobs.total}`;
}

/** The edition's spending in one line. */
export function formatCredits({
  committed,
  spent,
  budget,
}: Pick<Credits, "committed" | "spent" | "budget">): string {
  return `credits  ${spent} spent, ${committed - spent} held, ${describeRest(budget - committed)} the budget of ${budget}`;
}

function describeRest(left: number): string {
  return left < 0 ? `${-left} over` : `${left} left of`;
}

function describePackage({ package: written, withheld, gaps }: RunReport, again: RepeatedFlags): string[] {
  if (written === null) return withheld ? [describeWithheld(gaps, again)] : [];
  const { path, bytes, sha256 } = written;
  return [
    `package  ${showText(path)}, ${describeSize(bytes)}`,
    `         sha256 ${sha256}`,
    ...describeGaps(gaps, again),
  ];
}

/** A run's report as the document for `--json`. */
export function runDocument(
  report: RunReport,
  {
    again,
    list,
    balanceAfter,
  }: { again: RepeatedFlags; list: readonly object[]; balanceAfter: number | null },
): Record<string, unknown> {
  const { credits, gaps, times, quality, problems, notices, withheld: _, ...members } = report;
  return {
    ok: report.exitCode === 0,
    ...members,
    list,
    credits: { ...credits, balanceAfter },
    missing: gaps.length,
    ...objectionsDocument(gaps),
    times,
    quality: qualityDocument(quality),
    ...nextOf(report, again),
    problems: problems.map((problem) => problemDocument(problem, again)),
    notices: notices.map(noticeDocument),
  };
}

/** A selected job after a run. */
export interface LessonRow {
  readonly id: string;
  readonly status: JobStatus["kind"];
  readonly topic: string;
  /** The id of its story; null: it has none. */
  readonly story: string | null;
  /** Whether its story is an earlier edition's, which cost this one nothing. */
  readonly inherited: boolean;
  /** The cost of all its attempts. */
  readonly credits: { readonly committed: number; readonly spent: number };
  /** The code of its problem, if it has one. */
  readonly problem: string | null;
}

/** The selected jobs after a run, in the given order. Pure. */
export function lessonRows(lessons: readonly PlannedLesson[], problems: readonly RunProblem[]): LessonRow[] {
  const problemOf = new Map(
    problems.flatMap((problem) =>
      "job" in problem && problem.job !== null ? [[problem.job, problem.code]] : [],
    ),
  );
  return lessons.map(({ job, record, status, match }) => {
    const inherited = match === "inherited";
    return {
      id: job.id,
      status: status.kind,
      topic: job.request.topic,
      story: "story" in status ? status.story.id : null,
      inherited,
      credits: inherited || record === undefined ? nothing : creditsOf(record),
      problem: problemOf.get(job.id) ?? null,
    };
  });
}

const nothing = { committed: 0, spent: 0 };

function creditsOf(record: JobRecord): LessonRow["credits"] {
  const { committed, spent } = sumOfAttempts([record]);
  return { committed, spent };
}

/** If there are more lessons, not all are shown one by one: `status` lists them. */
const rowsMost = 40;

/** The rows that a table shows: all of them, or, if there are too many, those that are not done. Pure. */
export function shownRows(rows: readonly LessonRow[]): readonly LessonRow[] {
  if (rows.length <= rowsMost) return rows;
  return rows.filter(({ status }) => status !== "done").slice(0, rowsMost);
}

/** The selected lessons after a run, each with its status, cost and title, or its topic if it has no title yet. */
export function lessonTable(
  rows: readonly LessonRow[],
  titles: ReadonlyMap<string, string>,
  paint = plainly,
): string[] {
  const shown = shownRows(rows);
  if (shown.length === 0) return [];
  const left = rows.length - shown.length;
  const more = left === 0 ? [] : [`and ${left} more: coursebinder status lists them all`];
  const cells = shown.map(({ id, status, credits, topic }) => [
    id,
    paintState(status, paint),
    String(credits.committed),
    describeTitle(titles.get(id) ?? `(${topic})`),
  ]);
  return [...formatTable([["lesson", "", "credits", "title"], ...cells], [2]), ...more];
}

const titleMost = 48;

function describeTitle(title: string): string {
  return shorten(showText(title), titleMost);
}

/** The files meant to be taken out of the zip, one per line, grouped by folder and kind, so that users can check a platform's size limits. */
export function describeSizes(files: readonly StandaloneFile[]): string[] {
  return [...grouped(files, kindOf)].map(([kind, some]) => {
    const bytes = some.reduce((sum, file) => sum + file.bytes, 0);
    const many = some.length > 1 ? `${pluralize(some.length, "file")}, ` : "";
    const soundBytes = some.reduce((sum, file) => sum + file.soundBytes, 0);
    const sound = soundBytes > 0 ? `${describeSize(soundBytes)} of it sound` : "without sound";
    return `  ${showText(kind)}: ${many}${describeSize(bytes)}, ${sound}`;
  });
}

/** A file's kind. A volume has one book and one cartridge, but a SCORM package for each lesson, and these form one kind. */
function kindOf({ path }: StandaloneFile): string {
  const folder = posix.dirname(path);
  return posix.basename(folder) === "scorm12" ? folder : path;
}

/** A size for people, in powers of ten. */
export function describeSize(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A problem of a run for `--json`. */
export function problemDocument(problem: RunProblem, again: RepeatedFlags) {
  return { ...noticeDocument(problem), ...nextAbout(problem, again) };
}

/** More stories don't fit on a screen with the rest of a bill: they are summed up by volume. */
const storiesMost = 20;

/** The stories of a bill, each with its price and topic. */
function describeStories({ stories }: Bill): string[] {
  if (stories.length === 0) return [];
  if (stories.length <= storiesMost) {
    const cells = stories.map(({ job, credits, topic }) => [job, String(credits), describeTitle(topic)]);
    return formatTable([["lesson", "credits", "topic"], ...cells], [1]);
  }
  const rows = [...grouped(stories, volumeOf)].map(([volume, some]) => [
    volume,
    String(some.length),
    String(some.reduce((sum, { credits }) => sum + credits, 0)),
  ]);
  return formatTable([["volume", "lessons", "credits"], ...rows], [1, 2]);
}

/** The bill: its stories, a line for each setting, and the funds that the bill is checked against. */
export function describeBill(bill: Bill, { edition, month, balance }: Ceilings): string[] {
  const rows = bill.lines.map(({ setting, count, price, total }) => [
    settingName(setting),
    String(count),
    "x",
    String(price.credits),
    String(total),
  ]);
  const head = ["stories", "", "", "credits", "total"];
  const sum = ["", "", "", "", String(bill.total)];
  return [
    ...describeStories(bill),
    ...(rows.length === 0
      ? []
      : formatTable([head, ...rows, ...(rows.length === 1 ? [] : [sum])], [1, 3, 4])),
    `budget   ${edition.limit} for this edition, ${edition.committed} committed, ${describeLeft(edition.limit - edition.committed - bill.total)}`,
    ...(month.limit === null ? [] : [`month    ${month.limit}, ${month.committed} committed`]),
    `balance  ${bill.lines.length === 0 ? "not checked: there is nothing to buy" : bill.balance === null ? "not limited by credits" : pluralize(bill.balance, "credit")}${balance.committed === 0 ? "" : `; ${balance.committed} committed to earlier stories`}`,
  ];
}

function describeLeft(left: number): string {
  return left < 0 ? `${-left} short` : `${left} left after this`;
}
