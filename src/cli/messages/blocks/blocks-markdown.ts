import { html } from "../../../shared/html.ts";
import type { Block, Inline, Table } from "./block.ts";
import { codeSpan, escapeMarkdown } from "./escape-markdown.ts";

/** Blocks as GitHub-flavoured Markdown, also readable as a comment or a step's summary there and in GitLab. */
export function blocksToMarkdown(blocks: readonly Block[]): string {
  return blocks.map(blockToMarkdown).join("\n\n");
}

function blockToMarkdown(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${escapeMarkdown(block.text)}`;
    case "paragraph":
      return inline(block.text);
    case "list":
      return block.items.map((item) => `- ${linesOf(item)}`).join("\n");
    case "table":
      return table(block);
    case "details":
      // The empty line lets Markdown begin again inside.
      return `<details><summary>${html`${block.summary}`}</summary>\n\n${blocksToMarkdown(block.blocks)}\n\n</details>`;
  }
}

function table({ head, rows, right = [], foot }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => (right.includes(column) ? "--:" : "---"));
  const body = [...rows, ...(foot === undefined ? [] : [foot])].map((row) => line(row.map(cell)));
  return [line(head.map(escapeMarkdown)), line(rule), ...body].join("\n");
}

/** In a table a vertical line ends the cell, even in code. */
function cell(value: Inline): string {
  return inline(value).replaceAll("|", "\\|");
}

function inline(value: Inline): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escapeMarkdown(value);
  if ("code" in value) return codeSpan(value.code);
  const { content, under } = value;
  return under == null || under === ""
    ? escapeMarkdown(content)
    : `${escapeMarkdown(content)}<br><sub>${escapeMarkdown(under)}</sub>`;
}

/** Our own messages have lines; in a list each is a line of its item. */
function linesOf(item: Inline): string {
  return typeof item === "string" ? item.split("\n").map(escapeMarkdown).join("<br>") : inline(item);
}
