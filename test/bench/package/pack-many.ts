// Writes a zip of so many files of so many bytes each with the package's own writer.

import { replaceFileWith } from "../../../src/shared/files/atomic-file.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { writeZip, type ZipFile } from "../../../src/shared/files/zip.ts";

const [path = "", count = "0", size = "0"] = process.argv.slice(2);
const bytes = Buffer.alloc(Number(size), 7);
function* files(): Generator<ZipFile> {
  for (let number = 0; number < Number(count); number++) {
    yield { path: `files/${number}.bin`, read: async () => bytes };
  }
}
await replaceFileWith(realFiles, path, async (out) => {
  await writeZip(files(), out);
});
