/** What can be wrong with a package, or worth a word about it. Paths are those in the package unless they are said to be on the disk. */
export type PackageProblem =
  /** Thrown: a course without one finished lesson makes no package. */
  | { readonly code: "package_empty" }
  /** Thrown: the exported book is not on the disk; exporting it again costs nothing. */
  | { readonly code: "book_missing"; readonly job: string; readonly file: string }
  /** Thrown: the book on the disk is not the one that was recorded; exporting it again costs nothing. */
  | { readonly code: "book_changed"; readonly job: string; readonly file: string }
  /** A warning: the book holds no sound that is known here. It is in the package as it came. */
  | {
      readonly code: "book_not_audio";
      readonly job: string;
      readonly path: string;
      readonly contentType: string | null;
    }
  /** A warning: the book is an archive that was not opened, or only in part. It is in the package as it came. */
  | {
      readonly code: "book_archive_refused";
      readonly job: string;
      readonly path: string;
      readonly reason: ArchiveRefusal;
    }
  /** A warning: the book holds several sounds. The lesson plays the first, at `path`; the others are beside it, as they came. */
  | { readonly code: "book_in_parts"; readonly job: string; readonly path: string; readonly more: number }
  /** A warning: the story is written in another script than the language's usual one, and is set in that script's direction. */
  | {
      readonly code: "text_direction";
      readonly job: string;
      readonly dir: "ltr" | "rtl";
      readonly tag: string;
    };

export type ArchiveRefusal = "damaged" | "encrypted" | "too_many_entries" | "too_large" | "too_dense";
