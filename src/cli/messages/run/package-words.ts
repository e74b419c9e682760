import type { PackageProblem } from "../../../package/package-problem.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";

type Words = {
  [Code in PackageProblem["code"]]: (problem: Extract<PackageProblem, { code: Code }>) => string;
};

const archiveReasons = {
  damaged: "it is damaged",
  encrypted: "it is encrypted",
  too_many_entries: "it has too many entries",
  too_large: "it is too large",
  too_dense: "it would grow too much when unpacked",
} as const;

/** How many PDF files a message names. */
const pdfsNamed = 6;

export const packageWords: Words = {
  package_empty: () => "No lesson is finished, so there is nothing to package.",
  book_missing: ({ job, file }) =>
    `${job}: the exported audiobook ${showText(file)} is missing. The package was not written; a run exports it again, free of charge.`,
  book_changed: ({ job, file }) =>
    `${job}: the exported audiobook ${showText(file)} is not as it was saved. The package was not written; a run exports it again, free of charge.`,
  book_not_audio: ({ job, path, contentType }) =>
    `${job}: the exported book holds no sound that is known here${contentType === null ? "" : ` (${showText(contentType)})`}; the lesson has its text alone. The book stays in the course’s folder as it came, as ${showText(path)}.`,
  book_archive_refused: ({ job, path, reason }) =>
    `${job}: the exported archive was not opened, because ${archiveReasons[reason]}; the lesson has its text alone. The archive stays in the course’s folder as it came, as ${showText(path)}.`,
  book_in_parts: ({ job, path, more }) =>
    `${job}: the exported book holds ${more + 1} recordings. The lesson plays the first, ${showText(path)}; the others are beside it, as they came.`,
  book_text_left_out: ({ job, files }) =>
    `${job}: its text was corrected, so ${pluralize(files, "file", "files")} of its audiobook that may have the old text ${files === 1 ? "is" : "are"} not in the package. All of it is kept in the course's folder.`,
  pdf_left_out: ({ why, detail, files }) => {
    const named = files.slice(0, pdfsNamed).map(showText).join(", ");
    const more = files.length > pdfsNamed ? ` and ${files.length - pdfsNamed} more` : "";
    const reason =
      why === "no_printer"
        ? "PDF files are printed by Chromium or Chrome, and none was found"
        : `Chromium could not print it (${showText(detail)})`;
    return `Not in the package, because ${reason}: ${named}${more}. Everything else is in it, also the pages as HTML if the plan has the format print. Name the program in COURSEBINDER_CHROMIUM, and run package again.`;
  },
  text_direction: ({ job, dir, tag }) =>
    `${job}: the story is written in another script than usual; it is set ${dir === "rtl" ? "from right to left" : "from left to right"}, as ${tag}.`,
};

export function describePackageProblem(problem: PackageProblem): string {
  return (packageWords[problem.code] as (problem: PackageProblem) => string)(problem);
}
