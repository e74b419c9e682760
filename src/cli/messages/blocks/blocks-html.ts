import { html, type Markup } from "../../../shared/html.ts";
import { cleanLine } from "../../../shared/text.ts";
import type { Block, Inline, Table } from "./block.ts";

/** Blocks as HTML for `page.ts`. */
export function blocksToHtml(blocks: readonly Block[]): Markup[] {
  return blocks.map(blockToHtml);
}

function blockToHtml(block: Block): Markup {
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? html`<h2>${block.text}</h2>\n` : html`<h3>${block.text}</h3>\n`;
    case "paragraph":
      return html`<p${block.isFaint === true ? html` class="under"` : null}>${inline(block.text)}</p>\n`;
    case "list":
      return html`<ul${block.isBad === true ? html` class="bad"` : null}>${block.items.map((item) => html`<li>${linesOf(item)}</li>\n`)}</ul>\n`;
    case "table":
      return table(block);
    case "details":
      return html`<details><summary>${block.summary}</summary>\n${blocksToHtml(block.blocks)}</details>\n`;
  }
}

/** A region of its own, which the keyboard can scroll: on a phone a table may be wider than the screen. */
function table({ caption, head, rows, right = [], foot }: Table): Markup {
  const classOf = (column: number): Markup | null => (right.includes(column) ? html` class="number"` : null);
  const cells = (row: readonly Inline[]): Markup[] =>
    row.map((value, column) =>
      column === 0
        ? html`<th scope="row"${classOf(0)}>${inline(value)}</th>`
        : html`<td${classOf(column)}>${inline(value)}</td>`,
    );
  return html`<div class="wide" role="region" tabindex="0" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr>${head.map((text, column) => html`<th scope="col"${classOf(column)}>${text}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody>${
    foot === undefined ? null : html`\n<tfoot><tr>${cells(foot)}</tr></tfoot>`
  }</table></div>\n`;
}

function inline(value: Inline): Markup {
  if (value === null) return html``;
  if (typeof value === "number" || typeof value === "string") return html`${value}`;
  if ("code" in value) return html`<code>${value.code}</code>`;
  const under = value.under == null || value.under === "" ? null : cleanLine(value.under);
  return html`<bdi>${cleanLine(value.content)}</bdi>${under === null ? null : html`<br><small><bdi>${under}</bdi></small>`}`;
}

function linesOf(item: Inline): Markup {
  if (typeof item !== "string") return inline(item);
  const lines = item.split("\n");
  return html`${lines.map((line, index) => html`${index === 0 ? null : html`<br>`}${line}`)}`;
}
