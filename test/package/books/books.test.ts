import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileType, inspectBook } from "../../../src/package/books/inspect-book.ts";
import { archiveLimits } from "../../../src/package/books/open-archive.ts";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import type { PackageProblem } from "../../../src/package/package-problem.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { newFolder } from "../../fixtures.ts";
import { Archive, bind, course, lesson, saveBook, silence, soundOf, zipOf } from "../fixtures.ts";

interface Delivered {
  readonly audio: Archive;
  readonly warnings: readonly PackageProblem[];
  readonly page: string;
  readonly entry: { readonly exported: unknown };
  /** What is there for the publisher alone. */
  readonly exported: [path: string, bytes: Buffer][];
}

async function deliver(
  bytes: Buffer,
  contentType: string | null,
  { as = {}, change = {} }: { as?: Partial<Course>; change?: Partial<LessonSource> } = {},
): Promise<Delivered> {
  const folder = newFolder();
  const book = await saveBook(join(folder, "book"), bytes, contentType);
  const lessons = [lesson({ book, ...change })];
  const { written, files } = await bind(course({ lessons, ...as }), folder);
  return {
    audio: new Archive([...files].filter(([path]) => path.startsWith("es-2/audio/"))),
    exported: [...files].filter(([path]) => path.startsWith("publisher/exported/")),
    warnings: written.warnings,
    page: files.text("es-2/web/lesson-01.html"),
    entry: files.json("publisher/manifest.json").lessons[0],
  };
}

// Frames of noise, which can't be compressed.
const noise = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([silence(1).subarray(0, 4), randomBytes(413)])),
);
const track = {
  name: "../../etc/track.mp3",
  bytes: Buffer.concat([Buffer.from("ID3\u0004\0\0\0\0\0\0"), noise]),
};
const notes = { name: "notes.txt", bytes: Buffer.from("Liner notes.") };

test.each([
  ["ID3\u0004\0\0\0\0\0\0", "text/html", "mp3"],
  ["\xff\xfb\x90\xc4\0\0", "text/html", "mp3"],
  ["\xff\xf1\x50\x80\0\0", "text/html", "aac"],
  ["\0\0\0\x20ftypM4A \0\0", "text/html", "m4a"],
  ["OggS\0\x02\0\0", "text/html", "ogg"],
  [`RIFF\0\0\0\0WAVEfmt ${"\0".repeat(29)}`, "text/html", "wav"],
  [`RIFF\0\0\0\0WAVEfmt ${"\0".repeat(28)}`, "audio/wav", "bin"],
  ["fLaC\0\0\0\x22", "text/html", "flac"],
  ["FORM\0\0\0\0AIFFCOMM", "text/html", "aiff"],
  ["\x1a\x45\xdf\xa3\0\0", "text/html", "webm"],
  ["\xff\xfeh\0i\0", "text/plain", "txt"],
  ["\xff\xd8\xff\xe0\0\0", "image/jpeg", "bin"],
  ["<html><script>", "text/html", "bin"],
  ["<svg onload=x>", "image/svg+xml", "bin"],
  ["{}", "application/json; charset=utf-8", "json"],
  ["%PDF-1.7\n", "text/html", "pdf"],
  ["abcd", "constructor", "bin"],
  ["ID", null, "bin"],
  ["", "audio/mpeg", "bin"],
])(
  "an exported book that begins with %j, declared as %s, is %s; no sound gets a name that no program executes",
  (head, contentType, extension) => {
    const audio = /mp3|aac|m4a|ogg|wav|flac|aiff|webm/.test(extension);
    const type = fileType(Buffer.from(head, "latin1"), contentType);
    expect(type).toMatchObject(audio ? { extension, audio } : { extension, audio, mediaType: null });
  },
);

const inParts = (more: number) => [
  { code: "book_in_parts", job: "market.es.2", path: "es-2/audio/lesson-01.mp3", more },
];
const notAudio = { code: "book_not_audio", job: "market.es.2", path: "books/book" };
const leftOut = [{ code: "book_text_left_out", job: "market.es.2", files: 1 }];
const exported = "publisher/exported/es-2/lesson-01";
const own = "es-2/audio/lesson-01.mp3";
const second = { name: "2.mp3", bytes: silence(3) };
const facts = { name: "metadata.json", bytes: Buffer.from('{"voice":"Ana"}') };
const picture = { name: "cover.html", bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]) };
const again = { name: "copy.mp3", bytes: track.bytes };
const script = Buffer.from("<script>alert(1)</script>");
const corrections = { title: false, sentences: 1, glosses: 0, unheard: [], unwritten: [] };

const one = { audio: [own], exports: [] as string[], warnings: [] as object[] };
const several = { ...one, audio: ["es-2/audio/lesson-01-extra-1.mp3", own], warnings: inParts(1) };
const none = { ...one, audio: [] };
const archive = (...files: Parameters<typeof zipOf>[0]) => ({ bytes: zipOf(files) });
const whole = archive(notes, track, facts, again, picture);
const three = { ...archive(notes, track, second), corrected: corrections };
const pdf = { bytes: Buffer.from("%PDF-1.7"), corrected: corrections };
const glossed = { ...archive(notes, track), corrected: { ...corrections, sentences: 0, glosses: 1 } };
const extras = (...kinds: string[]) => kinds.map((kind, at) => `${exported}-extra-${at + 1}.${kind}`);

/** Books with the recordings of their lessons, what a publisher gets who asks, and nobody else, and what is said. */
const given: Readonly<Record<string, Given>> = {
  "that is sound": { bytes: silence(40), type: "application/octet-stream", ...one },
  "of an unknown kind": {
    bytes: script,
    type: "text/html",
    ...none,
    exports: [`${exported}.bin`],
    warnings: [{ ...notAudio, contentType: "text/html" }],
  },
  "that is an archive with one sound": { ...archive(track), ...one },
  "that is an archive with more than the sound, which it has twice": {
    ...whole,
    ...one,
    exports: extras("txt", "json", "bin"),
  },
  "that is an archive with several sounds": { ...archive(track, second), ...several },
  "of a lesson that was corrected, with what may have the text as it was": {
    ...three,
    ...several,
    warnings: [...inParts(1), ...leftOut],
  },
  "of a corrected lesson, without any sound": { ...pdf, ...none, warnings: [notAudio, ...leftOut] },
  "of a lesson of which only glosses were corrected": { ...glossed, ...one, exports: extras("txt") },
};

interface Given {
  readonly bytes: Buffer;
  readonly type?: string;
  readonly corrected?: typeof corrections;
  readonly audio: readonly string[];
  readonly exports: readonly string[];
  readonly warnings: readonly object[];
}

describe("an exported book", () => {
  test.each(Object.entries(given))(
    "%s is the lesson's recording, or goes to the publisher who asks",
    async (_, what) => {
      const { bytes, type = "application/zip", audio, exports, warnings } = what;
      const change = what.corrected === undefined ? {} : { corrected: what.corrected };
      const plain = await deliver(bytes, type, { change });
      expect(plain.audio.paths).toEqual(audio);
      expect(plain.exported).toEqual([]);
      const player = `<audio controls preload="metadata" src="../audio/lesson-01.mp3"`;
      for (const part of [player, "../audio/"]) expect(plain.page.includes(part)).toBe(audio.length > 0);
      const asked = await deliver(bytes, type, { as: { exported: true }, change });
      expect(asked.audio.paths).toEqual(audio);
      expect(asked.exported.map(([path]) => path)).toEqual(exports);
      expect(asked.entry.exported).toMatchObject(exports.map((path) => ({ path })));
      expect(asked.warnings).toMatchObject(warnings);
      // Nothing is said of files that no package would have.
      expect(plain.warnings).toMatchObject(warnings.filter((each) => each !== leftOut[0]));
      const sound = what.type === undefined ? noise : bytes;
      if (what.audio.includes(own)) expect(soundOf(asked.audio.get(own))).toEqual(sound);
    },
  );

  test("that is an archive has its files as they came for the publisher, and archives inside it unopened", async () => {
    const as = { exported: true };
    const { exported } = await deliver(zipOf([notes, track, facts]), null, { as });
    expect(exported.map(([, bytes]) => bytes)).toEqual([notes.bytes, facts.bytes]);
    const zip = zipOf([{ name: "inner.zip", bytes: zipOf([track]) }, notes]);
    const inner = await deliver(zip, null, { as });
    expect(inner.exported).toEqual([["publisher/exported/es-2/lesson-01.zip", zip]]);
    expect(inner.audio.size).toBe(0);
  });

  const patched = async (patch: (at: number, zip: Buffer) => void) => {
    const zip = zipOf([track]);
    patch(zip.indexOf(Buffer.from("PK\u0001\u0002", "latin1")), zip);
    return zip;
  };
  const many = Array.from({ length: archiveLimits.entries + 1 }, (_, n) => ({
    name: `${n}`,
    bytes: Buffer.from("x"),
  }));

  test.each([
    ["too dense", () => zipOf([track, { name: "bomb", bytes: Buffer.alloc(4_000_000) }])],
    ["of too many files", () => zipOf([track, ...many])],
    ["encrypted", () => patched((at, zip) => zip.writeUInt16LE(1, at + 8))],
    ["too large", () => patched((at, zip) => zip.writeUInt32LE(archiveLimits.entryBytes + 1, at + 24))],
    ["damaged", async () => zipOf([track]).subarray(0, 900)],
    ["damaged", () => patched((at, zip) => zip.writeUInt32LE(5_000, at + 24))],
    ["damaged", () => patched((at, zip) => zip.writeUInt32LE(5_000, at + 16))],
    ["damaged", async () => withFarOffset(zipOf([track]))],
    ["damaged", async () => Buffer.concat([zipOf([track]).subarray(0, 4), randomBytes(2_000)])],
  ] as const)("that is an archive that is %s is not opened but kept", async (_, make) => {
    const zip = await make();
    const { exported } = await deliver(zip, "application/zip", { as: { exported: true } });
    expect(exported).toEqual([["publisher/exported/es-2/lesson-01.zip", zip]]);
    const book = await saveBook(join(newFolder(), "book"), zip, null);
    const found = await inspectBook({ job: "market.es.2", book }, { files: realFiles });
    expect(found).toMatchObject({ sound: null, kept: { extension: "zip" } });
  });

  test("that is gone by the time it is packaged is named, with its lesson", async () => {
    const path = join(newFolder(), "book");
    const book = await saveBook(path, zipOf([track]), "application/zip");
    const facts = await inspectBook({ job: "market.es.2", book }, { files: realFiles });
    await rm(path);
    const problem = { code: "file_damaged", job: "market.es.2", path, why: "missing" };
    await expect(facts?.sound?.pieces().next()).rejects.toMatchObject({ problem });
  });
});

/** Says that the first file begins further away than any file is long, with the 64 bits that a directory's record may have for it. */
function withFarOffset(zip: Buffer): Buffer {
  const at = zip.indexOf(Buffer.from("PK\u0001\u0002", "latin1"));
  const end = zip.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  const extra = Buffer.from([1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 16]);
  const behind = at + 46 + zip.readUInt16LE(at + 28);
  zip.writeUInt16LE(zip.readUInt16LE(at + 30) + extra.length, at + 30);
  zip.writeUInt32LE(0xffff_ffff, at + 42);
  zip.writeUInt32LE(zip.readUInt32LE(end + 12) + extra.length, end + 12);
  return Buffer.concat([zip.subarray(0, behind), extra, zip.subarray(behind)]);
}
