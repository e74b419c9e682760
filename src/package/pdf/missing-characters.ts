import { html } from "../../shared/html.ts";
import { withoutInvisible } from "../../shared/text.ts";
import { boxedPages } from "./boxed-pages.ts";
import type { PdfPrinter } from "./pdf-printer.ts";

/** How many characters share a page when they are tried: first many, then, of those pages alone that have a box, each by itself. */
const sharing = [64, 1];

/**
 * Tells which characters of a page no font of the printing machine has, by printing its characters one by one. Rejects if the printer fails.
 */
export function missingCharacters(printer: PdfPrinter): (pageHtml: string) => Promise<string[]> {
  const isMissing = new Map<string, boolean>();
  return async (pageHtml) => {
    const characters = charactersOf(pageHtml);
    let suspects = characters.filter((character) => !isMissing.has(character));
    for (const character of suspects) isMissing.set(character, false);
    for (const size of sharing) {
      const groups = grouped(suspects, size);
      if (groups.length === 0) break;
      const boxed = boxedPages(await printer.print(trialPage(groups)));
      suspects = boxed.flatMap((page) => groups[page - 1] ?? []);
    }
    for (const character of suspects) isMissing.set(character, true);
    return characters.filter((character) => isMissing.get(character) === true);
  };
}

/** What a page shows besides ASCII, which every font has. */
function charactersOf(pageHtml: string): string[] {
  const text = pageHtml.replace(/<style[\s\S]*?<\/style>/g, "").replace(/<[^>]*>/g, "");
  return [...new Set(withoutInvisible(text))].filter((character) => /[^\s\p{ASCII}]/u.test(character)).sort();
}

function grouped(characters: readonly string[], size: number): string[][] {
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
