import { posix } from "node:path";
import { partFile } from "../../books/part-file.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import { teacherFolder } from "../../contents/layout.ts";
import { mayHoldSound } from "../../contents/may-hold-sound.ts";
import type { Locale } from "../../locales/locale.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { pictureFile } from "../../quiz/lesson-picture.ts";
import { promptList } from "../../quiz/open-tasks.ts";
import { heardSounds } from "../../sentence-sounds/heard-sounds.ts";
import { archiveEntry, type PackageEntry } from "../../zip/entry.ts";
import type { ZipFile } from "../../zip/zip.ts";
import { type DescribedFiles, type Format, teacherFile, volumeFile } from "../format.ts";
import { assessment } from "./assessment.ts";
import { cartridgeManifest } from "./cartridge-manifest.ts";
import { cartridgePage, discussionTopic, keyPage } from "./cartridge-page.ts";
import {
  type Audience,
  type CartridgeLesson,
  type CartridgeVersion,
  version11,
  version12,
} from "./cartridge-parts.ts";

/** Common Cartridge 1.1, the version that every importer reads. */
export const cartridge: Format = {
  id: "cartridge",
  entries: (volume, contents) => cartridges(version11, volume, contents),
  describe: (volume) => describeCartridges(volume, "11"),
};

/** Common Cartridge 1.2, for platforms that require it. */
export const cartridge12: Format = {
  id: "cartridge12",
  entries: (volume, contents) => cartridges(version12, volume, contents),
  describe: (volume) => describeCartridges(volume, "12"),
};

function describeCartridges(volume: Volume, version: "11" | "12"): DescribedFiles[] {
  const { folder } = volume;
  return [
    volumeFile(volume, `lms/${folder}-cc${version}.imscc`, {
      kind: `cartridge${version}`,
      group: "platform",
      soundFormat: "cartridge",
    }),
    teacherFile(volume, `${folder}-cc${version}-teacher.imscc`, `teacherCartridge${version}`),
  ];
}

/**
 * A volume as Common Cartridges: a module per lesson with the story, a quiz for each version of its exercises and a discussion of its
 * questions. The learners' cartridge
 * contains no answers to read; the teacher's, in the teacher's folder, also has a key in each module.
 */
function cartridges(version: CartridgeVersion, volume: Volume, contents: Contents): PackageEntry[] {
  const strings = localeFor(contents.reader);
  const { folder } = volume;
  const entry = (path: string, audience: Audience): PackageEntry =>
    archiveEntry(`${path}.imscc`, mayHoldSound(["cartridge", "sentences"], volume.lessons, contents), () =>
      filesOf(version, { volume, contents, strings, audience }),
    );
  return [
    entry(`${folder}/lms/${folder}-${version.name}`, "learners"),
    entry(`${teacherFolder(volume)}/${folder}-${version.name}-teacher`, "teacher"),
  ];
}

interface CartridgeSource {
  readonly audience: Audience;
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
}

function filesOf(version: CartridgeVersion, source: CartridgeSource): ZipFile[] {
  const { volume, contents, strings } = source;
  const lessons = volume.lessons.map((lesson) => cartridgeLesson(lesson, source));
  return [
    made("imsmanifest.xml", () => cartridgeManifest(version, { volume, contents, strings, lessons })),
    ...lessons.flatMap((part) => {
      const page = { lesson: part.lesson, contents, strings };
      const { sound, picture, discussion } = part;
      // Addresses are relative to the page.
      const files = {
        sound: sound && posix.basename(sound.path),
        picture: picture && posix.basename(picture.path),
      };
      return [
        made(part.page, () => cartridgePage(page, files)),
        ...(discussion === null ? [] : [made(discussion, () => discussionTopic(page, version.tag))]),
        ...part.quizzes.map((quiz) => made(quiz.path, () => assessment(quiz, page))),
        ...(part.key === null ? [] : [made(part.key, () => keyPage(page))]),
        ...[picture, sound].filter((file) => file !== null),
        ...part.sentences,
      ];
    }),
  ];
}

function made(path: string, make: () => { toString(): string }): ZipFile {
  return { path, read: async () => Buffer.from(make().toString()) };
}

function cartridgeLesson(lesson: Lesson, { contents, audience }: CartridgeSource): CartridgeLesson {
  const { name, book } = lesson;
  const sheets = lesson.exercises().filter(({ exercises }) => exercises.length > 0);
  const recording = contents.soundIn.has("cartridge") ? (book?.sound ?? null) : null;
  const heard = heardSounds(lesson, contents);
  const soundPath = ({ name: file }: { readonly name: string }) => `web_resources/sentences/${file}`;
  const hasPrompts = promptList({ lesson, contents, strings: localeFor(contents.reader) }) !== null;
  return {
    lesson,
    picture: pictureFile(lesson, "web_resources/"),
    discussion: hasPrompts ? `${name}-discussion/topic.xml` : null,
    page: `web_resources/${name}.html`,
    quizzes: sheets.map((sheet) => ({
      sheet,
      path: `${name}-${sheet.version.toLowerCase()}/assessment.xml`,
      soundOf: (item) => {
        const sentence = heard.soundOf(item);
        return sentence && soundPath(sentence);
      },
    })),
    key: audience === "learners" || sheets.length === 0 ? null : `web_resources/${name}-key.html`,
    sound: recording && partFile(`web_resources/${posix.basename(recording.path)}`, recording),
    sentences: heard.cutter.sounds.map((sentence) => heard.cutter.file(soundPath(sentence), sentence)),
  };
}
