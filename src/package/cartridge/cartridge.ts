import { posix } from "node:path";
import type { Contents, Lesson, Volume } from "../contents.ts";
import { archiveEntry, type PackageEntry } from "../entry.ts";
import { stringsFor } from "../pages/strings-for.ts";
import { type QuizStrings, quizStringsFor } from "../quiz/quiz-strings.ts";
import type { ZipFile } from "../zip.ts";
import { assessment } from "./assessment.ts";
import { cartridgeManifest } from "./cartridge-manifest.ts";
import { cartridgePage, keyPage } from "./cartridge-page.ts";
import { type CartridgeLesson, type CartridgeVersion, cartridgeVersions } from "./cartridge-parts.ts";

/**
 * A volume as Common Cartridges, one for each version that platforms ask for (1.1: Moodle, Canvas, Blackboard, Open edX; 1.2: Schoology and
 * others): a module for each lesson with the story, a quiz for each version of its exercises, and an answer key that only teachers see.
 * With `--audio embed` each holds the recordings too, and stands for itself.
 */
export function cartridges(volume: Volume, contents: Contents): PackageEntry[] {
  const strings = quizStringsFor(stringsFor(contents.reader));
  return cartridgeVersions.map((version) =>
    archiveEntry(`${volume.folder}/lms/${volume.folder}-${version.name}.imscc`, contents.audio, () =>
      filesOf(version, { volume, contents, strings }),
    ),
  );
}

interface CartridgeSource {
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: QuizStrings;
}

function filesOf(version: CartridgeVersion, { volume, contents, strings }: CartridgeSource): ZipFile[] {
  const lessons = volume.lessons.map((lesson) => cartridgeLesson(lesson, contents));
  return [
    made("imsmanifest.xml", () => cartridgeManifest(version, { volume, contents, strings, lessons })),
    ...lessons.flatMap((part) => {
      const page = { lesson: part.lesson, contents, strings };
      const { sound } = part;
      return [
        made(part.page, () => cartridgePage(page, sound && posix.basename(sound.path))),
        ...part.quizzes.map((quiz) => made(quiz.path, () => assessment(quiz, page))),
        ...(part.key === null ? [] : [made(part.key, () => keyPage(page))]),
        ...(sound === null ? [] : [{ path: sound.path, read: sound.read }]),
      ];
    }),
  ];
}

function made(path: string, make: () => { toString(): string }): ZipFile {
  return { path, read: async () => Buffer.from(make().toString()) };
}

function cartridgeLesson(lesson: Lesson, contents: Contents): CartridgeLesson {
  const { name, book } = lesson;
  const sheets = lesson.exercises.filter(({ exercises }) => exercises.length > 0);
  const recording = contents.audio === "embed" ? (book?.sound ?? null) : null;
  return {
    lesson,
    page: `web_resources/${name}.html`,
    quizzes: sheets.map((sheet) => ({
      sheet,
      path: `${name}-${sheet.version.toLowerCase()}/assessment.xml`,
    })),
    key: sheets.length === 0 ? null : `web_resources/${name}-key.html`,
    sound: recording && {
      path: `web_resources/${posix.basename(recording.path)}`,
      read: recording.part.read,
    },
  };
}
