import type { Contents, Volume } from "../../contents/contents.ts";
import { mayHoldSound } from "../../contents/may-hold-sound.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { archiveEntry, type PackageEntry } from "../../zip/entry.ts";
import { type Format, lessonFiles } from "../format.ts";
import { scoFiles } from "./sco-files.ts";

export const scorm: Format = {
  id: "scorm",
  entries,
  describe: (volume) => [
    lessonFiles(volume, (name) => `lms/scorm12/${name}.zip`, {
      kind: "scorm",
      group: "platform",
      soundFormat: "scorm",
    }),
  ],
};

/**
 * Each lesson as a SCORM 1.2 package with one SCO, because some platforms refuse several: the story, and exercises whose score goes into
 * the platform's grade book. Also works without a platform.
 */
function entries(volume: Volume, contents: Contents): PackageEntry[] {
  const strings = localeFor(contents.reader);
  return volume.lessons.map((lesson) =>
    archiveEntry(
      `${volume.folder}/lms/scorm12/${lesson.name}.zip`,
      mayHoldSound(["scorm"], [lesson], contents),
      () => scoFiles({ lesson, contents, strings }, volume),
    ),
  );
}
