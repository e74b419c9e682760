import { type CostFigures, type CostRow, sumOfCosts } from "../../../ledger/format/charges.ts";
import { showText } from "../../../shared/text.ts";
import { formatTable } from "../table.ts";

interface OfCourse {
  readonly course: string;
  readonly rows: readonly CostRow[];
}

const columns = [
  "stories",
  "quoted",
  "spent",
  "held",
  "wasted",
] as const satisfies readonly (keyof CostFigures)[];

/** What courses have cost, as a table with a sum for each of several courses and one of all. */
export function describeCosts(costs: readonly OfCourse[]): string[] {
  const all = costs.flatMap(({ rows }) => rows);
  if (all.length === 0) return ["nothing was bought yet"];
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

/** The rows as CSV (RFC 4180, without a sum), for a spreadsheet; without the last line feed. */
export function costCsv(costs: readonly OfCourse[]): string {
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

/** A name that a spreadsheet would take for a formula is marked as text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
