import type { Place } from "../plan.ts";
import type { PlanProblem } from "../problem.ts";

export interface Field {
  readonly text: string;
  readonly place: Place;
}

export interface Rows {
  /** All non-empty rows. */
  readonly rows: readonly (readonly Field[])[];
  readonly problems: readonly PlanProblem[];
}

interface Cursor {
  readonly text: string;
  readonly separator: string;
  readonly file: string;
  readonly problems: PlanProblem[];
  at: number;
  line: number;
  lineStart: number;
}

/** Splits text in the form of RFC 4180 (with commas or tabs) into fields with their places. Accepts any line ending. */
export function readDelimited(text: string, separator: "," | ";" | "\t", file: string): Rows {
  const cursor: Cursor = { text, separator, file, problems: [], at: 0, line: 1, lineStart: 0 };
  const rows: Field[][] = [];
  while (cursor.at < text.length) {
    const row = readRow(cursor);
    if (row.some((field) => field.text.trim() !== "")) rows.push(row);
  }
  return { rows, problems: cursor.problems };
}

function readRow(cursor: Cursor): Field[] {
  const row: Field[] = [];
  for (;;) {
    row.push(readField(cursor));
    if (cursor.text[cursor.at] === cursor.separator) {
      cursor.at += 1;
      continue;
    }
    takeLineEnd(cursor);
    return row;
  }
}

function readField(cursor: Cursor): Field {
  const place = placeOf(cursor);
  if (cursor.text[cursor.at] !== '"') return { text: takeUntilSeparator(cursor), place };
  cursor.at += 1;
  let text = "";
  for (;;) {
    const character = cursor.text[cursor.at];
    if (character === undefined) {
      cursor.problems.push({ severity: "error", place, code: "bad_quoting", fault: "open" });
      return { text, place };
    }
    if (character === '"' && cursor.text[cursor.at + 1] !== '"') break;
    if (character === '"') cursor.at += 1;
    text += character;
    cursor.at += 1;
    if (character === "\n") startLine(cursor);
  }
  cursor.at += 1;
  const after = placeOf(cursor);
  if (takeUntilSeparator(cursor).trim() !== "") {
    cursor.problems.push({ severity: "error", place: after, code: "bad_quoting", fault: "after" });
  }
  return { text, place };
}

function takeUntilSeparator(cursor: Cursor): string {
  const start = cursor.at;
  for (;;) {
    const character = cursor.text[cursor.at];
    if (
      character === undefined ||
      character === cursor.separator ||
      character === "\n" ||
      character === "\r"
    ) {
      return cursor.text.slice(start, cursor.at);
    }
    cursor.at += 1;
  }
}

function takeLineEnd(cursor: Cursor): void {
  if (cursor.at >= cursor.text.length) return;
  cursor.at += cursor.text.startsWith("\r\n", cursor.at) ? 2 : 1;
  startLine(cursor);
}

function startLine(cursor: Cursor): void {
  cursor.line += 1;
  cursor.lineStart = cursor.at;
}

function placeOf(cursor: Cursor): Place {
  return { file: cursor.file, line: cursor.line, column: cursor.at - cursor.lineStart + 1 };
}
