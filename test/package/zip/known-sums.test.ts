import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writePackage } from "../../../src/package/write-package.ts";
import type { Files } from "../../../src/shared/files/files.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { course, lesson, recording, silence, testFolder } from "../fixtures.ts";

/** A course with a recording, of which a package was made before. `reads`: how often a package then opens the recording. */
async function packaged() {
  const folder = await testFolder();
  const book = await recording(folder);
  const sums = join(folder, "sounds", "sums.json");
  const path = join(folder, "package.zip");
  const again = async (files: Partial<Files> = {}) => {
    let reads = 0;
    const counted: Files = {
      ...realFiles,
      pieces: async (of, range) => {
        if (of === book.path) reads += 1;
        return (await realFiles.pieces?.(of, range)) ?? null;
      },
      ...files,
    };
    await writePackage(course({ lessons: [lesson({ book })] }), { path, files: counted, sums });
    return { reads, zip: await readFile(path) };
  };
  return { book, sums, again, first: await again() };
}

describe("a recording that was read for a package before", () => {
  test("is read once more, and the package has the same bytes", async () => {
    const { again, first } = await packaged();
    expect(first.reads).toBe(2);
    expect(await again()).toEqual({ reads: 1, zip: first.zip });
  });

  test.each([
    "no JSON",
    '{"format":1,"books":{"a":{"state":""}},"tagged":{}}',
    '{"format":0,"books":{},"tagged":{}}',
  ])("is read twice if what is known of it can't be used: %s", async (content) => {
    const { again, first, sums } = await packaged();
    await writeFile(sums, content);
    expect(await again()).toEqual(first);
  });

  test("is found to be another one, even if the disk says that nobody has touched it", async () => {
    const { again, book } = await packaged();
    const state = await realFiles.stateOf?.(book.path);
    await writeFile(book.path, silence().fill(1, 400));
    const problem = { code: "file_damaged", path: book.path, why: "changed" };
    await expect(again()).rejects.toMatchObject({ problem });
    await expect(again({ stateOf: async () => state ?? null })).rejects.toMatchObject({ problem });
  });
});
