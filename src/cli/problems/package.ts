import type { BoxedPdf, PackageProblem } from "../../package/package-problem.ts";
import { describeMissingSqlite, sqliteRemedy } from "./causes.ts";
import { type DetailsOf, namesWithin } from "./texts.ts";

/** How many PDF files and characters a message names: enough to recognize an alphabet. */
const pdfsNamed = 6;
const charactersNamed = 12;

export const packageDetails: DetailsOf<PackageProblem> = {
  sqlite_missing: ({ cause }) => ({
    facts: { missing: describeMissingSqlite(cause), remedy: sqliteRemedy },
  }),
  pdf_characters_missing: ({ files }) => {
    const found = files.flatMap((file) =>
      file.characters.map(({ codePoint, character }) => [codePoint, character]),
    );
    const shown = [...new Map(found as [string, string][])].map(
      ([codePoint, character]) => `${character} (${codePoint})`,
    );
    const where = namesWithin(pdfsNamed, "; ")(files.map(placeOfBoxes));
    return { facts: { characters: namesWithin(charactersNamed)(shown), where } };
  },
};

function placeOfBoxes({ path, pages, jobs }: BoxedPdf): string {
  const names = namesWithin(pdfsNamed);
  const where = `${path}, ${pages.length === 1 ? "page" : "pages"} ${names(pages.map(String))}`;
  return jobs.length === 0 ? where : `${where} (${names(jobs)})`;
}
