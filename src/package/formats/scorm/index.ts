import { posix } from "node:path";
import { html, type Markup } from "../../../shared/html.ts";
import { partFile } from "../../books/part-file.ts";
import { browserScript } from "../../browser-file.ts";
import { mayHoldSound, type View } from "../../contents/contents.ts";
import { plainName } from "../../contents/plain-name.ts";
import { localeFor } from "../../locales/locale.ts";
import { pictureFile } from "../../quiz/lesson-markup.ts";
import { archiveEntry } from "../../zip/entry.ts";
import type { ZipFile } from "../../zip/zip.ts";
import { type Format, listed } from "../format.ts";
import { readerStyle } from "../web/bar.ts";
import { masteryScore, scoPage } from "./sco-page.ts";

/**
 * Each lesson as a SCORM 1.2 package with one SCO, because some platforms refuse packages with several: the story, and exercises whose score goes into
 * the platform's grade book. Also works without a platform.
 */
export const scorm: Format = {
  id: "scorm",
  entries: (volume, contents) => {
    const strings = localeFor(contents.reader);
    return volume.lessons.map((lesson) =>
      listed(
        "scorm",
        archiveEntry(
          `${volume.folder}/lms/scorm12/${lesson.name}.zip`,
          mayHoldSound(["scorm"], [lesson], contents),
          () => scoFiles({ lesson, volume, contents, strings }),
        ),
        { volume, lesson },
      ),
    );
  },
};

/** The identifier of a lesson's package, made only of our own names. */
export function scoId({ lesson, contents, volume: { folder } }: View): string {
  return `${contents.course.course}_${folder}_${lesson.name}`;
}

/** The page with which a lesson's package starts. */
const scoStart = "index.html";

/** The files of a lesson's SCORM package. */
export function scoFiles(part: View): ZipFile[] {
  const { lesson, contents } = part;
  const recording = contents.soundIn.has("scorm") ? (lesson.book?.sound ?? null) : null;
  const sound = recording && partFile(posix.basename(recording.path), recording);
  const picture = pictureFile(lesson, "");
  const files = [picture, sound].filter((file) => file !== null);
  const paths = [scoStart, "reader.css", "lesson.js", ...files.map(({ path }) => path)];
  const addresses = { sound: sound?.path ?? null, picture: picture?.path ?? null };
  return [
    made("imsmanifest.xml", () => scoManifest({ id: scoId(part), title: lesson.title, paths }).toString()),
    made(scoStart, () => scoPage(part, addresses).toString()),
    made("reader.css", readerStyle),
    made("lesson.js", () => browserScript("scorm-lesson.js")),
    ...files,
  ];
}

function made(path: string, make: () => string): ZipFile {
  return { path, read: async () => Buffer.from(make()) };
}

interface Sco {
  /** Made of our own names only. */
  readonly id: string;
  readonly title: string;
  /** The files of the package, the page first. */
  readonly paths: readonly string[];
}

/** The manifest of a SCORM 1.2 package with one SCO. */
function scoManifest({ id, title, paths }: Sco): Markup {
  const name = plainName(title);
  return html`<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" identifier="M_${id}" version="1.0">
<metadata>
<schema>ADL SCORM</schema>
<schemaversion>1.2</schemaversion>
</metadata>
<organizations default="O_1">
<organization identifier="O_1">
<title>${name}</title>
<item identifier="I_1" identifierref="R_1" isvisible="true">
<title>${name}</title>
<adlcp:masteryscore>${masteryScore}</adlcp:masteryscore>
</item>
</organization>
</organizations>
<resources>
<resource identifier="R_1" type="webcontent" adlcp:scormtype="sco" href="${paths[0]}">
${paths.map((path) => html`<file href="${path}"/>\n`)}</resource>
</resources>
</manifest>
`;
}
