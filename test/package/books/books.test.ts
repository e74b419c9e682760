import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileType } from "../../../src/package/books/file-type.ts";
import { inspectBook } from "../../../src/package/books/inspect-book.ts";
import { archiveLimits } from "../../../src/package/books/open-archive.ts";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import type { PackageProblem } from "../../../src/package/package-problem.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { bind } from "../bound.ts";
import { course, lesson, saveBook, silence, soundOf, testFolder, zipOf } from "../fixtures.ts";

interface Delivered {
  readonly audio: Map<string, Buffer>;
  readonly warnings: readonly PackageProblem[];
  readonly page: string;
  readonly entry: { readonly audio: unknown; readonly extras: unknown; readonly exported: unknown };
  /** What is there for the publisher alone. */
  readonly exported: [path: string, bytes: Buffer][];
}

async function deliver(
  bytes: Buffer,
  contentType: string | null,
  { as = {}, change = {} }: { as?: Partial<Course>; change?: Partial<LessonSource> } = {},
): Promise<Delivered> {
  const folder = await testFolder();
  const book = await saveBook(join(folder, "book"), bytes, contentType);
  const lessons = [lesson({ book, ...change })];
  const { written, files } = await bind(course({ lessons, ...as }), folder);
  return {
    audio: new Map([...files].filter(([path]) => path.startsWith("es-2/audio/"))),
    exported: [...files].filter(([path]) => path.startsWith("publisher/exported/")),
    warnings: written.warnings,
    page: String(files.get("es-2/web/lesson-01.html")),
    entry: JSON.parse(String(files.get("publisher/manifest.json"))).lessons[0],
  };
}

// Frames of noise, which can't be compressed.
const sound = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([silence(1).subarray(0, 4), randomBytes(413)])),
);
const track = {
  name: "../../etc/track.mp3",
  bytes: Buffer.concat([Buffer.from("ID3\u0004\0\0\0\0\0\0"), sound]),
};
const notes = { name: "notes.txt", bytes: Buffer.from("Liner notes.") };

describe("an exported book", () => {
  test.each([
    ["mp3", "ID3\u0004\0\0\0\0\0\0"],
    ["mp3", "\xff\xfb\x90\xc4\0\0"],
    ["aac", "\xff\xf1\x50\x80\0\0"],
    ["m4a", "\0\0\0\x20ftypM4A \0\0"],
    ["ogg", "OggS\0\x02\0\0"],
    ["wav", "RIFF\0\0\0\0WAVEfmt "],
    ["flac", "fLaC\0\0\0\x22"],
    ["aiff", "FORM\0\0\0\0AIFFCOMM"],
    ["webm", "\x1a\x45\xdf\xa3\0\0"],
  ])("that is %s is recognized by its first bytes, whatever its declared type", (extension, head) => {
    expect(fileType(Buffer.from(head, "latin1"), "text/html")).toMatchObject({ extension, audio: true });
  });

  test.each([
    ["text in UTF-16", "\xff\xfeh\0i\0", "text/plain", "txt"],
    ["a JPEG picture", "\xff\xd8\xff\xe0\0\0", "image/jpeg", "bin"],
    ["a page", "<html><script>", "text/html", "bin"],
    ["a drawing", "<svg onload=x>", "image/svg+xml", "bin"],
    ["a description", "{}", "application/json; charset=utf-8", "json"],
    ["a document", "%PDF-1.7\n", "text/html", "pdf"],
    ["of an inherited name", "abcd", "constructor", "bin"],
    ["too short to know", "ID", null, "bin"],
    ["empty", "", "audio/mpeg", "bin"],
  ])(
    "that is %s is not sound and gets a name that no program executes",
    (_, head, contentType, extension) => {
      expect(fileType(Buffer.from(head, "latin1"), contentType)).toEqual({
        extension,
        audio: false,
        mediaType: null,
      });
    },
  );

  test("that is sound becomes the lesson's recording and plays in its page", async () => {
    const { audio, page, entry, warnings } = await deliver(silence(40), "application/octet-stream");
    expect([...audio.keys()]).toEqual(["es-2/audio/lesson-01.mp3"]);
    expect(page).toContain('<audio controls preload="metadata" src="../audio/lesson-01.mp3"');
    expect(entry).toMatchObject({
      audio: { path: "es-2/audio/lesson-01.mp3", type: "audio/mpeg" },
      exported: [],
    });
    expect(warnings).toEqual([]);
  });

  test("of an unknown kind stays in the course's folder with a warning, and goes to the publisher who asks", async () => {
    const bytes = Buffer.from("<script>alert(1)</script>");
    const { audio, page, warnings, exported } = await deliver(bytes, "text/html");
    expect([...audio, ...exported]).toEqual([]);
    expect(page).not.toContain("<audio");
    expect(page).not.toContain("../audio/");
    expect(warnings).toEqual([
      {
        code: "book_not_audio",
        job: "market.es.2",
        path: "books/book",
        contentType: "text/html",
        reason: null,
      },
    ]);
    const asked = await deliver(bytes, "text/html", { as: { exported: true } });
    expect([...asked.audio]).toEqual([]);
    expect(asked.exported).toEqual([["publisher/exported/es-2/lesson-01.bin", bytes]]);
  });
});

describe("an exported book of a lesson that was corrected", () => {
  const corrected = { title: false, sentences: 1, glosses: 0, unheard: [], unwritten: [] };
  const leftOut = (files: number) => [{ code: "book_text_left_out", job: "market.es.2", files }];

  const as = { exported: true };

  test("keeps its sounds, and leaves out what may have the text as it was, also for the publisher", async () => {
    const zip = await zipOf([notes, track, { name: "2.mp3", bytes: silence(3) }]);
    const { audio, exported, warnings } = await deliver(zip, "application/zip", {
      as,
      change: { corrected },
    });
    expect([...audio.keys()]).toEqual(["es-2/audio/lesson-01-extra-1.mp3", "es-2/audio/lesson-01.mp3"]);
    expect(exported).toEqual([]);
    expect(warnings).toMatchObject([{ code: "book_in_parts" }, ...leftOut(1)]);
  });

  test("is left out if it is no sound", async () => {
    const pdf = Buffer.from("%PDF-1.7");
    const { audio, exported, page, entry, warnings } = await deliver(pdf, null, {
      as,
      change: { corrected },
    });
    expect([...audio, ...exported]).toEqual([]);
    expect(page).not.toContain("../audio/");
    expect(entry).toMatchObject({ audio: null, extras: [], exported: [] });
    expect(warnings).toMatchObject([{ code: "book_not_audio" }, ...leftOut(1)]);
  });

  test("is there whole if only glosses were corrected", async () => {
    const change = { corrected: { ...corrected, sentences: 0, glosses: 1 } };
    const { audio, exported, warnings } = await deliver(await zipOf([notes, track]), null, { as, change });
    expect([...audio.keys()]).toEqual(["es-2/audio/lesson-01.mp3"]);
    expect(exported.map(([path]) => path)).toEqual(["publisher/exported/es-2/lesson-01-extra-1.txt"]);
    expect(warnings).toEqual([]);
  });

  test("says nothing of files that no package would have", async () => {
    const { warnings } = await deliver(await zipOf([notes, track]), null, { change: { corrected } });
    expect(warnings).toEqual([]);
  });
});

describe("an exported book that is an archive", () => {
  test("with one sound provides that sound under our name, never its own", async () => {
    const { audio, warnings } = await deliver(await zipOf([track]), "application/zip");
    expect([...audio.keys()]).toEqual(["es-2/audio/lesson-01.mp3"]);
    expect(soundOf(audio.get("es-2/audio/lesson-01.mp3"))).toEqual(sound);
    expect(warnings).toEqual([]);
  });

  test("with more than the sound is unpacked for the publisher who asks, and has its sound there once", async () => {
    const facts = { name: "metadata.json", bytes: Buffer.from('{"voice":"Ana"}') };
    const picture = { name: "cover.html", bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]) };
    const again = { name: "copy.mp3", bytes: track.bytes };
    const zip = await zipOf([notes, track, facts, again, picture]);
    const plain = await deliver(zip, "application/zip");
    expect([...plain.audio.keys()]).toEqual(["es-2/audio/lesson-01.mp3"]);
    expect(plain.exported).toEqual([]);
    const { audio, entry, warnings, exported } = await deliver(zip, "application/zip", {
      as: { exported: true },
    });
    expect([...audio.keys()]).toEqual(["es-2/audio/lesson-01.mp3"]);
    expect(exported).toEqual([
      ["publisher/exported/es-2/lesson-01-extra-1.txt", notes.bytes],
      ["publisher/exported/es-2/lesson-01-extra-2.json", facts.bytes],
      ["publisher/exported/es-2/lesson-01-extra-3.bin", picture.bytes],
    ]);
    expect(soundOf(audio.get("es-2/audio/lesson-01.mp3"))).toEqual(sound);
    expect(entry).toMatchObject({
      extras: [],
      exported: [
        { path: "publisher/exported/es-2/lesson-01-extra-1.txt" },
        { path: "publisher/exported/es-2/lesson-01-extra-2.json" },
        { path: "publisher/exported/es-2/lesson-01-extra-3.bin" },
      ],
    });
    expect(warnings).toEqual([]);
  });

  test("with several sounds gives the first to the lesson, and keeps the others beside it with a warning", async () => {
    const second = { name: "2.mp3", bytes: silence(3) };
    const { audio, warnings } = await deliver(await zipOf([track, second]), "application/zip");
    expect([...audio]).toEqual([
      ["es-2/audio/lesson-01-extra-1.mp3", second.bytes],
      ["es-2/audio/lesson-01.mp3", expect.any(Buffer)],
    ]);
    expect(soundOf(audio.get("es-2/audio/lesson-01.mp3"))).toEqual(sound);
    expect(warnings).toEqual([
      { code: "book_in_parts", job: "market.es.2", path: "es-2/audio/lesson-01.mp3", more: 1 },
    ]);
  });

  test("without sound is kept unchanged, with archives inside it unopened", async () => {
    const zip = await zipOf([{ name: "inner.zip", bytes: await zipOf([track]) }, notes]);
    const { audio, exported, warnings } = await deliver(zip, null, { as: { exported: true } });
    expect([...audio]).toEqual([]);
    expect(exported).toEqual([["publisher/exported/es-2/lesson-01.zip", zip]]);
    expect(warnings).toMatchObject([{ code: "book_not_audio" }]);
  });

  test.each([
    ["too_dense", () => zipOf([{ name: "bomb", bytes: Buffer.alloc(4_000_000) }])],
    [
      "too_many_entries",
      () =>
        zipOf(
          Array.from({ length: archiveLimits.entries + 1 }, (_, n) => ({
            name: `${n}`,
            bytes: Buffer.from("x"),
          })),
          true,
        ),
    ],
    [
      "encrypted",
      async () => patchDirectory(await zipOf([track]), (at, zip) => zip.writeUInt16LE(1, at + 8)),
    ],
    [
      "too_large",
      async () =>
        patchDirectory(await zipOf([track]), (at, zip) =>
          zip.writeUInt32LE(archiveLimits.entryBytes + 1, at + 24),
        ),
    ],
    ["damaged", async () => (await zipOf([track])).subarray(0, 900)],
    [
      "damaged",
      async () => patchDirectory(await zipOf([track]), (at, zip) => zip.writeUInt32LE(5_000, at + 24)),
    ],
    ["damaged", async () => withFarOffset(await zipOf([track]))],
  ] as const)("that is %s is not opened but kept, with a warning", async (reason, make) => {
    const zip = await make();
    const { exported, warnings } = await deliver(zip, "application/zip", { as: { exported: true } });
    expect(exported).toEqual([["publisher/exported/es-2/lesson-01.zip", zip]]);
    expect(warnings).toEqual([
      expect.objectContaining({ code: "book_not_audio", job: "market.es.2", path: "books/book", reason }),
    ]);
  });

  test("that is gone by the time it is packaged is named, with its lesson", async () => {
    const path = join(await testFolder(), "book");
    const book = await saveBook(path, await zipOf([track]), "application/zip");
    const facts = await inspectBook({ job: "market.es.2", book }, { files: realFiles });
    await rm(path);
    const problem = { code: "file_damaged", job: "market.es.2", path, why: "missing" };
    await expect(facts?.sound?.read()).rejects.toMatchObject({ problem });
  });

  test("of random bytes never stops the package", async () => {
    const head = (await zipOf([track])).subarray(0, 4);
    const bytes = Buffer.concat([head, randomBytes(2_000)]);
    const { exported } = await deliver(bytes, null, { as: { exported: true } });
    expect(exported).toEqual([["publisher/exported/es-2/lesson-01.zip", bytes]]);
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

function patchDirectory(zip: Buffer, patch: (at: number, zip: Buffer) => void): Buffer {
  patch(zip.indexOf(Buffer.from("PK\u0001\u0002", "latin1")), zip);
  return zip;
}
