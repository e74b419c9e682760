import { type ZipFile, zipPieces } from "../../shared/files/zip.ts";
import { type Lesson, mayHoldSound, type View, type Volume, type VolumeView } from "../contents/contents.ts";
import type { SoundFormat } from "../contents/course.ts";
import { type PackageEntry, piecesEntry } from "../entry.ts";
import type { Locale } from "../locales/locale.ts";

/** A way of writing a volume, which gives its files, each made on demand: a folder here, and a row in `formats.ts`. */
export type Format = (view: VolumeView) => readonly FormatEntry[];

/** A file of a volume. A file that people open states in `listed` what it is, so that the package's first page lists it; other files have no `listed`. */
export interface FormatEntry extends PackageEntry {
  readonly listed?: Listed;
}

export interface Listed {
  readonly kind: FileKind;
  readonly volume: Volume;
  /** Null for a file of the whole volume. */
  readonly lesson: Lesson | null;
  /** The choice of the plan that puts recordings into such files; null if they can't have any. */
  readonly sound: SoundFormat | null;
}

type Files = Locale["files"];

/** The kinds of files that people open, by purpose, in the order of the package's first page. Their words are in `locales/<tag>.yaml`. */
export const fileGroups = {
  reading: ["web", "epub", "texts", "subtitles", "recordings"],
  paper: ["print", "printReader", "printPdf", "readerPdf"],
  words: ["wordTable", "ankiPackage"],
  platform: ["mbz", "cartridge11", "cartridge12", "scorm", "moodle", "h5p"],
  teacher: ["keys", "keysPdf", "plan", "recycling", "recyclingTable"],
} as const satisfies { readonly [Group in keyof Files["groups"]]: readonly (keyof Files["files"])[] };

export type FileKind = (typeof fileGroups)[keyof typeof fileGroups][number];

/** A file that a person opens. */
export function listed(
  kind: FileKind,
  entry: PackageEntry,
  { volume, lesson = null, sound = null }: Pick<Listed, "volume"> & Partial<Listed>,
): FormatEntry {
  return { ...entry, listed: { kind, volume, lesson, sound } };
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
  const [sound = null] = sounds;
  const mayBeLong = mayHoldSound(sounds, lessons, view.contents);
  const entry = piecesEntry(`${view.volume.folder}/${path}`, mayBeLong, async function* (countSound) {
    yield* zipPieces(await files(), { countSound });
  });
  return listed(kind, entry, { ...view, sound });
}
