import { shorten, showText } from "../../shared/text.ts";
import { formatTable } from "./table.ts";

/** Longer cells are truncated: whoever needs all of them takes `--json`. */
const cellCharacters = 60;
/** Deeper values are shown as JSON. */
const levelsMost = 4;

/** JSON of unknown shape for people: an object as names and values, a list of objects as a table, other lists one a line. */
export function describeValue(value: unknown, level = 0): string[] {
  if (Array.isArray(value)) return describeList(value, level);
  if (!isObject(value)) return [cell(value)];
  const entries = Object.entries(value);
  const plain = entries.filter(([, member]) => !isNested(member) || level >= levelsMost);
  return [
    ...formatTable(plain.map(([name, member]) => [cell(name), cell(member)])),
    ...entries
      .filter((entry) => !plain.includes(entry))
      .flatMap(([name, member]) => [
        cell(name),
        ...describeValue(member, level + 1).map((line) => `  ${line}`),
      ]),
  ];
}

function describeList(list: readonly unknown[], level: number): string[] {
  const rows = list.filter(isObject);
  if (rows.length < list.length) return list.map(cell);
  const names = [...new Set(rows.flatMap(Object.keys))];
  if (names.length === 0 || level >= levelsMost) return list.map(cell);
  return formatTable([names.map(cell), ...rows.map((row) => names.map((name) => cell(row[name] ?? "")))]);
}

/** Text and numbers as they are, all else as JSON. */
function cell(value: unknown): string {
  return shorten(showText(typeof value === "string" ? value : JSON.stringify(value)), cellCharacters);
}

function isNested(value: unknown): boolean {
  return (isObject(value) && Object.keys(value).length > 0) || (Array.isArray(value) && value.some(isObject));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
