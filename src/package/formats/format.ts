import type { Contents, Lesson, Volume } from "../contents/contents.ts";
import type { FileKind } from "../locales/locale.ts";
import type { PackageEntry } from "../zip/entry.ts";

/** A way of writing a volume: a folder here, and a line in `formats.ts`. */
export interface Format {
  /** The plan's name for it, or null for what goes with the recordings in the folder `audio`. */
  readonly id: string | null;
  /** The files of a volume, each made on demand. */
  readonly entries: (volume: Volume, contents: Contents) => readonly FormatEntry[];
}

/** A file of a volume. A file that people open states in `listed` what it is, so that the package's first page lists it; other files have no `listed`. */
export interface FormatEntry extends PackageEntry {
  readonly listed?: Listed;
}

export interface Listed {
  /** Its words are in `locales/<tag>.yaml`, its place on the page in `front/start-here.ts`. */
  readonly kind: FileKind;
  readonly volume: Volume;
  /** Null for a file of the whole volume. */
  readonly lesson: Lesson | null;
}

/** A file that a person opens. */
export function listed(
  kind: FileKind,
  entry: PackageEntry,
  of: { readonly volume: Volume; readonly lesson?: Lesson },
): FormatEntry {
  return { ...entry, listed: { kind, volume: of.volume, lesson: of.lesson ?? null } };
}
