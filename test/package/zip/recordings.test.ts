import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inspectBook } from "../../../src/package/books/inspect-book.ts";
import { readKnownSums } from "../../../src/package/books/known-sums.ts";
import type { BookFile, Course } from "../../../src/package/contents/course.ts";
import { writePackage } from "../../../src/package/write-package.ts";
import { Failure } from "../../../src/shared/failure.ts";
import type { Files, OpenFile } from "../../../src/shared/files/files.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { newFolder } from "../../fixtures.ts";
import { course, lesson, recording, silence } from "../fixtures.ts";

describe("a package is refused, and the earlier one left unchanged,", () => {
  async function refused(what: Course, folder: string, files: Files = realFiles): Promise<unknown> {
    const path = join(folder, "package.zip");
    await writeFile(path, "the earlier package");
    const error = await writePackage(what, { path, files }).catch((thrown: unknown) => thrown);
    expect(await readFile(path, "utf8")).toBe("the earlier package");
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
    return error instanceof Failure ? error.problem : error;
  }

  test("without any finished lesson", async () => {
    expect(await refused(course({ lessons: [] }), newFolder())).toEqual({ code: "package_empty" });
  });

  const oneBitOff = Buffer.from(silence());
  oneBitOff.writeUInt8((oneBitOff.at(-1) ?? 0) ^ 1, oneBitOff.length - 1);
  /** Writes to the book once the package is begun. */
  const during = (book: BookFile, bytes: string | Buffer): Files => ({
    ...realFiles,
    openAppend: async (path) => {
      await writeFile(book.path, bytes);
      return realFiles.openAppend(path);
    },
  });

  test.each<[string, string, (book: BookFile) => Promise<Files>]>([
    ["is missing from the disk", "missing", ({ path }) => rm(path).then(() => realFiles)],
    [
      "is not the recorded one",
      "changed",
      ({ path }) => writeFile(path, silence().fill(1, 400)).then(() => realFiles),
    ],
    ["becomes another file while it is written", "changed", async (book) => during(book, "other bytes")],
    ["changes by one bit while it is written", "changed", async (book) => during(book, oneBitOff)],
  ])("when an exported book %s", async (_, why, spoil) => {
    const folder = newFolder();
    const book = await recording(folder);
    const files = await spoil(book);
    const problem = { code: "file_damaged", job: "market.es.2", path: book.path, why };
    expect(await refused(course({ lessons: [lesson({ book })] }), folder, files)).toEqual(problem);
  });

  test("when the disk is full", async () => {
    const folder = newFolder();
    let room = 20_000;
    const files: Files = {
      ...realFiles,
      openAppend: async (path): Promise<OpenFile> => {
        const file = await realFiles.openAppend(path);
        return {
          ...file,
          write: async (bytes) => {
            const fits = bytes.subarray(0, room);
            room -= fits.length;
            return await file.write(fits);
          },
        };
      },
    };
    const book = await recording(folder);
    const what = course({ lessons: [lesson({ book })] });
    expect(await refused(what, folder, files)).toMatchObject({ code: "ENOSPC" });
  });
});

/** A course with a recording, and a function that makes its package and tells how often this opened the recording. */
async function withRecording() {
  const folder = newFolder();
  const book = await recording(folder);
  const sums = join(folder, "sounds", "sums.json");
  const path = join(folder, "package.zip");
  const bound = async (others: Partial<Files> = {}, known?: Awaited<ReturnType<typeof readKnownSums>>) => {
    let reads = 0;
    const files: Files = {
      ...realFiles,
      pieces: async (of, range) => {
        if (of === book.path) reads += 1;
        return (await realFiles.pieces?.(of, range)) ?? null;
      },
      ...others,
    };
    const read = known ?? (await readKnownSums(sums, files));
    await writePackage(course({ lessons: [lesson({ book })] }), { path, files, known: read });
    return { reads, zip: sha256(await readFile(path)) };
  };
  return { book, sums, bound };
}

describe("a recording that was read for a package before", () => {
  test("is read once more, and the package has the same bytes", async () => {
    const { bound } = await withRecording();
    const { reads, zip } = await bound();
    expect(reads).toBe(2);
    expect(await bound()).toEqual({ reads: 1, zip });
  });

  test.each([
    ["is no JSON", "no JSON"],
    ["has a member too little", '{"format":1,"books":{"a":{"state":""}},"tagged":{}}'],
    ["has another format", '{"format":0,"books":{},"tagged":{}}'],
    ["can't be read, which is no failure", null],
  ])("is read twice if the file of what is known of it %s", async (_, content) => {
    const { bound, sums } = await withRecording();
    const first = await bound();
    await rm(sums);
    await (content === null ? mkdir(sums) : writeFile(sums, content));
    expect(await bound()).toEqual(first);
  });

  test("is read once by a course's first package if this process has read it already", async () => {
    const { book, bound, sums } = await withRecording();
    const known = await readKnownSums(sums, realFiles);
    await inspectBook({ job: "one.es.2", book }, { files: realFiles, known });
    expect((await bound({}, known)).reads).toBe(1);
  });

  test("is found to be another one, even if the disk says that nobody has touched it", async () => {
    const { bound, book } = await withRecording();
    await bound();
    const state = await realFiles.stateOf?.(book.path);
    await writeFile(book.path, silence().fill(1, 400));
    const problem = { code: "file_damaged", path: book.path, why: "changed" };
    await expect(bound()).rejects.toMatchObject({ problem });
    await expect(bound({ stateOf: async () => state ?? null })).rejects.toMatchObject({ problem });
  });
});
