import { createHash } from "node:crypto";
import { html, type Markup, markup } from "../../shared/html.ts";
import { type StyleSheet, styleOf } from "../browser-file.ts";

/** A style sheet inside a page, so that the page is complete when it is sent on alone, and the policy that allows it. */
export interface InlineStyle {
  readonly head: Markup;
  readonly policy: string;
}

/** Joins some of our style sheets into one. */
export function inlineStyle(...names: readonly StyleSheet[]): InlineStyle {
  return inlineStyleWith("", ...names);
}

/** The same, with rules of the page's own at the end. Texts in them must have gone through `cssText`. */
export function inlineStyleWith(rules: string, ...names: readonly StyleSheet[]): InlineStyle {
  const style = styleOf(...names) + rules;
  const hash = createHash("sha256").update(style).digest("base64");
  return { head: html`<style>${markup(style)}</style>`, policy: `style-src 'sha256-${hash}'` };
}
