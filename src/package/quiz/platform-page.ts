import { html, type Markup } from "../../shared/html.ts";
import type { LessonPart } from "./lesson-markup.ts";

/** The body of a page inside a platform's own page, which keeps neither the language nor the direction of ours. */
export function inPlatformPage({ contents, strings }: Omit<LessonPart, "lesson">, body: Markup): Markup {
  return html`<div lang="${strings.tag}" dir="ltr">
${contents.course.rehearsal && html`<p><em>${strings.rehearsal}</em></p>\n`}${body}</div>
`;
}
