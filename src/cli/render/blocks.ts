import { readShipped } from "../../shared/files/shipped-file.ts";
import { html, type Markup, markup } from "../../shared/html.ts";
import { cleanLine } from "../../shared/text.ts";

/**
 * A page for people as data: its content is decided once and written as HTML or Markdown by `blocks-html.ts` and `blocks-markdown.ts`. Any text may
 * come from outside, so both writers escape all text.
 */
export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: Inline; readonly isFaint?: boolean }
  | { readonly kind: "list"; readonly items: readonly Inline[]; readonly isBad?: boolean }
  | Table
  /** Closed until somebody opens it. */
  | { readonly kind: "details"; readonly summary: string; readonly blocks: readonly Block[] };

export interface Table {
  readonly kind: "table";
  /** What it shows, for people who can't see that from its place. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Inline[])[];
  /** The columns with numbers. */
  readonly right?: readonly number[];
  /** The row that adds up the others. */
  readonly foot?: readonly Inline[];
}

/**
 * A piece of text. A plain value is the program's own text; `content` comes from a plan or the service, in any language, and `under` is a text that
 * belongs below it; `code` is text to be typed.
 */
export type Inline =
  | string
  | number
  | null
  | { readonly content: string; readonly under?: string | null }
  | { readonly code: string };

/** A heading and the blocks that follow it; empty if there are no blocks. */
export function section(text: string, ...blocks: readonly (Block | null)[]): Block[] {
  const there = blocks.filter((block) => block !== null);
  return there.length === 0 ? [] : [{ kind: "heading", level: 2, text }, ...there];
}

/** A list; null without items. */
export function listOf(items: readonly Inline[], isBad = false): Block | null {
  return items.length === 0 ? null : { kind: "list", items, isBad };
}

/**
 * Escapes a text from outside so that it reads unchanged, on one line, in GitHub's and GitLab's Markdown: no markup, no link, no mention, no picture,
 * no formula, no emoji, and nothing that ends a table cell. Characters with a meaning in Markdown are written as character references, which never
 * begin markup; `@`, `#` and the colon of an emoji are followed by a zero-width space, since mentions, issues and emoji are searched for in the
 * finished text.
 */
export function escapeMarkdown(text: string): string {
  return cleanLine(text).replace(meaning, (sign) => {
    const isLookedFor = sign === "@" || sign === "#" || sign === ":";
    return `${referenceTo(sign)}${isLookedFor ? "&#8203;" : ""}`;
  });
}

// Signs of markup, mentions and issues anywhere; the colon of an address or an emoji, the point of `www.`, and what begins a list at the start.
const meaning = /[&<>\\`*_{}[\]|~^$@#]|:(?=\/\/|[\w+-]+:)|(?<=www)\.|^[-+=]|(?<=^\d+)[.)]/gi;

/** Text to be typed, as a code span: the longest run of backticks in the text determines how many backticks enclose it. */
export function codeSpan(text: string): string {
  const line = cleanLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const room = /^`|`$/.test(line) ? " " : "";
  return `${fence}${room}${line}${room}${fence}`;
}

function referenceTo(sign: string): string {
  return `&#${sign.charCodeAt(0)};`;
}

/** Blocks as GitHub-flavoured Markdown, also readable as a comment or a step's summary on GitHub and GitLab. */
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

/** Blocks as HTML for `page.ts`. */
export function blocksToHtml(blocks: readonly Block[]): Markup[] {
  return blocks.map(blockToHtml);
}

function blockToHtml(block: Block): Markup {
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? html`<h2>${block.text}</h2>\n` : html`<h3>${block.text}</h3>\n`;
    case "paragraph":
      return html`<p${block.isFaint === true ? html` class="under"` : null}>${inlineHtml(block.text)}</p>\n`;
    case "list":
      return html`<ul${block.isBad === true ? html` class="bad"` : null}>${block.items.map((item) => html`<li>${linesHtml(item)}</li>\n`)}</ul>\n`;
    case "table":
      return tableHtml(block);
    case "details":
      return html`<details><summary>${block.summary}</summary>\n${blocksToHtml(block.blocks)}</details>\n`;
  }
}

/** A region of its own, which the keyboard can scroll: on a phone a table may be wider than the screen. */
function tableHtml({ caption, head, rows, right = [], foot }: Table): Markup {
  const classOf = (column: number): Markup | null => (right.includes(column) ? html` class="number"` : null);
  const cells = (row: readonly Inline[]): Markup[] =>
    row.map((value, column) =>
      column === 0
        ? html`<th scope="row"${classOf(0)}>${inlineHtml(value)}</th>`
        : html`<td${classOf(column)}>${inlineHtml(value)}</td>`,
    );
  return html`<div class="wide" role="region" tabindex="0" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr>${head.map((text, column) => html`<th scope="col"${classOf(column)}>${text}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody>${
    foot === undefined ? null : html`\n<tfoot><tr>${cells(foot)}</tr></tfoot>`
  }</table></div>\n`;
}

function inlineHtml(value: Inline): Markup {
  if (value === null) return html``;
  if (typeof value === "number" || typeof value === "string") return html`${value}`;
  if ("code" in value) return html`<code>${value.code}</code>`;
  const under = value.under == null || value.under === "" ? null : cleanLine(value.under);
  return html`<bdi>${cleanLine(value.content)}</bdi>${under === null ? null : html`<br><small><bdi>${under}</bdi></small>`}`;
}

function linesHtml(item: Inline): Markup {
  if (typeof item !== "string") return inlineHtml(item);
  const lines = item.split("\n");
  return html`${lines.map((line, index) => html`${index === 0 ? null : html`<br>`}${line}`)}`;
}

const here = new URL("../pages/", import.meta.url);

/**
 * A whole page that needs nothing else: no network, no script, no other file. `name`: the kind of page, by which a later run recognizes the page
 * as one that this program wrote.
 */
export function wholePage(
  title: string,
  { name, main, hasCharts = false }: { name: string; main: Markup; hasCharts?: boolean },
): Markup {
  const sheets = ["page.css", ...(hasCharts ? ["charts.css"] : [])];
  const style = sheets.map((sheet) => readShipped(new URL(sheet, here)).toString("utf8")).join("");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}: ${name}</title>
<style>${markup(style)}</style>
</head>
<body>
<main>
${main}</main>
</body>
</html>`;
}
