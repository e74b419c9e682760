import { html, type Markup } from "../../shared/html.ts";
import type { TextDirection } from "../contents/text-direction.ts";
import type { GapItem } from "../exercises/exercise.ts";
import { isolateBidi } from "./isolate-bidi.ts";

/** A sentence with the content of its gap. Punctuation that touches the gap stays on the same line. */
export function aroundGap({ before, after }: GapItem, gap: Markup, direction: TextDirection): Markup {
  const opening = /[^\s\p{L}\p{M}\p{N}]*$/u.exec(before)?.[0] ?? "";
  const closing = /^[^\s\p{L}\p{M}\p{N}]*/u.exec(after)?.[0] ?? "";
  const head = before.slice(0, before.length - opening.length);
  const held = html`<span class="held">${opening}${gap}${closing}</span>`;
  return html`${isolateBidi(head, direction)}${held}${isolateBidi(after.slice(closing.length), direction)}`;
}
