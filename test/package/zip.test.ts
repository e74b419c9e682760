import { expect, test } from "vitest";
import { zipBytes } from "../../src/package/zip.ts";
import { unzip } from "./rig.ts";

const file = (path: string, text: string) => ({ path, read: async () => Buffer.from(text) });

test("an archive inside the package keeps its order, stores its files with their sizes in front, and is the same each time", async () => {
  const files = [file("mimetype", "application/epub+zip"), file("b/x.txt", "x"), file("a.txt", "")];
  const bytes = await zipBytes(files);
  expect([...(await unzip(bytes))].map(([path, content]) => [path, content.toString()])).toEqual([
    ["mimetype", "application/epub+zip"],
    ["b/x.txt", "x"],
    ["a.txt", ""],
  ]);
  // The local header: no flags but UTF-8 names, method 0, both sizes, no extra field. The name and the content follow it at once.
  expect(bytes.readUInt16LE(6) & ~0x800).toBe(0);
  expect(bytes.readUInt16LE(8)).toBe(0);
  expect([bytes.readUInt32LE(18), bytes.readUInt32LE(22)]).toEqual([20, 20]);
  expect(bytes.readUInt16LE(28)).toBe(0);
  expect(bytes.toString("latin1", 30, 58)).toBe("mimetypeapplication/epub+zip");
  expect(await zipBytes(files)).toEqual(bytes);
});
