import { html, type Markup } from "../../../shared/html.ts";
import { type Book, chapterHref, titleOf } from "../../contents/book.ts";
import type { Volume } from "../../contents/contents.ts";
import { isbnOf, publishingOf } from "../../contents/publishing.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { accessFacts } from "./access-facts.ts";
import { activeClass, clockOf, type Overlay } from "./overlay.ts";
import { storyFace, xhtml } from "./xhtml.ts";

/** A file of the book as listed in its package document. */
export interface Listed {
  readonly id: string;
  readonly href: string;
  readonly mediaType: string;
  readonly properties: string | null;
  /** Whether it belongs to the reading order. */
  readonly read: boolean;
  /** Its media overlay. */
  readonly overlay?: Overlay;
}

/** `package.opf`: the book's metadata, its files and their order. `modified` is `YYYY-MM-DDThh:mm:ssZ`. */
export function packageDocument(book: Book, files: readonly Listed[], modified: string): string {
  const overlays = files.flatMap(({ overlay }) => overlay ?? []);
  return html`<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id" xml:lang="${book.strings.tag}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata(book, modified)}${narration(book, overlays)}${access(book)}</metadata>
<manifest>
${files.map(
  ({ id, href, mediaType, properties, overlay }) =>
    html`<item id="${id}" href="${href}" media-type="${mediaType}"${properties !== null && html` properties="${properties}"`}${overlay !== undefined && html` media-overlay="${overlay.id}"`}/>\n`,
)}</manifest>
<spine page-progression-direction="${book.progression}">
${files.filter(({ read }) => read).map(({ id }) => html`<itemref idref="${id}"/>\n`)}</spine>
</package>
`.toString();
}

function metadata(book: Book, modified: string): Markup {
  const { contents, volume } = book;
  const { title, description, author, publisher, license } = contents.course;
  const authors = publishingOf(contents.course).contributors.filter(({ role }) => role === "author");
  const isNamed = authors.length > 0 && (author === null || authors.some(({ name }) => name === author));
  const creator = isNamed ? null : (author ?? publisher);
  const { published } = publishingOf(contents.course);
  const isbn = isbnOf(contents.course, volume, "epub");
  return html`<dc:identifier id="book-id">${book.identifier}</dc:identifier>
${isbn !== null && html`<dc:identifier>urn:isbn:${isbn}</dc:identifier>\n`}<dc:title id="main-title">${titleOf(book)}</dc:title>
<meta refines="#main-title" property="title-type">main</meta>
${creator !== null && html`<dc:creator>${creator}</dc:creator>\n`}${contributors(book)}<dc:language>${languageOf(volume)}</dc:language>
${description !== null && html`<dc:description>${description}</dc:description>\n`}${publisher !== null && html`<dc:publisher>${publisher}</dc:publisher>\n`}${license !== null && html`<dc:rights>${license}</dc:rights>\n`}${published !== null && html`<dc:date>${published}</dc:date>\n`}<meta property="dcterms:modified">${modified}</meta>
<meta property="belongs-to-collection" id="whole-course">${title}</meta>
<meta refines="#whole-course" property="collection-type">set</meta>
<meta refines="#whole-course" property="group-position">${position(book)}</meta>
<meta name="cover" content="cover-image"/>
`;
}

// One language only, because shelves and Kindles show the last of several: the language of most stories, not that of the glosses.
function languageOf({ language, lessons }: Volume): string {
  const tags = lessons.map(({ direction }) => direction.tag);
  const count = (tag: string): number => tags.filter((one) => one === tag).length;
  return tags.reduce((most, tag) => (count(tag) > count(most) ? tag : most), tags[0] ?? language.bcp47);
}

function position({ contents, volume }: Book): number {
  return contents.volumes.findIndex(({ folder }) => folder === volume.folder) + 1;
}

/** What a reading system needs to play the overlays: the duration of each and their sum. */
function narration({ say }: Book, overlays: readonly Overlay[]): Markup | null {
  if (overlays.length === 0) return null;
  const wholeMs = overlays.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return html`${overlays.map(({ id, durationMs }) => html`<meta property="media:duration" refines="#${id}">${clockOf(durationMs)}</meta>\n`)}<meta property="media:duration">${clockOf(wholeMs)}</meta>
<meta property="media:narrator">${say.narrator}</meta>
<meta property="media:active-class">${activeClass}</meta>
`;
}

function access(book: Book): Markup {
  const { modes, features, hazards, summary } = accessFacts(book);
  const meta = (name: string, value: string) => html`<meta property="schema:${name}">${value}</meta>\n`;
  return html`${modes.map((mode) => meta("accessMode", mode))}${meta("accessModeSufficient", "textual")}${features.map((feature) => meta("accessibilityFeature", feature))}${hazards.map((hazard) => meta("accessibilityHazard", hazard))}${meta("accessibilitySummary", summary)}${certified(book)}`;
}

/** What the plan's certifier says of the book (EPUB Accessibility 1.1, part 4). */
function certified({ contents }: Book): Markup | null {
  const { accessibility } = publishingOf(contents.course);
  if (accessibility === null) return null;
  const { by, conformsTo, credential, report } = accessibility;
  const [, version, level] = /^WCAG (\S+) (A+)$/.exec(conformsTo ?? "") ?? [];
  const refines = conformsTo === null ? "" : html` refines="#conformance"`;
  return html`${conformsTo !== null && html`<meta property="dcterms:conformsTo" id="conformance">EPUB Accessibility 1.1 - WCAG ${version} Level ${level}</meta>\n`}<meta property="a11y:certifiedBy" id="certifier"${refines}>${by}</meta>
${credential !== null && html`<meta property="a11y:certifierCredential" refines="#certifier">${credential}</meta>\n`}${report !== null && html`<link rel="a11y:certifierReport" href="${report}" refines="#certifier"/>\n`}`;
}

/** Everybody but the author, with what they did: MARC's relators. */
function contributors({ contents }: Book): Markup[] {
  return publishingOf(contents.course).contributors.map(({ name, role, sortAs }, index) => {
    const id = `contributor-${index + 1}`;
    const element = role === "author" ? "creator" : "contributor";
    return html`<dc:${element} id="${id}">${name}</dc:${element}>
<meta refines="#${id}" property="role" scheme="marc:relators">${relators[role] ?? "ctb"}</meta>
${sortAs !== null && html`<meta refines="#${id}" property="file-as">${sortAs}</meta>\n`}`;
  });
}

const relators: Readonly<Record<string, string>> = {
  author: "aut",
  editor: "edt",
  "series-editor": "edt",
  consultant: "csl",
  adapter: "adp",
  translator: "trl",
  reviser: "edt",
  introduction: "win",
  foreword: "wfw",
  illustrator: "ill",
  photographer: "pht",
  cover: "cov",
  narrator: "nrt",
};

/** The table of contents, which readers also show as their own menu, and the landmarks that they jump to. */
export function navPage(book: Book): string {
  const { volume, strings, say, glossary } = book;
  const first = volume.lessons[0];
  const words = glossary.entries.length > 0 && html`<li><a href="glossary.xhtml">${say.glossary}</a></li>\n`;
  return xhtml(book, {
    title: strings.contents,
    tag: strings.tag,
    dir: "ltr",
    type: "frontmatter",
    body: html`<nav epub:type="toc" role="doc-toc" aria-labelledby="contents">
<h1 id="contents">${strings.contents}</h1>
<ol>
${volume.lessons.map(
  (lesson) =>
    html`<li><a href="${chapterHref(lesson)}"><span ${storyFace(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</span></a></li>\n`,
)}${words}<li><a href="rights.xhtml">${say.rights}</a></li>
</ol>
</nav>
<nav epub:type="landmarks" hidden="hidden" aria-label="${strings.pages}">
<ol>
<li><a epub:type="cover" href="cover.xhtml">${say.cover(book.contents.course.title)}</a></li>
<li><a epub:type="toc" href="nav.xhtml">${strings.contents}</a></li>
${first !== undefined && html`<li><a epub:type="bodymatter" href="${chapterHref(first)}">${strings.lesson(first.number)}</a></li>\n`}${glossary.entries.length > 0 && html`<li><a epub:type="glossary" href="glossary.xhtml">${say.glossary}</a></li>\n`}</ol>
</nav>`,
  });
}
