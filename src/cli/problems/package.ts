import type { BoxedPdf, PackageProblem } from "../../package/package-problem.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { describeMissingSqlite, sqliteRemedy } from "./causes.ts";
import type { Messages } from "./message.ts";

const archiveReasons = {
  damaged: "it is damaged",
  encrypted: "it is encrypted",
  too_many_entries: "it has too many entries",
  too_large: "it is too large",
  too_dense: "it would grow too much when unpacked",
} as const;

const damages = {
  missing: "is missing",
  changed: "has changed since it was saved",
  either: "is missing or has changed since it was saved",
} as const;

/** How many PDF files a message names. */
const pdfsNamed = 6;

/** How many characters a message names: enough of an alphabet to recognize it. */
const charactersNamed = 12;

export const packageMessages: Messages<PackageProblem> = {
  package_empty: ({ missing }) => ({
    what: `No lesson is finished${missing === undefined ? "" : ` (${missing} missing)`}, so no package was written.`,
  }),
  file_damaged: ({ job, path, why }) =>
    job === null
      ? {
          what: `${showText(path)}, a picture that the plan names, is missing or is no longer a PNG or JPEG.`,
          not: "The package was not written.",
          fix: "Put the picture back, or take it out of the plan.",
          // A picture of the plan's own: nobody but its author has it.
          next: null,
        }
      : {
          what: `${job}: ${showText(path)} ${damages[why ?? "either"]}.`,
          not: "The package was not written; a run fetches the file again, free of charge.",
          next: { verb: "run" },
        },
  sqlite_missing: ({ cause }) => ({
    what: `Anki's files are SQLite databases, but ${describeMissingSqlite(cause)}.`,
    not: "The package was not written.",
    fix: `To write the file, ${sqliteRemedy}. Then run coursebinder package again.`,
  }),
  book_not_audio: ({ job, path, contentType, reason }) => {
    const why =
      reason === null
        ? `contains no sound in a known format${contentType === null ? "" : ` (${showText(contentType)})`}`
        : `was not opened, because ${archiveReasons[reason]}`;
    return {
      what: `${job}: the exported audiobook ${why}, so the lesson has only text. The audiobook stays in the course's folder, unchanged, as ${showText(path)}.`,
    };
  },
  book_in_parts: ({ job, path, more }) => ({
    what: `${job}: the exported audiobook contains ${more + 1} recordings. The lesson plays the first, ${showText(path)}; ${more === 1 ? "the other is" : "the others are"} in the same folder, unchanged.`,
  }),
  book_text_left_out: ({ job, files }) => ({
    what: `${job}: its text was corrected, so ${pluralize(files, "file", "files")} of its audiobook that may still contain the old text ${files === 1 ? "is" : "are"} not in the package. The whole audiobook is kept in the course's folder.`,
  }),
  pdf_left_out: ({ why, detail, files }) => {
    const reason =
      why === "no_printer"
        ? "PDF files are printed by Chromium or Chrome, and neither was found"
        : `printing with Chromium failed (${showText(detail)})`;
    return {
      what: `Because ${reason}, the package does not contain ${firstOf(files, pdfsNamed)}.`,
      fix: "Everything else is in the package; if the plan's formats include print, so are the HTML pages. Set COURSEBINDER_CHROMIUM to the path of Chromium or Chrome, and run coursebinder package again.",
    };
  },
  pdf_characters_missing: ({ files }) => {
    const characters = new Map(
      files.flatMap((file) => file.characters.map(({ codePoint, character }) => [codePoint, character])),
    );
    const shown = [...characters].map(([codePoint, character]) => `${character} (${codePoint})`);
    const which = shown.length === 0 ? "" : `: ${firstOf(shown, charactersNamed)}`;
    const where = firstOf(files.map(placeOfBoxes), pdfsNamed, "; ");
    return {
      what: `Some PDF files show boxes in place of characters missing from every font on this machine${which}. The boxes are in ${where}.`,
      fix: "Before you hand these files out, install a font that has the characters, for example Noto (on Debian, a fonts-noto-* package), and run coursebinder package again.",
    };
  },
  pdf_not_checked: ({ files }) => ({
    what: `${firstOf(files, pdfsNamed)} could not be checked for characters missing from every font, because this version of Chromium writes PDF files with an unknown structure.`,
    fix: "Before you hand them out, look through them for boxes in place of missing characters.",
  }),
  text_direction: ({ job, dir, tag }) => ({
    what: `${job}: the story is written in a script that is unusual for its language; it is set ${dir === "rtl" ? "from right to left" : "from left to right"}, with the language tag ${tag}.`,
  }),
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
