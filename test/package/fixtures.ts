import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import yauzl from "yauzl";
import { scriptOf } from "../../src/lessons/align/script.ts";
import { inspectBook } from "../../src/package/books/inspect-book.ts";
import { type Contents, contentsOf, makeLesson, viewOf } from "../../src/package/contents/contents.ts";
import {
  type BookFile,
  type Course,
  type LessonSource,
  placeLessons,
} from "../../src/package/contents/course.ts";
import type { Format } from "../../src/package/formats/format.ts";
import { formatEntries } from "../../src/package/formats/format-entries.ts";
import { startHere } from "../../src/package/front/start-here.ts";
import { writePackage } from "../../src/package/write-package.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { sha256 } from "../../src/shared/hash.ts";
import { languageOf } from "../../src/shared/languages/languages.ts";
import { fileFolder, newFolder } from "../fixtures.ts";

/** Frames of silence as MPEG layer III at 44.1 kHz, which players accept as a recording. */
export function silence(frames = 400, kbits: 32 | 128 = 128): Buffer {
  const frame = Buffer.alloc(kbits === 32 ? 104 : 417);
  frame.writeUInt32BE(kbits === 32 ? 0xfffb10c4 : 0xfffb90c4);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** The sound of a tagged MP3, without its tag. */
export function soundOf(file: Buffer | undefined): Buffer {
  if (file?.toString("latin1", 0, 3) !== "ID3") throw new Error("no tag");
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + file.readUInt8(at), 0);
  return file.subarray(10 + size);
}

/** Writes a book to the disk and returns what the ledger would have recorded. */
export async function saveBook(path: string, bytes: Buffer, contentType: string | null): Promise<BookFile> {
  await writeFile(path, bytes);
  return { path, bytes: bytes.length, sha256: sha256(bytes), contentType };
}

/** A PNG of 2 by 1 pixels. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** A recording, of silence if no other bytes are given, in a folder of the test that runs if no other one is given. */
export async function recording(folder = newFolder(), bytes = silence()): Promise<BookFile> {
  return saveBook(join(folder, "book"), bytes, "audio/mpeg");
}

export function lesson(change: Partial<LessonSource> = {}): LessonSource {
  const { topicId = "market", lang = "es", difficulty = 2 } = change;
  return {
    job: `${topicId}.${lang}.${difficulty}`,
    topicId,
    topic: "A morning at the market",
    lang,
    difficulty,
    length: "short",
    storyId: "0b54c6c4-3f0f-4a5e-9a53-1d0d5c7f6a11",
    title: "La mañana en el mercado",
    text: "Ana va al mercado. Compra pan.\n\nEl pan está caliente.",
    words: [
      { word: "pan", gloss: "bread" },
      { word: "tren", gloss: "train" },
    ],
    book: null,
    ...change,
  };
}

/** The lesson with times for its recording: a title and sentences of half a second each, with 0.1 s between them. */
export function withTimes(
  source: LessonSource,
  level: "sentences" | "paragraphs" = "sentences",
  sentenceMs = 600,
): LessonSource {
  const { sentences } = scriptOf(source, languageOf(source.lang));
  const times = sentences.map(({ paragraph, from, to }, index) => {
    const startMs = sentenceMs * (index + 1);
    return { paragraph, from, to, startMs, endMs: startMs + sentenceMs - 100, confidence: 0.9 };
  });
  const what = { format: 1, algorithm: "by-hand", text: "0".repeat(64), sound: "0".repeat(64) } as const;
  return {
    ...source,
    times: {
      ...what,
      level,
      why: null,
      durationMs: sentenceMs * (times.length + 2),
      hints: [],
      title: { startMs: 0, endMs: 500 },
      sentences: times,
    },
  };
}

/** A course whose recordings all have times. */
export function spoken(what: Course): Course {
  return { ...what, lessons: what.lessons.map((one) => withTimes(one)) };
}

export function course(change: Partial<Course> = {}): Course {
  return {
    course: "weekly-spanish",
    title: "Weekly Spanish",
    description: null,
    publisher: null,
    license: null,
    cover: null,
    author: null,
    release: { content: "0".repeat(64), revision: 1 },
    edition: "2026-W47",
    reader: "en",
    service: "https://stories.example/api/v1",
    rehearsal: false,
    formats: ["web", "words"],
    exported: false,
    paper: "a4",
    trim: "6x9in",
    soundIn: [],
    lessons: [lesson()],
    gaps: [],
    ...change,
  };
}

/** The package of a course without books. */
export function contentsWithoutBooks(source: Course): Contents {
  return contentsOf(
    source,
    placeLessons(source).map((placed) => makeLesson(placed, null, source)),
  );
}

/** Files by their paths, in the order of the package or the archive that has them. What is read of a file that is not there throws. */
export class Archive extends Map<string, Buffer> {
  get paths(): string[] {
    return [...this.keys()];
  }

  bytes(path: string): Buffer {
    const bytes = this.get(path);
    if (bytes === undefined) throw new Error(`no ${path} among ${this.paths.join(", ")}`);
    return bytes;
  }

  text(path: string): string {
    return this.bytes(path).toString();
  }

  json(path: string) {
    return JSON.parse(this.text(path));
  }

  /** The files of an archive among these. */
  inside(path: string): Promise<Archive> {
    return unzip(this.bytes(path));
  }
}

export async function unzip(bytes: Buffer): Promise<Archive> {
  const files = new Archive();
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** A text of HTML with its character references replaced. */
export function decoded(html: string): string {
  return html.replace(/&(?:#(\d+)|([a-z]+));/g, (_, code, name) =>
    code === undefined ? (named[name] ?? "?") : String.fromCodePoint(Number(code)),
  );
}

const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer);
const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer);

/** A zip with compressed files, as a service might export it. */
export function zipOf(entries: readonly { name: string; bytes: Buffer }[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes);
    // From the version that a reader needs to the lengths of name and extra field: both records of a file have this.
    const sizes = u32(crc32(bytes), packed.length, bytes.length);
    const facts = Buffer.concat([u16(20, 0, 8, 0, 0x21), sizes, u16(Buffer.byteLength(name), 0)]);
    const file = Buffer.concat([Buffer.from("PK\x03\x04"), facts, Buffer.from(name), packed]);
    directory.push(
      Buffer.from("PK\x01\x02"),
      u16(20),
      facts,
      u16(0, 0, 0),
      u32(0, offset),
      Buffer.from(name),
    );
    files.push(file);
    offset += file.length;
  }
  const { length } = Buffer.concat(directory);
  const end = [u16(0, 0, entries.length, entries.length), u32(length, offset), u16(0)];
  return Buffer.concat([...files, ...directory, Buffer.from("PK\x05\x06"), ...end]);
}

/** Writes a package's files to a folder, as a person unzips it. */
export async function extract(files: ReadonlyMap<string, Buffer>, folder: string): Promise<void> {
  for (const [path, bytes] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/** A course, or one that is made with a silent recording. */
type Made = Course | ((book: BookFile) => Course);

/** Binds a course into a folder, of the test that runs if none is given, and opens its package. */
export async function bind(what: Made, folder = newFolder()) {
  const course = typeof what === "function" ? what(await recording(folder)) : what;
  const written = await writePackage(course, { path: join(folder, "package.zip"), files: realFiles });
  const zip = await readFile(written.path);
  return { written, zip, files: await unzip(zip) };
}

/** Every file of a course's package. */
export async function packageOf(what: Made, folder?: string): Promise<Archive> {
  return (await bind(what, folder)).files;
}

/** The first page of a course's package, without the files that it lists. */
export async function firstPageOf(what: Made): Promise<string> {
  const course = typeof what === "function" ? what(await recording()) : what;
  const { contents } = await recorded(course);
  return String(startHere(contents, await formatEntries(contents)));
}

/** A folder with a course's unzipped package, as a person has it; one for all tests of the file if none is given. */
export async function unzipped(what: Made, folder = fileFolder()): Promise<string> {
  await extract(await packageOf(what, folder), folder);
  return folder;
}

/** The package of a course with its books, and its first volume. */
export async function recorded(course: Course) {
  const lessons = placeLessons(course).map(async (placed) =>
    makeLesson(placed, await inspectBook(placed.source, { files: realFiles }), course),
  );
  const contents = contentsOf(course, await Promise.all(lessons));
  const [volume] = contents.volumes;
  if (volume === undefined) throw new Error("a course without a volume");
  return viewOf(volume, contents);
}

/** The files that a format writes for the first volume of a course. */
export async function filesOf(writer: Format, course: Course) {
  const view = await recorded(course);
  const files = new Archive();
  for (const entry of writer(view)) files.set(entry.path, await entry.read());
  return { files, contents: view.contents, volume: view.volume };
}
