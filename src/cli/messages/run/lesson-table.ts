import stringWidth from "string-width";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { fitWords } from "../fit.ts";
import { formatTable, gap } from "../table.ts";
import type { LessonRow } from "./lesson-rows.ts";

/** More lessons are not shown one by one: `status` has them all. */
const rowsMost = 40;
const titleColumns = 48;
/** Where a title has less room than this, a lesson has two lines. */
const titleLeast = 20;

/** The rows that a table shows: all, or those that are not done where there are too many. Pure. */
export function shownRows(rows: readonly LessonRow[]): readonly LessonRow[] {
  if (rows.length <= rowsMost) return rows;
  return rows.filter(({ status }) => status !== "done").slice(0, rowsMost);
}

/**
 * The selected lessons after a run, each with its state, cost and title, or the topic that is still to become one. `columns`: those of the terminal that
 * shows it. Pure.
 */
export function lessonTable(
  rows: readonly LessonRow[],
  titles: ReadonlyMap<string, string>,
  columns = Number.POSITIVE_INFINITY,
): string[] {
  const shown = shownRows(rows);
  if (shown.length === 0) return [];
  const left = rows.length - shown.length;
  const more = left === 0 ? [] : [`and ${left} more: coursebinder status lists them all`];
  const facts = formatTable(
    [["lesson", "", "credits"], ...shown.map((row) => [row.id, row.status, String(row.credits.committed)])],
    [2],
  );
  const titleOf = ({ id, topic }: LessonRow): string => showText(titles.get(id) ?? `(${topic})`);
  const room = columns - Math.max(...facts.map((line) => stringWidth(line))) - gap.length;
  if (room < titleLeast) return [...shown.flatMap((row) => inTwoLines(row, titleOf(row), columns)), ...more];
  const titleRoom = Math.min(titleColumns, room);
  const lines = facts.map((line, index) => {
    const row = shown[index - 1];
    return `${line}${gap}${row === undefined ? "title" : fitWords(titleOf(row), titleRoom)}`;
  });
  return [...lines, ...more];
}

function inTwoLines({ id, status, credits }: LessonRow, title: string, columns: number): string[] {
  const facts = `${gap}${status}${gap}${pluralize(credits.committed, "credit")}${gap}`;
  return [id, `${facts}${fitWords(title, Math.max(titleLeast, columns - facts.length))}`];
}
