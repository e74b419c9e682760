import { createHash } from "node:crypto";
import { html, type Markup, markup } from "../../shared/html.ts";
import { type StyleSheet, styleOf } from "../browser-file.ts";

/** A style sheet that a page carries in itself, so that it is whole even when it is sent on alone, and the policy that allows it. */
export interface InlineStyle {
  readonly head: Markup;
  readonly policy: string;
}

/** Makes one of style sheets of our own. */
export function inlineStyle(...names: readonly StyleSheet[]): InlineStyle {
  const style = styleOf(...names);
  const hash = createHash("sha256").update(style).digest("base64");
  return { head: html`<style>${markup(style)}</style>`, policy: `style-src 'sha256-${hash}'` };
}
