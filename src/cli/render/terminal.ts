import stringWidth from "string-width";
import { showText } from "../../shared/text.ts";

/** The space between two columns. */
const gap = "  ";

// Printable ASCII, one column wide each: the fast path for nearly every cell.
const plain = /^[ -~]*$/;

/**
 * Rows of text as plain aligned columns, without borders or colour. `right`: the right-aligned columns, for numbers. Takes time proportional to
 * the number of rows, since a plan may have a hundred thousand rows.
 */
export function formatTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  }
  return rows.map((row) => {
    let line = "";
    for (const [column, cell] of row.entries()) {
      if (column > 0) line += gap;
      // Measured again: storing the widths of a hundred thousand rows would take longer.
      const room = (widths[column] ?? 0) - widthOf(cell);
      if (right.includes(column)) line += " ".repeat(room) + cell;
      else line += column === row.length - 1 ? cell : cell + " ".repeat(room);
    }
    return line.trimEnd();
  });
}

function widthOf(cell: string): number {
  return plain.test(cell) ? cell.length : stringWidth(cell);
}

/** As much of a text as fits into the given number of columns. */
export function cut(text: string, columns: number): string {
  let kept = "";
  for (const character of text) {
    if (stringWidth(kept + character) > columns) break;
    kept += character;
  }
  return kept;
}

/** A text that fits into the given number of columns: if it has to be cut, an ellipsis follows the last whole word. */
function fitWords(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  const kept = cut(text, columns - 1);
  const space = text[kept.length] === " " ? kept.length : kept.lastIndexOf(" ");
  // In a script without spaces, or if a word is as long as the line, the cut is within a word.
  return `${space > kept.length / 2 ? kept.slice(0, space) : kept}…`;
}

const textColumns = 48;
/** If a text would get fewer columns than this, it goes on a line of its own. */
const textLeast = 20;

/** The lines of a table, each followed by a text, such as a title, as far as it fits. The first line is the head. */
export function withTexts(lines: readonly string[], texts: readonly string[], columns: number): string[] {
  const room = columns - Math.max(...lines.map(widthOf)) - gap.length;
  return lines.flatMap((line, index) => {
    const text = showText(texts[index] ?? "");
    if (room >= textLeast) return [line + gap + fitWords(text, Math.min(textColumns, room))];
    return index === 0 ? [line] : [line, gap + fitWords(text, columns - gap.length)];
  });
}

const standardColumns = 80;

/** The width of a terminal; a standard width if it reports none, or zero, as some terminals that record a session do. */
export function columnsOf({ columns }: { readonly columns?: number | undefined }): number {
  return columns || standardColumns;
}

/** In a terminal narrower than this, there is no room for a hanging indent. */
const narrow = 24;

/**
 * A line for a terminal with the given number of columns, broken only between words; continuation lines are indented like the text of its first line. A
 * command to type can still be pasted: each break gets a backslash. Lines of YAML to paste are left whole, since a break would change them.
 */
export function wrapForTerminal(line: string, columns: number): string {
  return line
    .split("\n")
    .map((one) => wrapOne(one, columns))
    .join("\n");
}

function wrapOne(line: string, columns: number): string {
  if (stringWidth(line) <= columns || isToPaste(line)) return line;
  const isCommand = line.startsWith("next     coursebinder ") || /^\s*\$ /.test(line);
  const room = columns - (isCommand ? 2 : 0);
  const indent = columns < narrow ? 0 : indentOf(line, columns);
  const lines: string[] = [];
  let last = "";
  // A gap of several spaces belongs to the word before it: it separates columns.
  for (const part of line.match(/\s*\S+\s*?(?=\s|$)/g) ?? []) {
    if (last.trim() !== "" && stringWidth(last + part) > room) {
      lines.push(last.trimEnd());
      last = " ".repeat(indent) + part.trimStart();
    } else last += part;
  }
  lines.push(last);
  return lines.join(isCommand ? " \\\n" : "\n");
}

/** The column at which a line's text begins: after its last gap that leaves more than half of the terminal for the text. */
function indentOf(line: string, columns: number): number {
  // Continuation lines of a plan's problem are indented, so that the place of the next problem stands out.
  const leading = /^\S+:\d+:\d+: /.test(line) ? 4 : (/^\s*(- )?/.exec(line)?.[0].length ?? 0);
  const gaps = [...line.matchAll(/\S {2,}(?=\S)/g)].map((gap) => gap.index + gap[0].length);
  return Math.max(leading, ...gaps.filter((at) => at <= columns * 0.45));
}

function isToPaste(line: string): boolean {
  return /^\s*(# )?- (\{|"|[\w-]+(\s+#|$))/.test(line);
}

/** A line of a file with a mark below a position, for a terminal; empty if it doesn't fit. `column`: in UTF-16 units, from 1. */
export function markPlace(line: string, column: number, columns: number): string[] {
  const before = showText(line.slice(0, column - 1).replaceAll("\t", " "));
  const shown = `${margin}${before}${showText(line.slice(column - 1).replaceAll("\t", " "))}`;
  const at = margin.length + stringWidth(before);
  return at >= columns ? [] : [cut(shown, columns), `${" ".repeat(at)}^`];
}

const margin = "    ";
