/** What a volume can hold, as the first page tells it. */
export type FileKind =
  | "web"
  | "epub"
  | "texts"
  | "recordings"
  | "books"
  | "print"
  | "keys"
  | "wordTable"
  | "ankiPackage"
  | "ankiText"
  | "cartridge11"
  | "cartridge12"
  | "teacherCartridge11"
  | "teacherCartridge12"
  | "scorm"
  | "moodle"
  | "plan"
  | "recycling"
  | "recyclingTable"
  | "level";

/** What the files are for. */
export type FileGroup = "reading" | "paper" | "words" | "platform" | "teacher";

/** What the first page says of the files, in one language. */
export interface FileStrings {
  readonly everything: string;
  readonly allFiles: string;
  readonly groups: Readonly<Record<FileGroup, string>>;
  /** What a file is called, what it is for and where it opens. */
  readonly files: Readonly<Record<FileKind, { readonly name: string; readonly use: string }>>;
  /** Where the sound is, for files that hold none. */
  readonly soundApart: string;
  /** What came in one archive with a recording. */
  readonly extras: string;
  /** The files of the whole package, for the publisher. */
  readonly metadata: string;
  readonly manifest: string;
}
