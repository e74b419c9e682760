import { showText } from "../../../shared/text.ts";
import { formatTable } from "../table.ts";
import type { Block, Inline } from "./block.ts";

/** Blocks as lines for a terminal. */
export function blocksToText(blocks: readonly Block[]): string[] {
  return blocks.flatMap(linesOf);
}

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return [inline(block.text)];
    case "list":
      return block.items.map((item) => `  ${inline(item)}`);
    case "table":
      return formatTable([...block.rows, block.foot ?? []].map((row) => row.map(inline))).map(
        (line) => `  ${line}`,
      );
    case "details":
      return [block.summary, ...blocksToText(block.blocks)];
  }
}

function inline(value: Inline): string {
  if (value === null) return "";
  if (typeof value === "object") return showText("code" in value ? value.code : value.content);
  return String(value);
}
