// Binds the recordings of a folder into a package beside it, and says how long that took and how large it is. With formats
// named, the package holds these, otherwise the ones that are read and listened to.
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readKnownSums } from "../../../src/package/books/known-sums.ts";
import type { Course, LessonSource, SoundFormat } from "../../../src/package/contents/course.ts";
import { writePackage } from "../../../src/package/write-package.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";

const [folder = "", formats = "web,words"] = process.argv.slice(2);
let memory = Buffer.alloc(0);
const lessons = readdirSync(folder).map((name, number): LessonSource => {
  const path = join(folder, name);
  const bytes = bytesOf(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return {
    job: `${name}.es.2`,
    topicId: name,
    topic: name,
    lang: "es",
    difficulty: 2,
    length: "short",
    storyId: name,
    title: `La lección ${name}`,
    text: storyOf(number),
    words: [
      { word: "pan", gloss: "bread" },
      { word: "tren", gloss: null },
      { word: "carta", gloss: "letter" },
    ],
    book: { path, bytes: bytes.length, sha256, contentType: "audio/mpeg" },
  };
});
const soundIn: readonly SoundFormat[] = ["epub", "cartridge", "scorm", "anki"];
const course: Course = {
  course: "bench",
  title: "Bench",
  description: null,
  author: null,
  publisher: null,
  license: null,
  edition: "1",
  release: { content: "0".repeat(64), revision: 1 },
  reader: "en",
  service: "local",
  rehearsal: true,
  formats: formats.split(","),
  soundIn,
  lessons,
  gaps: [],
  cover: null,
  exported: false,
  paper: "a4",
  trim: "6x9in",
};
const path = `${folder}.zip`;
const start = performance.now();
// Left where it is: a second package knows the recordings.
const known = await readKnownSums(`${folder}.sums/sums.json`, realFiles);
const { bytes } = await writePackage(course, { path, files: realFiles, known });
const ms = performance.now() - start;
rmSync(path);
process.stdout.write(JSON.stringify({ ms, bytes }));

/** A file's bytes, in the place of those of the one before: the memory that is told is what packaging takes. */
function bytesOf(path: string): Buffer {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  if (memory.length < size) memory = Buffer.alloc(size);
  const bytes = memory.subarray(0, readSync(file, memory, 0, size, 0));
  closeSync(file);
  return bytes;
}

/** A story of some three hundred words, as long as two minutes of sound: no two of its sentences are the same, as in a real one. */
function storyOf(number: number): string {
  const people = ["Ana", "El panadero", "La maestra", "Mi vecino", "Un viajero", "La abuela", "El cartero"];
  const deeds = ["compra pan", "espera el tren", "lee una carta", "abre la puerta", "busca su perro"];
  const times = ["por la mañana", "con mucha prisa", "cuando llueve", "en el mercado", "sin decir nada"];
  const sentences = Array.from({ length: 24 }, (_, sentence) => {
    const at = number * 24 + sentence;
    const [who, what, when] = [people[at % 7], deeds[at % 5], times[(at >> 1) % 5]];
    return `${who} ${what} ${when} y piensa en el día ${1 + ((at * 11) % 97)}.`;
  });
  return Array.from({ length: 6 }, (_, part) => sentences.slice(part * 4, part * 4 + 4).join(" ")).join(
    "\n\n",
  );
}
