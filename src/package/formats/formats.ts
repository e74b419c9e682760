import type { Course } from "../contents/course.ts";
import type { Format } from "./format.ts";

/** Loaded when a package is made: plans are checked by the tables here, too. */
export type Writers = () => Promise<readonly Format[]>;

export interface Row {
  /** In plans. */
  readonly id: string;
  /** Whether a package has it if its plan chooses nothing. */
  readonly isDefault?: true;
  /** Left out: other code makes it. */
  readonly writers?: Writers;
}

const loadPrint = () => import("./print/index.ts");
const loadCartridge = () => import("./cartridge/index.ts");
const moodle = writersIn(() => import("./moodle/index.ts"), "moodle");
const mbz = writersIn(() => import("./mbz/index.ts"), "mbz");
const scorm = writersIn(() => import("./scorm/index.ts"), "scorm");
const h5p = writersIn(() => import("./h5p/index.ts"), "h5p");
const teacher = writersIn(() => import("./teacher/index.ts"), "teacher");
const platformCartridge = writersIn(loadCartridge, "platformCartridge");

/** Every format that a package can have: a folder here, and a row. */
export const formats = [
  { id: "web", isDefault: true, writers: writersIn(() => import("./web/index.ts"), "web") },
  { id: "epub", isDefault: true, writers: writersIn(() => import("./epub/index.ts"), "epub") },
  { id: "print", isDefault: true, writers: writersIn(loadPrint, "print", "keys") },
  { id: "words", isDefault: true, writers: writersIn(() => import("./words/index.ts"), "words") },
  { id: "anki", isDefault: true, writers: writersIn(() => import("./anki/index.ts"), "anki") },
  { id: "teacher", isDefault: true, writers: teacher },
  // Beside the recordings, which write-package.ts adds.
  { id: "audio", writers: writersIn(() => import("./text/index.ts"), "text") },
  // Printed before anything is written (pdf/print-pdfs.ts).
  { id: "pdf" },
  { id: "cartridge", writers: writersIn(loadCartridge, "cartridge") },
  { id: "cartridge12", writers: writersIn(loadCartridge, "cartridge12") },
  { id: "scorm", writers: scorm },
  { id: "moodle", writers: async () => [...(await mbz()), ...(await moodle())] },
  { id: "h5p", writers: h5p },
] as const satisfies readonly Row[];

/** The writers that a module exports under these names. */
function writersIn<Name extends string>(
  load: () => Promise<Readonly<Record<Name, Format>>>,
  ...names: readonly Name[]
): Writers {
  return async () => {
    const module = await load();
    return names.map((name) => module[name]);
  };
}

type FormatId = (typeof formats)[number]["id"];

/**
 * The former defaults, listed so that a new format doesn't become one: without PDF, which needs a browser, and with one cartridge, in the version that
 * every importer reads.
 */
export const earlierDefaultFormats = [
  ...(["web", "epub", "print", "words", "anki", "teacher"] as const),
  ...(["audio", "cartridge", "scorm", "moodle", "h5p"] as const),
] as const satisfies readonly FormatId[];

interface ForPlatforms extends Row {
  /** A platform's name, for people. */
  readonly name?: string;
  /** The format that has it, too. */
  readonly format: FormatId;
}

/** The file that each platform takes best, whole and without answers to read. */
export const platforms = [
  { id: "moodle", name: "Moodle", format: "moodle", writers: mbz },
  { id: "canvas", name: "Canvas", format: "cartridge", writers: platformCartridge },
  { id: "blackboard", name: "Blackboard", format: "cartridge", writers: platformCartridge },
  { id: "openedx", name: "Open edX", format: "cartridge", writers: platformCartridge },
  { id: "scorm", name: "SCORM", format: "scorm", writers: scorm },
  { id: "h5p", name: "H5P", format: "h5p", writers: h5p },
] as const satisfies readonly ForPlatforms[];

/** The platforms that a course is for. */
export function platformsOf({ platforms: chosen = [] }: Pick<Course, "platforms">) {
  return chosen.flatMap((name) => platforms.find(({ id }) => id === name) ?? []);
}

/** What a teacher has beside a platform's file. */
export const teachersNotes = [
  { id: "keys", format: "print", writers: writersIn(loadPrint, "keys") },
  { id: "teacher", format: "teacher", writers: teacher },
] as const satisfies readonly ForPlatforms[];
