import type { Lesson, Volume } from "../contents/contents.ts";
import type { FileGroup, FileKind } from "../locales/locale.ts";

/** A kind of file that a volume really holds: one file, or one for each of some lessons. */
export interface VolumeFiles {
  readonly kind: FileKind;
  readonly group: FileGroup;
  /** One link for the volume, or one a lesson. */
  readonly links: readonly FileLink[];
}

interface FileLink {
  readonly path: string;
  /** Null for a file of the whole volume. */
  readonly lesson: Lesson | null;
}

interface Place {
  readonly kind: FileKind;
  readonly group: FileGroup;
  /** The file of the whole volume, or of a lesson, below the volume's folder. */
  readonly of: (name: string) => string;
  readonly perLesson: boolean;
}

const whole = (group: FileGroup, kind: FileKind, of: Place["of"]): Place => ({
  kind,
  group,
  of,
  perLesson: false,
});
const each = (group: FileGroup, kind: FileKind, of: Place["of"]): Place => ({
  kind,
  group,
  of,
  perLesson: true,
});

// In the order in which a person looks for them.
const places: readonly Place[] = [
  whole("reading", "web", () => "web/index.html"),
  whole("reading", "epub", (folder) => `book/${folder}.epub`),
  each("reading", "texts", (name) => `text/${name}.txt`),
  each("paper", "print", (name) => `print/${name}.html`),
  each("paper", "keys", (name) => `print/${name}-key.html`),
  whole("words", "wordTable", () => "words/words.csv"),
  whole("words", "ankiPackage", (folder) => `words/${folder}.apkg`),
  whole("words", "ankiText", () => "words/anki.txt"),
  whole("platform", "cartridge11", (folder) => `lms/${folder}-cc11.imscc`),
  whole("platform", "cartridge12", (folder) => `lms/${folder}-cc12.imscc`),
  each("platform", "scorm", (name) => `lms/scorm12/${name}.zip`),
  whole("platform", "moodle", () => "lms/moodle-questions.xml"),
  whole("teacher", "teacherCartridge11", (folder) => `teacher/${folder}-cc11-teacher.imscc`),
  whole("teacher", "teacherCartridge12", (folder) => `teacher/${folder}-cc12-teacher.imscc`),
  whole("teacher", "plan", () => "teacher/plan.html"),
  whole("teacher", "recycling", () => "teacher/recycling.html"),
  whole("teacher", "recyclingTable", () => "teacher/recycling.csv"),
  whole("teacher", "level", () => "teacher/level.html"),
];

/** What a volume holds, of the files that the package is made of: nothing is promised that is not there. */
export function filesOf(volume: Volume, held: ReadonlySet<string>): VolumeFiles[] {
  const found = places.map(({ kind, group, of, perLesson }): VolumeFiles => {
    const links = perLesson
      ? volume.lessons.map((lesson) => ({ path: `${volume.folder}/${of(lesson.name)}`, lesson }))
      : [{ path: `${volume.folder}/${of(volume.folder)}`, lesson: null }];
    return { kind, group, links: links.filter(({ path }) => held.has(path)) };
  });
  const [before, after] = [found.slice(0, 3), found.slice(3)];
  return [...before, ...bookFiles(volume), ...after].filter(({ links }) => links.length > 0);
}

// The exported books go by what they are, and not by a name that could be told beforehand.
function bookFiles({ lessons }: Volume): VolumeFiles[] {
  const links = (part: "sound" | "kept") =>
    lessons.flatMap((lesson) => {
      const path = lesson.book?.[part]?.path;
      return path === undefined ? [] : [{ path, lesson }];
    });
  return [
    { kind: "recordings", group: "reading", links: links("sound") },
    { kind: "books", group: "reading", links: links("kept") },
  ];
}
