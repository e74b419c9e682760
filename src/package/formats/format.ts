import type { Contents, Lesson, Volume } from "../contents/contents.ts";
import type { SoundFormat } from "../contents/course.ts";
import { teacherFolder } from "../contents/layout.ts";
import type { FileGroup, FileKind } from "../locales/locale.ts";
import type { PackageEntry } from "../zip/entry.ts";

/** A way of writing a volume: a folder here, and a line in `formats.ts`. */
export interface Format {
  /** The plan's name for it, or null for a format that every package has. */
  readonly id: string | null;
  /** The files of a volume, each made on demand. */
  readonly entries: (volume: Volume, contents: Contents) => readonly PackageEntry[];
  /** The format's files for people, in the order in which the package's first page lists them. */
  readonly describe: (volume: Volume) => readonly DescribedFiles[];
}

/** A kind of file that a person opens: one per volume, or one per lesson. Its words are in `locales/<tag>.yaml`. */
export interface DescribedFiles {
  readonly kind: FileKind;
  readonly group: FileGroup;
  /** Paths from the root of the package. The lesson is null for a file of the whole volume. */
  readonly links: readonly { readonly path: string; readonly lesson: Lesson | null }[];
  /** The name in the plan's `audio` under which such files contain the recordings; null if they can't. */
  readonly soundFormat: SoundFormat | null;
}

interface Description {
  readonly kind: FileKind;
  readonly group: FileGroup;
  /** Left out if such files can't contain recordings. */
  readonly soundFormat?: SoundFormat;
}

/** A file of the whole volume, at a path relative to the volume's folder. */
export function volumeFile(
  { folder }: Volume,
  path: string,
  { kind, group, soundFormat }: Description,
): DescribedFiles {
  const links = [{ path: `${folder}/${path}`, lesson: null }];
  return { kind, group, soundFormat: soundFormat ?? null, links };
}

/** A file of the whole volume in the teacher's folder. */
export function teacherFile(volume: Volume, path: string, kind: FileKind): DescribedFiles {
  const links = [{ path: `${teacherFolder(volume)}/${path}`, lesson: null }];
  return { kind, group: "teacher", soundFormat: null, links };
}

/** A file per lesson, at a path relative to the volume's folder that is made from its name. */
export function lessonFiles(
  { folder, lessons }: Volume,
  pathOf: (name: string) => string,
  { kind, group, soundFormat }: Description,
): DescribedFiles {
  const links = lessons.map((lesson) => ({ path: `${folder}/${pathOf(lesson.name)}`, lesson }));
  return { kind, group, soundFormat: soundFormat ?? null, links };
}
