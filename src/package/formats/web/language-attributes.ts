import { html, type Markup } from "../../../shared/html.ts";
import type { TextDirection } from "../../contents/text-direction.ts";

/** The attributes of an element in the lesson's language: typeface of its script, language tag, direction. */
export function languageAttributes({ tag, dir, script }: TextDirection, role?: string): Markup {
  return html`class="${role !== undefined && `${role} `}story-face script-${script.toLowerCase()}" lang="${tag}" dir="${dir}"`;
}
