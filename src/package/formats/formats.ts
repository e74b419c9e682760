import type { Contents, Volume } from "../contents/contents.ts";
import type { PackageEntry } from "../zip/entry.ts";
import { ankiOf } from "./anki/index.ts";
import { cartridge11, cartridge12 } from "./cartridge/cartridge-parts.ts";
import { cartridges } from "./cartridge/index.ts";
import { epubOf } from "./epub/index.ts";
import { moodleQuestions } from "./moodle/index.ts";
import { printSheets } from "./print/index.ts";
import { scormLessons } from "./scorm/index.ts";
import { teacherPages } from "./teacher/index.ts";
import { storyTexts } from "./text/index.ts";
import { webReader } from "./web/index.ts";
import { wordTable } from "./words/index.ts";

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
