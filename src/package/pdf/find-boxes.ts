import { inflateSync } from "node:zlib";

// A font's glyph 0 is what it draws for a character that it doesn't have. Skia, which writes Chromium's PDF files, keeps that number: as a code of two
// bytes in a composite font, of one in any other. What is skipped: literal strings, and the values of properties, such as the text to copy.
const tokens = /\((?:\\[\s\S]|[^\\)])*\)|\/\w+\s*<[\dA-F]*>|\/(F\d+) \S+ Tf\b|<([\dA-F]+)>/gi;

/**
 * The pages of a PDF, from 1, that have a box in place of a character, because no font of the machine that printed it had it. Null if the file isn't
 * written as Chromium writes it.
 */
export function boxedPages(pdf: Buffer): number[] | null {
  try {
    const objects = objectsIn(pdf);
    const boxed = objects.pages.map(pageCheck(objects));
    return boxed.flatMap((isBoxed, index) => (isBoxed ? [index + 1] : []));
  } catch {
    return null;
  }
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
