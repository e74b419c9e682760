import type { Lesson } from "../contents/contents.ts";
import type { BoxedPdf, MissingCharacter } from "../package-problem.ts";
import { boxedPages } from "./boxed-pages.ts";
import { missingCharacters } from "./missing-characters.ts";
import type { PdfPrinter } from "./pdf-printer.ts";
import type { PrintedPage } from "./printed-pages.ts";

export interface BoxFinder {
  /** What was found so far. `unread`: the files that could not be read. */
  readonly found: { readonly files: readonly BoxedPdf[]; readonly unread: readonly string[] };
  /** Looks into a page's PDF, printed from `html`. Never rejects. */
  look(page: PrintedPage, printed: { readonly html: string; readonly pdf: Buffer }): Promise<void>;
}

/** Looks for boxes that a printer put in place of characters for which its machine has no font. */
export function boxFinder(printer: PdfPrinter): BoxFinder {
  const files: BoxedPdf[] = [];
  const unread: string[] = [];
  const missingIn = missingCharacters(printer);
  return {
    found: { files, unread },
    look: async ({ path, lessons }, { html, pdf }) => {
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
