import type { BoxedPdf, PackageProblem } from "../../package/package-problem.ts";
import { someOf } from "./message.ts";
import type { DetailsOf } from "./texts.ts";

export const packageDetails: DetailsOf<PackageProblem> = {
  pdf_characters_missing: ({ files }) => {
    const found = files.flatMap((file) =>
      file.characters.map(({ codePoint, character }) => [codePoint, character]),
    );
    const shown = [...new Map(found as [string, string][])].map(
      ([codePoint, character]) => `${character} (${codePoint})`,
    );
    return { facts: { characters: someOf(shown), where: someOf(files.map(placeOfBoxes), "; ") } };
  },
};

function placeOfBoxes({ path, pages, jobs }: BoxedPdf): string {
  const where = `${path}, ${pages.length === 1 ? "page" : "pages"} ${someOf(pages.map(String))}`;
  return jobs.length === 0 ? where : `${where} (${someOf(jobs)})`;
}
