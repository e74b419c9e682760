import { posix } from "node:path";
import type { StandaloneFile } from "../../../package/write-package.ts";
import { grouped } from "../../../shared/grouped.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";

/** The files meant to be taken out of the zip, one per line, grouped by folder and kind, so that users can check a platform's size limits. */
export function describeSizes(files: readonly StandaloneFile[]): string[] {
  return [...grouped(files, kindOf)].map(([kind, some]) => {
    const bytes = some.reduce((sum, file) => sum + file.bytes, 0);
    const many = some.length > 1 ? `${pluralize(some.length, "file")}, ` : "";
    const soundBytes = some.reduce((sum, file) => sum + file.soundBytes, 0);
    const sound = soundBytes > 0 ? `${describeSize(soundBytes)} of it sound` : "without sound";
    return `  ${showText(kind)}: ${many}${describeSize(bytes)}, ${sound}`;
  });
}

/** A volume has one book and one cartridge, but a SCORM package for each lesson: these are one kind. */
function kindOf({ path }: StandaloneFile): string {
  const folder = posix.dirname(path);
  return posix.basename(folder) === "scorm12" ? folder : path;
}

/** A size for people, in powers of ten. */
export function describeSize(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
