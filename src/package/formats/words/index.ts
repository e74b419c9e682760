import type { VolumeView } from "../../contents/contents.ts";
import { madeFile } from "../../entry.ts";
import { type Format, listed } from "../format.ts";

/**
 * The required words of a volume, one row per word and lesson. Column names are English in every reader's language, as in recycling.csv and
 * metadata.csv: scripts, mail merges and later editions find columns by name.
 */
export const words: Format = (view) => [
  listed(
    "wordTable",
    madeFile(`${view.volume.folder}/words/words.csv`, () => table(view)),
    view,
  ),
];

function table({ volume }: VolumeView): string {
  const rows = volume.lessons.flatMap(({ number, title, words: all }) =>
    all.map(({ word, gloss, used, found }) => [word, gloss ?? "", number, title, used ? "yes" : "no", found]),
  );
  return csv([["word", "gloss", "lesson", "title", "used", "found"], ...rows]);
}

// What a spreadsheet would treat as a formula, including the full-width forms.
const startsFormula = /^[=+\-@\t\r＝＋－＠]/u;

/**
 * A table for spreadsheets: RFC 4180 with CR LF, and UTF-8 with a byte-order mark so that Excel detects it. A cell that a spreadsheet would
 * run as a formula gets a leading apostrophe.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === "string" && startsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
