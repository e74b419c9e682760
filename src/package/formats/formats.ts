import { type Contents, hasExtra, type Volume, viewOf } from "../contents/contents.ts";
import { anki } from "./anki/index.ts";
import { cartridge, cartridge12, platformCartridge } from "./cartridge/index.ts";
import { epub } from "./epub/index.ts";
import type { Format, FormatEntry } from "./format.ts";
import { h5p } from "./h5p/index.ts";
import { mbz } from "./mbz/index.ts";
import { moodle } from "./moodle/index.ts";
import { keys, print } from "./print/index.ts";
import { scorm } from "./scorm/index.ts";
import { teacher } from "./teacher/index.ts";
import { subtitles, text } from "./text/index.ts";
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
  keys,
  teacher,
];

/** The file that each platform takes best, whole and without answers to read. */
const forPlatforms: Readonly<Record<string, Format>> = {
  moodle: mbz,
  canvas: platformCartridge,
  blackboard: platformCartridge,
  openedx: platformCartridge,
  scorm,
  h5p,
};

/** What a teacher has beside a platform's file. */
const teachersNotes = [keys, teacher];

/**
 * Every generated file of a volume, each once: those in the formats that the course requests, and those for its platforms that the formats don't
 * already include. Unknown formats are ignored.
 */
export function formatEntries(volume: Volume, contents: Contents): FormatEntry[] {
  const { formats: chosen, platforms = [] } = contents.course;
  const isChosen = ({ id }: Format) => (id === null ? hasExtra("audio", contents) : chosen.includes(id));
  const taken = platforms.flatMap((platform) => forPlatforms[platform] ?? []);
  const added = new Set(taken.length === 0 ? [] : [...taken, ...teachersNotes]);
  const written = [...formats.filter(isChosen), ...[...added].filter((format) => !isChosen(format))];
  const view = viewOf(volume, contents);
  return written.flatMap((format) => [...format.entries(view)]);
}
