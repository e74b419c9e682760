import { shorten, showText } from "../../../shared/text.ts";
import { formatTable } from "../table.ts";
import type { LessonRow } from "./lesson-rows.ts";

/** More lessons are not shown one by one: `status` has them all. */
const rowsMost = 40;
const titleCharacters = 48;

/** The rows that a table shows: all, or those that are not done where there are too many. Pure. */
export function shownRows(rows: readonly LessonRow[]): readonly LessonRow[] {
  if (rows.length <= rowsMost) return rows;
  return rows.filter(({ status }) => status !== "done").slice(0, rowsMost);
}

/** The selected lessons after a run, each with its state, cost and title, or the topic that is still to become one. Pure. */
export function lessonTable(rows: readonly LessonRow[], titles: ReadonlyMap<string, string>): string[] {
  const shown = shownRows(rows);
  if (shown.length === 0) return [];
  const cells = shown.map(({ id, status, topic, credits }) => [
    ...[id, status, String(credits.committed)],
    showText(shorten(titles.get(id) ?? `(${topic})`, titleCharacters)),
  ]);
  const more = rows.length - shown.length;
  return [
    ...formatTable([["lesson", "", "credits", "title"], ...cells], [2]),
    ...(more === 0 ? [] : [`and ${more} more: coursebinder status lists them all`]),
  ];
}
