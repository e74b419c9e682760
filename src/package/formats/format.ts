import type { ZipFile } from "../../shared/files/zip.ts";
import { type Lesson, mayHoldSound, type View, type Volume, type VolumeView } from "../contents/contents.ts";
import type { SoundFormat } from "../contents/course.ts";
import { archiveEntry, type PackageEntry } from "../entry.ts";
import type { FileKind } from "../locales/locale.ts";

/** A way of writing a volume: a folder here, and a line in `formats.ts`. */
export interface Format {
  /** The plan's name for it, or null for what goes with the recordings in the folder `audio`. */
  readonly id: string | null;
  /** The files of a volume, each made on demand. */
  readonly entries: (view: VolumeView) => readonly FormatEntry[];
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
  { volume, lesson = null }: { readonly volume: Volume; readonly lesson?: Lesson | null },
): FormatEntry {
  return { ...entry, listed: { kind, volume, lesson } };
}

interface Archive {
  /** In the volume's folder. */
  readonly path: string;
  /** Which of the plan's choices of sound put sound into it. */
  readonly sounds: readonly SoundFormat[];
  readonly files: () => Iterable<ZipFile> | Promise<Iterable<ZipFile>>;
}

/** An archive of a volume, or of a lesson, that a person opens. */
export function archive(
  kind: FileKind,
  view: VolumeView | View,
  { path, sounds, files }: Archive,
): FormatEntry {
  const lessons = "lesson" in view ? [view.lesson] : view.volume.lessons;
  const mayBeLong = mayHoldSound(sounds, lessons, view.contents);
  return listed(kind, archiveEntry(`${view.volume.folder}/${path}`, mayBeLong, files), view);
}
