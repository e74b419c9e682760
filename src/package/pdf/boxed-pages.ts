import { one, PdfObjects } from "./pdf-objects.ts";

// A font's glyph 0 is what it draws for a character that it doesn't have. Skia, which writes Chromium's PDF files, keeps that number: as a code of two
// bytes in a composite font, of one in any other. What is skipped: literal strings, and the values of properties, such as the text to copy.
const tokens = /\((?:\\[\s\S]|[^\\)])*\)|\/\w+\s*<[\dA-F]*>|\/(F\d+) \S+ Tf\b|<([\dA-F]+)>/gi;

/**
 * The pages of a PDF, from 1, that have a box in place of a character, because no font of the machine that printed it had it. Throws if
 * the file isn't written as Chromium writes it.
 */
export function boxedPages(pdf: Buffer): number[] {
  const objects = new PdfObjects(pdf);
  const boxed = objects.pages().map(pageCheck(objects));
  return boxed.flatMap((isBoxed, index) => (isBoxed ? [index + 1] : []));
}

function pageCheck(objects: PdfObjects): (page: number) => boolean {
  const known = new Map<number, boolean>();
  const checked = (id: number, content: number): boolean => {
    const found = known.get(id) ?? isBoxed(id, content);
    known.set(id, found);
    return found;
  };
  const isBoxed = (id: number, content: number): boolean => {
    const resources = resourcesOf(objects.dictionary(id));
    const composite = new Map(
      resources.fonts.map(([name, font]) => [name, objects.dictionary(font).includes("/Type0")]),
    );
    if (hasGlyphZero(objects.stream(content), composite)) return true;
    // What is drawn half transparent, for one, is in a form of its own.
    const forms = resources.drawn.filter((drawn) => objects.dictionary(drawn).includes("/Form"));
    return forms.some((form) => checked(form, form));
  };
  return (page) => checked(page, one(objects.dictionary(page), "Contents"));
}

interface Resources {
  readonly fonts: readonly (readonly [name: string, id: number])[];
  readonly drawn: readonly number[];
}

function resourcesOf(dictionary: string): Resources {
  const named = [...dictionary.matchAll(/\/([FX]\d+) (\d+) 0 R/g)].map(
    ([, name = "", id]) => [name, Number(id)] as const,
  );
  return {
    fonts: named.filter(([name]) => name.startsWith("F")),
    drawn: named.filter(([name]) => name.startsWith("X")).map(([, id]) => id),
  };
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
