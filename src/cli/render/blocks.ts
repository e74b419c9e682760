import { readShipped } from "../../shared/files/shipped-file.ts";
import { html, type Markup, markup } from "../../shared/html.ts";
import { cleanLine } from "../../shared/text.ts";
import type { Next } from "../io.ts";

/**
 * A part of a page, as data: its content is determined once, then written as HTML or Markdown. Both escape all text, since any of it may come from
 * outside.
 */
export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: Inline; readonly isFaint?: boolean }
  | { readonly kind: "list"; readonly items: readonly Item[]; readonly isBad?: boolean }
  | Table
  /** Lines that stay as they are; `language` colours them on GitHub. */
  | { readonly kind: "code"; readonly lines: readonly string[]; readonly language: string };

export interface Table {
  readonly kind: "table";
  /** The table's subject, for readers who can't see it from the table's position. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Inline[])[];
  /** The columns with numbers. */
  readonly right?: readonly number[];
  /** The row with the totals. */
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
  | { readonly code: string }
  | { readonly strong: string };

/** An item of a list: its text, and the blocks below it. */
interface Item {
  readonly text: Inline;
  readonly below?: readonly Block[];
}

/** A heading and the blocks that follow it; empty if there are no blocks. */
export function section(text: string, ...blocks: readonly (Block | null)[]): Block[] {
  const there = blocks.filter((block) => block !== null);
  return there.length === 0 ? [] : [{ kind: "heading", level: 2, text }, ...there];
}

/** A list of messages; null if there are none. */
export function listOf(messages: readonly string[], isBad = false): Block | null {
  if (messages.length === 0) return null;
  return { kind: "list", items: messages.map((message) => itemOf(message)), isBad };
}

/** One of our messages as a list item: lines to paste into the plan stay lines, and the remedy comes below. */
export function itemOf(message: string, below: readonly Block[] = []): Item {
  const [text = "", ...lines] = message.split("\n");
  const pasted: Block = { kind: "code", lines, language: "yaml" };
  return { text, below: [...(lines.length === 0 ? [] : [pasted]), ...below] };
}

/** The next step; only a command that can be pasted is shown as code. Null if nothing in particular helps. */
export function nextBlock({ next, advice = "" }: Next): Block | null {
  if (next !== null) return { kind: "code", lines: [next], language: "sh" };
  return advice === "" ? null : { kind: "paragraph", text: advice };
}

export function faint(text: Inline): Block {
  return { kind: "paragraph", isFaint: true, text };
}

/** Below GitHub's limits for a step's summary (1 MiB) and for a comment (65,536 characters), with room for text around it. */
const bytesMost = 60_000;

/**
 * A page as GitHub-flavoured Markdown, also readable as a comment or a step's summary on GitHub and GitLab. Blocks that don't fit are left out as a
 * whole, since half a block could leave a fence open that swallows the rest. `rest`: where to find them.
 */
export function markdownPage(title: string, blocks: readonly Block[], rest: string): string {
  let bytes = 0;
  const parts = [`# ${escapeMarkdown(title)}`, ...blocks.map(blockToMarkdown)];
  const kept = parts.filter((part) => {
    const size = Buffer.byteLength(part) + 2;
    if (bytes + size > bytesMost) return false;
    bytes += size;
    return true;
  });
  return (kept.length === parts.length ? kept : [...kept, `The rest did not fit here: ${rest}.`]).join(
    "\n\n",
  );
}

function blockToMarkdown(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${escapeMarkdown(block.text)}`;
    case "paragraph":
      return inline(block.text);
    case "list":
      return block.items.map(itemToMarkdown).join("\n");
    case "table":
      return table(block);
    case "code":
      return fenced(block.lines.join("\n"), block.language);
  }
}

function itemToMarkdown({ text, below = [] }: Item): string {
  const nested = below.map((block) => `\n\n${blockToMarkdown(block).replace(/^/gm, "  ")}`);
  return `- ${inline(text)}${nested.join("")}`;
}

function table({ head, rows, right = [], foot }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => (right.includes(column) ? "--:" : "---"));
  // In a table, a vertical bar ends the cell, even in code.
  const cell = (value: Inline): string => inline(value).replaceAll("|", "\\|");
  const body = [...rows, ...(foot === undefined ? [] : [foot])].map((row) => line(row.map(cell)));
  return [line(head.map(escapeMarkdown)), line(rule), ...body].join("\n");
}

function inline(value: Inline): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escapeMarkdown(value);
  if ("code" in value) return codeSpan(value.code);
  if ("strong" in value) return `**${escapeMarkdown(value.strong)}**`;
  const { content, under } = value;
  const below = under == null || under === "" ? "" : `<br><sub>${escapeMarkdown(under)}</sub>`;
  return `${escapeMarkdown(content)}${below}`;
}

/** Fences text so that no line of it can end the fence. */
function fenced(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Text to be typed, as a code span: the longest run of backticks in the text determines how many backticks enclose it. */
export function codeSpan(text: string): string {
  const line = cleanLine(text);
  const fence = "`".repeat(longestRun(line) + 1);
  const room = /^`|`$/.test(line) ? " " : "";
  return `${fence}${room}${line}${room}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
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
    return `&#${sign.charCodeAt(0)};${isLookedFor ? "&#8203;" : ""}`;
  });
}

// Characters of markup, mentions and issues anywhere; the colon of an address or an emoji, the dot of `www.`, and what begins a list at the start.
const meaning = /[&<>\\`*_{}[\]|~^$@#]|:(?=\/\/|[\w+-]+:)|(?<=www)\.|^[-+=]|(?<=^\d+)[.)]/gi;

function blocksToHtml(blocks: readonly Block[]): Markup[] {
  return blocks.map(blockToHtml);
}

function blockToHtml(block: Block): Markup {
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? html`<h2>${block.text}</h2>\n` : html`<h3>${block.text}</h3>\n`;
    case "paragraph":
      return html`<p${block.isFaint === true ? html` class="under"` : null}>${inlineHtml(block.text)}</p>\n`;
    case "list":
      return html`<ul${block.isBad === true ? html` class="bad"` : null}>${block.items.map(
        ({ text, below = [] }) => html`<li>${inlineHtml(text)}${blocksToHtml(below)}</li>\n`,
      )}</ul>\n`;
    case "table":
      return tableHtml(block);
    case "code":
      return html`<pre class="wide" tabindex="0">${block.lines.join("\n")}</pre>\n`;
  }
}

/** A focusable region that scrolls by itself: on a phone, a table may be wider than the screen. */
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
  if ("strong" in value) return html`<strong>${value.strong}</strong>`;
  const under = value.under == null || value.under === "" ? null : cleanLine(value.under);
  return html`<bdi>${cleanLine(value.content)}</bdi>${under === null ? null : html`<br><small><bdi>${under}</bdi></small>`}`;
}

/**
 * A whole page that needs nothing else: no network, no script, no other file. `name`: the kind of page, by which a later run recognizes the page
 * as one that this program wrote.
 */
export function wholePage(title: string, name: string, blocks: readonly Block[]): Markup {
  const style = readShipped(new URL("./page.css", import.meta.url)).toString("utf8");
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
<h1><bdi>${title}</bdi></h1>
${blocksToHtml(blocks)}</main>
</body>
</html>`;
}
