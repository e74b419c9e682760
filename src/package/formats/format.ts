import type { Contents, Lesson, Volume } from "../contents/contents.ts";
import type { SoundFormat } from "../contents/course.ts";
import type { FileGroup, FileKind } from "../locales/locale.ts";
import type { PackageEntry } from "../zip/entry.ts";

/** One way of writing a volume: a folder here, and a line in `formats.ts`. */
export interface Format {
  /** The plan's name for it, or null for what every package holds. */
  readonly id: string | null;
  /** The files of one volume, each made when it is asked for. */
  readonly entries: (volume: Volume, contents: Contents) => readonly PackageEntry[];
  /** What the format's files are to a person, in the order in which the package's first page lists them. */
  readonly describe: (volume: Volume) => readonly DescribedFiles[];
}

/** A kind of file that a person opens: one file of a volume, or one for each lesson. Its words are in `locales/<tag>.yaml`. */
export interface DescribedFiles {
  readonly kind: FileKind;
  readonly group: FileGroup;
  /** Paths from the top of the package. The lesson is null for a file of the whole volume. */
  readonly links: readonly { readonly path: string; readonly lesson: Lesson | null }[];
  /** The name in the plan's `audio` under which such files hold the recordings; null where they can't. */
  readonly soundFormat: SoundFormat | null;
}

interface Description {
  readonly kind: FileKind;
  readonly group: FileGroup;
  /** Left out: such files can't hold recordings. */
  readonly soundFormat?: SoundFormat;
}

/** A file of the whole volume, at a path below the volume's folder. */
export function volumeFile(
  { folder }: Volume,
  path: string,
  { kind, group, soundFormat }: Description,
): DescribedFiles {
  const links = [{ path: `${folder}/${path}`, lesson: null }];
  return { kind, group, soundFormat: soundFormat ?? null, links };
}

/** A file for each lesson, at a path below the volume's folder that its name gives. */
export function lessonFiles(
  { folder, lessons }: Volume,
  pathOf: (name: string) => string,
  { kind, group, soundFormat }: Description,
): DescribedFiles {
  const links = lessons.map((lesson) => ({ path: `${folder}/${pathOf(lesson.name)}`, lesson }));
  return { kind, group, soundFormat: soundFormat ?? null, links };
}
