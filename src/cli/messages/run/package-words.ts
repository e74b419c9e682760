import type { BoxedPdf, PackageProblem } from "../../../package/package-problem.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { describeMissingSqlite, sqliteRemedy } from "../cause-words.ts";

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

/** How many characters a message names: enough of an alphabet to recognize it. */
const charactersNamed = 12;

export const packageWords: Words = {
  package_empty: () => "No lesson is finished, so there is nothing to package.",
  book_missing: ({ job, file }) =>
    `${job}: the exported audiobook ${showText(file)} is missing. The package was not written; a run exports it again, free of charge.`,
  book_changed: ({ job, file }) =>
    `${job}: the exported audiobook ${showText(file)} is not as it was saved. The package was not written; a run exports it again, free of charge.`,
  sqlite_missing: ({ cause }) =>
    `Anki's files are SQLite databases, but ${describeMissingSqlite(cause)}. The package was not written. To write it, ${sqliteRemedy}, and run package again.`,
  book_not_audio: ({ job, path, contentType }) =>
    `${job}: the exported book holds no sound that is known here${contentType === null ? "" : ` (${showText(contentType)})`}; the lesson has its text alone. The book stays in the course’s folder as it came, as ${showText(path)}.`,
  book_archive_refused: ({ job, path, reason }) =>
    `${job}: the exported archive was not opened, because ${archiveReasons[reason]}; the lesson has its text alone. The archive stays in the course’s folder as it came, as ${showText(path)}.`,
  book_in_parts: ({ job, path, more }) =>
    `${job}: the exported book holds ${more + 1} recordings. The lesson plays the first, ${showText(path)}; the others are beside it, as they came.`,
  book_text_left_out: ({ job, files }) =>
    `${job}: its text was corrected, so ${pluralize(files, "file", "files")} of its audiobook that may have the old text ${files === 1 ? "is" : "are"} not in the package. All of it is kept in the course's folder.`,
  pdf_left_out: ({ why, detail, files }) => {
    const reason =
      why === "no_printer"
        ? "PDF files are printed by Chromium or Chrome, and none was found"
        : `Chromium could not print it (${showText(detail)})`;
    return `Not in the package, because ${reason}: ${firstOf(files, pdfsNamed)}. Everything else is in it, also the pages as HTML if the plan has the format print. Name the program in COURSEBINDER_CHROMIUM, and run package again.`;
  },
  pdf_characters_missing: ({ files }) => {
    const characters = new Map(
      files.flatMap((file) => file.characters.map(({ codePoint, character }) => [codePoint, character])),
    );
    const shown = [...characters].map(([codePoint, character]) => `${character} (${codePoint})`);
    const which = shown.length === 0 ? "" : `: ${firstOf(shown, charactersNamed)}`;
    const where = firstOf(files.map(placeOfBoxes), pdfsNamed, "; ");
    return `PDF files have boxes in place of characters that no font on this machine has${which}. They are in ${where}. Before you hand these files out, install a font that has the characters, for example Noto (on Debian a package fonts-noto-*), and run package again.`;
  },
  pdf_not_checked: ({ files }) =>
    `Whether every character is in a font could not be checked in ${firstOf(files, pdfsNamed)}, because this version of Chromium writes its PDF files in an unknown way. Look through them for boxes before you hand them out.`,
  text_direction: ({ job, dir, tag }) =>
    `${job}: the story is written in another script than usual; it is set ${dir === "rtl" ? "from right to left" : "from left to right"}, as ${tag}.`,
};

function placeOfBoxes({ path, pages, jobs }: BoxedPdf): string {
  const where = `${path}, ${pages.length === 1 ? "page" : "pages"} ${firstOf(pages.map(String), pdfsNamed)}`;
  return jobs.length === 0 ? where : `${where} (${firstOf(jobs, pdfsNamed)})`;
}

/** The first `most` of the names, and how many more there are. */
function firstOf(names: readonly string[], most: number, separator = ", "): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).map(showText).join(separator)}${more}`;
}

export function describePackageProblem(problem: PackageProblem): string {
  return (packageWords[problem.code] as (problem: PackageProblem) => string)(problem);
}

/** A warning for programs: its facts and its message. */
export function packageNotice(problem: PackageProblem): object {
  return { job: null, ...problem, message: describePackageProblem(problem) };
}
