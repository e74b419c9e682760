import { html, type Markup } from "../../../shared/html.ts";
import type { Book } from "../../contents/book.ts";
import type { TextDirection } from "../../contents/text-direction.ts";

interface Document {
  readonly title: string;
  readonly tag: string;
  readonly dir: "ltr" | "rtl";
  /** `epub:type` of the body, or null. */
  readonly type: string | null;
  readonly body: Markup;
}

/** A document of a book: XHTML without scripts or external resources. If the book is from a rehearsal, the document says so. */
export function xhtml({ contents, strings }: Book, { title, tag, dir, type, body }: Document): string {
  // On the cover page, the note would push the image to a second page.
  const rehearsal =
    contents.course.rehearsal &&
    type !== "cover" &&
    html`<p class="rehearsal" ${langOf(strings.tag)} dir="ltr">${strings.rehearsal}</p>\n`;
  return html`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${langOf(tag)} dir="${dir}">
<head>
<title>${title}</title>
<link rel="stylesheet" type="text/css" href="book.css"/>
</head>
<body${type !== null && html` epub:type="${type}"`}>
${rehearsal}${body}
</body>
</html>
`.toString();
}

/** The two attributes that declare a language in XHTML; they must agree. */
export function langOf(tag: string): Markup {
  return html`xml:lang="${tag}" lang="${tag}"`;
}

/** The attributes of an element in the lesson's language. */
export function storyFace({ tag, dir, script }: TextDirection, role = ""): Markup {
  return html`class="${role}story-face script-${script.toLowerCase()}" ${langOf(tag)} dir="${dir}"`;
}

/** Text from the plan, whose language is not declared. */
export function ofPlan(text: string): Markup {
  return html`<span ${langOf("")} dir="auto">${text}</span>`;
}
