/** What can be wrong with, or noteworthy about, a package. Paths are relative to the package unless stated otherwise. */
export type PackageProblem =
  /** Thrown: the course has no finished lesson, so there is nothing to package. */
  | { readonly code: "package_empty"; readonly missing?: number }
  /** Thrown: a saved file is missing, or is not the recorded file; a run fetches it again at no cost. `job`: null for a picture of the plan's own. */
  | {
      readonly code: "file_damaged";
      readonly job: string | null;
      readonly path: string;
      readonly why?: "missing" | "changed";
    }
  /** Thrown: the saved sentence times of a recording are missing, or are not the recorded ones. */
  | { readonly code: "times_damaged"; readonly job: string; readonly path: string }
  /** A warning: the book contains no sound in a known format. `path`: of the unchanged book in the course's folder. */
  | {
      readonly code: "book_not_audio";
      readonly job: string;
      readonly path: string;
      readonly contentType: string | null;
    }
  /** Thrown: Anki's files are SQLite databases, and there is no SQLite. `cause`: the code of the error when the package `libsql` was loaded. */
  | { readonly code: "sqlite_missing"; readonly cause: string }
  /** A warning: the book contains several sounds. The lesson plays the first sound, at `path`; the others are beside it, unchanged. */
  | { readonly code: "book_in_parts"; readonly job: string; readonly path: string; readonly more: number }
  /** A warning: the text was corrected, so files of the book that may have the old text are not in the package. */
  | { readonly code: "book_text_left_out"; readonly job: string; readonly files: number }
  /** A warning: readings that the plan asks for, and that neither word lists nor a dictionary give. `package`: the one with the Japanese dictionary. */
  | {
      readonly code: "readings_left_out";
      readonly why: "not_installed" | "no_dictionary";
      readonly language: string;
      readonly package: string;
    }
  /** A warning: PDF files that are missing because there is no printer, or because it failed. `files`: their paths in the package. */
  | {
      readonly code: "pdf_left_out";
      readonly why: "no_printer" | "printer_failed";
      readonly detail: string;
      readonly files: readonly string[];
    }
  /** A warning: PDF files have boxes in place of characters, because the machine that printed them has no font with these characters. */
  | { readonly code: "pdf_characters_missing"; readonly files: readonly BoxedPdf[] }
  /** A warning: PDF files draw some characters as Type 3 fonts, which print shops refuse. `fonts`: Debian's packages with fonts that PDF files embed as they are. */
  | { readonly code: "pdf_fonts_drawn"; readonly files: readonly string[]; readonly fonts: readonly string[] }
  /** A warning: whether PDF files have such boxes is unknown, because the printer writes its files in an unknown way. `files`: their paths. */
  | { readonly code: "pdf_not_checked"; readonly files: readonly string[] };

/** A PDF file with boxes in place of characters. */
export interface BoxedPdf {
  /** In the package. */
  readonly path: string;
  /** The pages with a box, from 1, as a viewer counts them. */
  readonly pages: readonly number[];
  /** Empty: the characters could not be determined. */
  readonly characters: readonly MissingCharacter[];
  /** The lessons that the boxes belong to. Empty: the boxes are in something that all lessons share, such as the course's title. */
  readonly jobs: readonly string[];
}

export interface MissingCharacter {
  readonly character: string;
  /** Such as `U+1F984`. */
  readonly codePoint: string;
}
