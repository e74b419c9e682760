import { ankiOf } from "./anki/anki.ts";
import { cartridges } from "./cartridge/cartridge.ts";
import { cartridge11, cartridge12 } from "./cartridge/cartridge-parts.ts";
import type { Contents, Volume } from "./contents.ts";
import type { PackageEntry } from "./entry.ts";
import { epubOf } from "./epub/epub.ts";
import { moodleQuestions } from "./moodle/moodle-questions.ts";
import { printSheets } from "./print/print-sheets.ts";
import { scormLessons } from "./scorm/scorm.ts";
import { teacherPages } from "./teacher/teacher-pages.ts";
import { storyTexts } from "./text/story-texts.ts";
import { webReader } from "./web/web-reader.ts";
import { wordTable } from "./words/word-table.ts";

/** One way of writing a volume. A new format is a folder of its own and a line in `formats`. */
interface Format {
  /** The plan's name for it, or null for what every package holds. */
  readonly name: string | null;
  /** The files of one volume, each made when it is asked for. */
  readonly entries: (volume: Volume, contents: Contents) => readonly PackageEntry[];
}

const formats: readonly Format[] = [
  { name: null, entries: storyTexts },
  { name: "words", entries: wordTable },
  { name: "web", entries: webReader },
  { name: "epub", entries: epubOf },
  { name: "anki", entries: ankiOf },
  { name: "cartridge", entries: (volume, contents) => cartridges(cartridge11, volume, contents) },
  { name: "cartridge12", entries: (volume, contents) => cartridges(cartridge12, volume, contents) },
  { name: "scorm", entries: scormLessons },
  { name: "moodle", entries: moodleQuestions },
  { name: "print", entries: printSheets },
  { name: "teacher", entries: teacherPages },
];

/** Every made file of a volume, in the formats that the course asks for. The names of formats not known here are passed over. */
export function formatEntries(volume: Volume, contents: Contents): PackageEntry[] {
  return formats
    .filter(({ name }) => name === null || contents.course.formats.includes(name))
    .flatMap((format) => [...format.entries(volume, contents)]);
}
