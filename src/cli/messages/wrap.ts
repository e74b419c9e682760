import stringWidth from "string-width";

const standardColumns = 80;

/** The width of a terminal; a usual one if it does not report its own, or reports none, as some that record what is shown do. */
export function columnsOf({ columns }: { readonly columns?: number | undefined }): number {
  return columns || standardColumns;
}

/** Below this a terminal has no room for a hanging indent. */
const narrow = 24;

/**
 * A line for a terminal of so many columns, broken between words alone; what follows is indented like the text of its first line. A command
 * to type stays one, by a backslash at each break. Lines of YAML to paste are left whole, since a break would change them.
 */
export function wrapForTerminal(line: string, columns: number): string {
  return line
    .split("\n")
    .map((one) => wrapOne(one, columns))
    .join("\n");
}

function wrapOne(line: string, columns: number): string {
  if (stringWidth(line) <= columns || isToPaste(line)) return line;
  const isCommand = line.startsWith("next ") || /^\s*\$ /.test(line);
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

/** Where the text of a line begins: behind its last column that leaves more than half of the terminal for the rest. */
function indentOf(line: string, columns: number): number {
  const leading = /^\s*(- )?/.exec(line)?.[0].length ?? 0;
  const gaps = [...line.matchAll(/\S {2,}(?=\S)/g)].map((gap) => gap.index + gap[0].length);
  return Math.max(leading, ...gaps.filter((at) => at <= columns * 0.45));
}

function isToPaste(line: string): boolean {
  return /^\s*(# or )?- (\{|"|[\w-]+(\s+#|$))/.test(line);
}
