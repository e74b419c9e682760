import { html } from "../../../shared/html.ts";
import { wholePage } from "../../pages/page.ts";
import { blocksToHtml } from "../blocks/blocks-html.ts";
import { blocksToMarkdown } from "../blocks/blocks-markdown.ts";
import { escapeMarkdown } from "../blocks/escape-markdown.ts";
import { billBlocks } from "./bill-blocks.ts";
import type { BillView } from "./bill-view.ts";
import type { BillDetail } from "./lessons-blocks.ts";

/** Below GitHub's limit of 65,536 characters for a comment, with room for what somebody writes around it. */
const charactersMost = 60_000;

/** A bill as one page without scripts. */
export function billPage(view: BillView): string {
  const { title } = view.preview.plan;
  const main = html`<h1><bdi>${title}</bdi></h1>\n${blocksToHtml(billBlocks(view, "words"))}`;
  return `${wholePage(title, { name: "bill", main })}`;
}

/** A bill as Markdown, short enough for a comment: where it would be longer, without words, and then only by volume. */
export function billMarkdown(view: BillView): string {
  const written = (detail: BillDetail): string =>
    `# ${escapeMarkdown(view.preview.plan.title)}: bill\n\n${blocksToMarkdown(billBlocks(view, detail))}`;
  const details: readonly BillDetail[] = ["words", "lessons"];
  for (const detail of details) {
    const text = written(detail);
    if (text.length <= charactersMost) return text;
  }
  return written("volumes");
}
