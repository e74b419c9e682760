import type { PackageProblem } from "../../package/package-problem.ts";
import { describeMissingSqlite, sqliteRemedy } from "./causes.ts";
import { type DetailsOf, namesWithin } from "./texts.ts";

/** How many PDF files, and how many pages of each, a message names. */
const pdfsNamed = 6;

export const packageDetails: DetailsOf<PackageProblem> = {
  sqlite_missing: ({ cause }) => ({
    facts: { missing: describeMissingSqlite(cause), remedy: sqliteRemedy },
  }),
  pdf_characters_missing: ({ files }) => {
    const placeOf = ({ path, pages }: (typeof files)[number]) =>
      `${path}, ${pages.length === 1 ? "page" : "pages"} ${namesWithin(pdfsNamed)(pages.map(String))}`;
    return { facts: { where: namesWithin(pdfsNamed, "; ")(files.map(placeOf)) } };
  },
};
