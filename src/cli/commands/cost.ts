import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Course } from "../../course/course.ts";
import { fileLedger, type PlaceSettings, placeOfCourse } from "../../course/course-place.ts";
import { readLedger } from "../../course/ledger.ts";
import { type CostFigures, type CostRow, costsOf, sumOfCosts } from "../../ledger/format/charges.ts";
import { rehearsalsFolder } from "../../plan/names.ts";
import { matchLessons } from "../../run/match.ts";
import { errorCode } from "../../shared/failure.ts";
import { showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import { type CourseSession, openCourseAlone, optionsOf } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { describeProblem } from "../problems/problems.ts";
import { formatTable } from "../render/terminal.ts";

export const verbs: Verbs = { cost: (context, plans) => cost(plans, context) };

interface CourseCosts {
  readonly course: string;
  readonly rows: readonly CostRow[];
}

/**
 * `cost [plan...]`: shows the amounts quoted, spent, held and wasted, by edition, language and month, from the ledgers alone. Without a plan, it covers
 * every course in the out folder, or in the database given by `--ledger`.
 */
export async function cost(files: readonly string[], context: Context): Promise<CommandResult> {
  const { io, shared, raw } = context;
  const opened = new Map<string, CourseSession>();
  for (const file of files) {
    const course = await openCourseAlone(file, context);
    opened.set(course.plan.course, course);
  }
  const named = files.length === 0 ? await coursesIn(shared) : [...opened.keys()];
  const costs: CourseCosts[] = [];
  for (const course of named) {
    const { state } = await new Course(course, optionsOf(context)).readLedger();
    costs.push({ course, rows: costsOf(state) });
    const session = opened.get(course);
    if (session === undefined) continue;
    const lost = await session.lost(matchLessons(session.plan, state), state);
    // Purchases recorded in another ledger count as that ledger's costs.
    if (lost !== null && lost.code !== "bought_elsewhere") io.warn(describeProblem(lost));
  }
  const all = costs.flatMap(({ rows }) => rows);
  if (raw.csv === true) io.say(costCsv(costs));
  else for (const line of describeCosts(costs)) io.say(line);
  return ended({ courses: costs, total: sumOfCosts(all) });
}

const columns = [
  "stories",
  "quoted",
  "spent",
  "held",
  "wasted",
] as const satisfies readonly (keyof CostFigures)[];

/** The costs of courses as a table, with a total for each of several courses, and one for all. */
function describeCosts(costs: readonly CourseCosts[]): string[] {
  const all = costs.flatMap(({ rows }) => rows);
  if (all.length === 0) return ["nothing has been bought yet"];
  const head = ["course", "edition", "language", "month", ...columns];
  const rows = costs.flatMap(({ course, rows: own }) => [
    ...own.map(({ edition, lang, month, ...figures }) => [
      showText(course),
      showText(edition),
      showText(lang),
      month,
      ...amountsOf(figures),
    ]),
    ...(costs.length > 1 && own.length > 1
      ? [[showText(course), "together", "", "", ...amountsOf(sumOfCosts(own))]]
      : []),
  ]);
  const together = ["together", "", "", "", ...amountsOf(sumOfCosts(all))];
  return formatTable([head, ...rows, together], [4, 5, 6, 7, 8]);
}

function amountsOf(figures: CostFigures): string[] {
  return columns.map((column) => String(figures[column]));
}

/** The rows as CSV (RFC 4180), without totals and without the last line feed, for a spreadsheet. */
function costCsv(costs: readonly CourseCosts[]): string {
  const names = ["course", "edition", "language", "month", ...columns, "committed"];
  const rows = costs.flatMap(({ course, rows: own }) =>
    own.map(({ edition, lang, month, ...figures }) => [
      course,
      edition,
      lang,
      month,
      ...amountsOf(figures),
      String(figures.committed),
    ]),
  );
  return [names, ...rows].map((row) => `${row.map(cell).join(",")}\r`).join("\n");
}

/** A name that a spreadsheet would take for a formula gets an apostrophe, which marks it as text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const ofRehearsals = "local/";

/** The names of the courses that have a ledger where commands look for it: in the out folder, in a database, or at the path of a named ledger. */
async function coursesIn(settings: PlaceSettings): Promise<readonly string[]> {
  const { ledger, local } = settings;
  if (ledger === null) return coursesInFolder(settings);
  if (typeof ledger === "string") {
    const opened = (await readLedger(fileLedger(ledger)))?.state.opened;
    return opened == null ? [] : [opened.course];
  }
  // Loaded only for a database.
  const { listLedgers } = await import("../../ledger/postgres/postgres-ledger.ts");
  const names = ledger.ledger === null ? await listLedgers(ledger) : [ledger.ledger];
  return names
    .filter((name) => name.startsWith(ofRehearsals) === local)
    .map((name) => (local ? name.slice(ofRehearsals.length) : name));
}

async function coursesInFolder(settings: PlaceSettings): Promise<string[]> {
  const folder = settings.local ? join(settings.out, rehearsalsFolder) : settings.out;
  const found: string[] = [];
  for (const name of (await readdir(folder).catch(ifMissing)).sort()) {
    // Anything at that path counts: a ledger that can't be read must not be taken for a missing one.
    const isThere = await lstat(placeOfCourse(name, settings).ledger.location).then(
      () => true,
      () => false,
    );
    if (isThere) found.push(name);
  }
  return found;
}

function ifMissing(error: unknown): string[] {
  if (errorCode(error) === "ENOENT") return [];
  throw error;
}
