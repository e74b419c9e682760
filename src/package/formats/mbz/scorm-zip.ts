import { type ZipFile, zipBytes, zipPieces } from "../../zip/zip.ts";

/**
 * A lesson's SCORM package as a file of the backup: the same bytes as beside it in the package. One that holds a recording is streamed and
 * counts as sound, which it is but for some kilobytes.
 */
export function scormZip(path: string, files: readonly ZipFile[], holdsSound: boolean): ZipFile {
  const whole = { path, read: () => zipBytes(files) };
  return holdsSound ? { ...whole, isSound: true, pieces: () => zipPieces(files) } : whole;
}
