import { inflateSync } from "node:zlib";
import { html } from "../../shared/html.ts";
import { withoutInvisible } from "../../shared/text.ts";
import type { Lesson } from "../contents/contents.ts";
import type { BoxedPdf, MissingCharacter } from "../package-problem.ts";

/** How many characters share a page when they are tried: first many, then, of those pages alone that have a box, each by itself. */
const sharing = [64, 1];

/** What a page shows besides ASCII, which every font has. */
function charactersOf(pageHtml: string): string[] {
  const text = pageHtml.replace(/<style[\s\S]*?<\/style>/g, "").replace(/<[^>]*>/g, "");
  return [...new Set(withoutInvisible(text))].filter((character) => /[^\s\p{ASCII}]/u.test(character)).sort();
}

function groupsOf(characters: readonly string[], size: number): string[][] {
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, index) => characters.slice(index * size, (index + 1) * size));
}

// Each character is a box of its own, so that none is joined with its neighbours.
function trialPage(groups: readonly (readonly string[])[]): string {
  const pages = groups.map((group) => html`<p>${group.map((character) => html`<b>${character}</b> `)}</p>`);
  return html`<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Fonts</title>
<style>p { break-after: page; margin: 0; } b { display: inline-block; font: 8px serif; }</style>
${pages}</html>`.toString();
}

/** A page as HTML, and its PDF. */
export interface Printed {
  readonly html: string;
  readonly pdf: Buffer;
}

/** Looks for boxes that a printer put in place of characters for which its machine has no font. */
export function boxFinder(printer: { print(html: string): Promise<Buffer> }) {
  const files: BoxedPdf[] = [];
  const unread: string[] = [];
  const isMissing = new Map<string, boolean>();
  /** Which characters of a page no font of the printing machine has, by printing its characters one by one. Rejects if the printer fails. */
  const missingIn = async (pageHtml: string): Promise<string[]> => {
    const characters = charactersOf(pageHtml);
    let suspects = characters.filter((character) => !isMissing.has(character));
    for (const character of suspects) isMissing.set(character, false);
    for (const size of sharing) {
      const groups = groupsOf(suspects, size);
      if (groups.length === 0) break;
      const boxed = boxedPages(await printer.print(trialPage(groups)));
      suspects = boxed.flatMap((page) => groups[page - 1] ?? []);
    }
    for (const character of suspects) isMissing.set(character, true);
    return characters.filter((character) => isMissing.get(character) === true);
  };
  return {
    /** What was found so far. `unread`: the files that could not be read. */
    found: { files, unread },
    /** Looks into the PDF of a page about some lessons, printed from `html`. Never rejects. */
    look: async (path: string, lessons: readonly Lesson[], { html, pdf }: Printed): Promise<void> => {
      let pages: number[];
      try {
        pages = boxedPages(pdf);
      } catch {
        unread.push(path);
        return;
      }
      if (pages.length === 0) return;
      // A printer that fails here fails on the next page, too, which says so.
      const missing = await missingIn(html).catch(() => []);
      const own = lessons.length === 1 ? lessons : lessons.filter((lesson) => hasAny(lesson, missing));
      files.push({ path, pages, characters: missing.map(named), jobs: own.map(({ job }) => job) });
    },
  };
}

function hasAny(lesson: Lesson, characters: readonly string[]): boolean {
  const { title, subtitle, paragraphs, words, prompts, image } = lesson;
  const written = [
    title,
    subtitle,
    ...prompts,
    image?.alt ?? "",
    ...paragraphs.map(({ text }) => text),
    ...words.flatMap(({ word, gloss }) => [word, gloss ?? ""]),
  ].join("\n");
  return characters.some((character) => written.includes(character));
}

function named(character: string): MissingCharacter {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return { character, codePoint: `U+${digits}` };
}

// A font's glyph 0 is what it draws for a character that it doesn't have. Skia, which writes Chromium's PDF files, keeps that number: as a code of two
// bytes in a composite font, of one in any other. What is skipped: literal strings, and the values of properties, such as the text to copy.
const tokens = /\((?:\\[\s\S]|[^\\)])*\)|\/\w+\s*<[\dA-F]*>|\/(F\d+) \S+ Tf\b|<([\dA-F]+)>/gi;

/**
 * The pages of a PDF, from 1, that have a box in place of a character, because no font of the machine that printed it had it. Throws if
 * the file isn't written as Chromium writes it.
 */
function boxedPages(pdf: Buffer): number[] {
  const objects = objectsIn(pdf);
  const boxed = objects.pages.map(pageCheck(objects));
  return boxed.flatMap((isBoxed, index) => (isBoxed ? [index + 1] : []));
}

function pageCheck({ dictionary, stream }: ReturnType<typeof objectsIn>): (page: number) => boolean {
  const known = new Map<number, boolean>();
  const checked = (id: number, content: number): boolean => {
    const found = known.get(id) ?? isBoxed(id, content);
    known.set(id, found);
    return found;
  };
  const isBoxed = (id: number, content: number): boolean => {
    const named = [...dictionary(id).matchAll(/\/([FX]\d+) (\d+) 0 R/g)].map(([, name = "", object]) => ({
      name,
      object: Number(object),
    }));
    const fonts = named.filter(({ name }) => name.startsWith("F"));
    const composite = new Map(fonts.map(({ name, object }) => [name, dictionary(object).includes("/Type0")]));
    if (hasGlyphZero(stream(content), composite)) return true;
    // What is drawn half transparent, for one, is in a form of its own.
    return named.some(
      ({ name, object }) =>
        name.startsWith("X") && dictionary(object).includes("/Form") && checked(object, object),
    );
  };
  return (page) => checked(page, one(dictionary(page), "Contents"));
}

function hasGlyphZero(content: string, composite: ReadonlyMap<string, boolean>): boolean {
  let digits = 4;
  for (const [, font, codes] of content.matchAll(tokens)) {
    if (font !== undefined) digits = composite.get(font) === true ? 4 : 2;
    for (let at = 0; at < (codes?.length ?? 0); at += digits) {
      if (/^0+$/.test(codes?.slice(at, at + digits) ?? "")) return true;
    }
  }
  return false;
}

/** Far more than a page of text takes. */
const mostStreamBytes = 256 * 1024 * 1024;

/**
 * The objects of a PDF as Chromium writes it, without object streams: its pages in their order, an object as it is written without its stream, and
 * an object's stream, unpacked. Throws if the file is written in another way.
 */
function objectsIn(pdf: Buffer) {
  const text = pdf.toString("latin1");
  const starts = new Map<number, number>();
  for (const { 1: id, index } of text.matchAll(/^(\d+) 0 obj\b/gm)) starts.set(Number(id), index);
  const endOf = (id: number): number => {
    const start = starts.get(id);
    if (start === undefined) throw new Error(`the PDF has no plain object ${id}`);
    const ends = ["stream", "endobj"].map((word) => text.indexOf(word, start)).filter((at) => at >= 0);
    return Math.min(...ends);
  };
  const dictionary = (id: number) => text.slice(starts.get(id), endOf(id));
  const pagesBelow = (id: number): number[] => {
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(dictionary(id))?.[1];
    if (kids === undefined) return [id];
    return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesBelow(Number(kid)));
  };
  const stream = (id: number): string => {
    const bytes = Number(/\/Length (\d+)(?! \d+ R)/.exec(dictionary(id))?.[1]);
    const start = text.indexOf("\n", endOf(id)) + 1;
    if (Number.isNaN(bytes) || start === 0) throw new Error(`object ${id} of the PDF has no stream`);
    const packed = pdf.subarray(start, start + bytes);
    if (!dictionary(id).includes("/FlateDecode")) return packed.toString("latin1");
    return inflateSync(packed, { maxOutputLength: mostStreamBytes }).toString("latin1");
  };
  const trailer = text.slice(text.lastIndexOf("trailer"));
  return { pages: pagesBelow(one(dictionary(one(trailer, "Root")), "Pages")), dictionary, stream };
}

/** The object that a dictionary's entry names. */
function one(dictionary: string, name: string): number {
  const found = new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary);
  if (found === null) throw new Error(`the PDF has no ${name}`);
  return Number(found[1]);
}
