import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Lesson, PackagedPart, VolumeView } from "../../contents/contents.ts";
import type { Glossary } from "../../contents/glossary.ts";
import type { TextDirection } from "../../contents/text-direction.ts";

/** What an EPUB is made from. */
export interface Book extends VolumeView {
  readonly glossary: Glossary;
}

interface BookSound extends PackagedPart {
  /** Relative to the book. */
  readonly href: string;
  readonly mediaType: string;
}

// The formats that every EPUB reader must support. Opus was added to the standard late, and few readers play it.
const playable = new Set(["audio/mpeg", "audio/mp4"]);

/** A lesson's recording inside the book; null if the book has none. */
export function soundIn({ sound, name }: Lesson, contents: Contents): BookSound | null {
  const mediaType = sound?.part.mediaType ?? "";
  if (sound === null || !contents.soundIn.has("epub") || !playable.has(mediaType)) return null;
  return { ...sound, href: `audio/${name}.${sound.part.extension}`, mediaType };
}

/** The file name of a lesson's chapter in the book. */
export function chapterHref({ name }: Lesson): string {
  return `${name}.xhtml`;
}

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
