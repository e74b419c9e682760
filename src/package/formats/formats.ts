import type { Contents, Volume } from "../contents/contents.ts";
import type { PackageEntry } from "../zip/entry.ts";
import { anki } from "./anki/index.ts";
import { cartridge, cartridge12 } from "./cartridge/index.ts";
import { epub } from "./epub/index.ts";
import type { DescribedFiles, Format } from "./format.ts";
import { h5p } from "./h5p/index.ts";
import { mbz } from "./mbz/index.ts";
import { moodle } from "./moodle/index.ts";
import { pdf } from "./pdf/index.ts";
import { print } from "./print/index.ts";
import { scorm } from "./scorm/index.ts";
import { subtitles } from "./subtitles/index.ts";
import { teacher } from "./teacher/index.ts";
import { text } from "./text/index.ts";
import { web } from "./web/index.ts";
import { words } from "./words/index.ts";

const formats: readonly Format[] = [
  text,
  subtitles,
  words,
  web,
  epub,
  anki,
  mbz,
  cartridge,
  cartridge12,
  scorm,
  moodle,
  h5p,
  print,
  pdf,
  teacher,
];

/** Every generated file of a volume, in the formats that the course requests. Unknown formats are ignored. */
export function formatEntries(volume: Volume, contents: Contents): PackageEntry[] {
  return formats
    .filter(({ id }) => id === null || contents.course.formats.includes(id))
    .flatMap((format) => [...format.entries(volume, contents)]);
}

/** The files of all formats for people: first those of the formats that a course chooses, then those that every package has. */
export function describeFormats(volume: Volume): DescribedFiles[] {
  const [chosen, always] = [formats.filter(({ id }) => id !== null), formats.filter(({ id }) => id === null)];
  return [...chosen, ...always].flatMap((format) => [...format.describe(volume)]);
}
