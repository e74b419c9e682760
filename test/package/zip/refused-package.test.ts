import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { writePackage } from "../../../src/package/write-package.ts";
import { Failure } from "../../../src/shared/failure.ts";
import type { Files, OpenFile } from "../../../src/shared/files/files.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { course, lesson, recording, silence, testFolder } from "../fixtures.ts";

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
    expect(await refused(course({ lessons: [] }), await testFolder())).toEqual({ code: "package_empty" });
  });

  test("when an exported book is missing from the disk", async () => {
    const folder = await testFolder();
    const book = { path: join(folder, "gone.mp3"), bytes: 1, sha256: sha256("x"), contentType: null };
    expect(await refused(course({ lessons: [lesson({ book })] }), folder)).toEqual({
      code: "file_damaged",
      job: "market.es.2",
      path: book.path,
      why: "missing",
    });
  });

  test("when an exported book is not the recorded one", async () => {
    const folder = await testFolder();
    const book = await recording(folder);
    await writeFile(book.path, silence().fill(1, 400));
    const what = course({ lessons: [lesson({ book })] });
    expect(await refused(what, folder)).toEqual({
      code: "file_damaged",
      job: "market.es.2",
      path: book.path,
      why: "changed",
    });
  });

  const oneBitOff = Buffer.from(silence());
  oneBitOff.writeUInt8((oneBitOff.at(-1) ?? 0) ^ 1, oneBitOff.length - 1);

  test.each([
    ["becomes another file", "other bytes"],
    ["changes by one bit", oneBitOff],
  ])("when a book %s while the package is being written", async (_, bytes) => {
    const folder = await testFolder();
    const book = await recording(folder);
    const files: Files = {
      ...realFiles,
      openNew: async (path) => {
        await writeFile(book.path, bytes);
        return realFiles.openNew(path);
      },
    };
    const what = course({ lessons: [lesson({ book })] });
    expect(await refused(what, folder, files)).toMatchObject({ code: "file_damaged", why: "changed" });
  });

  test("when the disk is full", async () => {
    const folder = await testFolder();
    let room = 20_000;
    const files: Files = {
      ...realFiles,
      openNew: async (path): Promise<OpenFile> => {
        const file = await realFiles.openNew(path);
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
