import { dirname } from "node:path";
import { type Files, type OpenFile, writeAll } from "./files.ts";

/**
 * Puts a file in place whole or not at all, durable once it resolves. The folder must exist. A half-written neighbour that an earlier
 * crash left is replaced.
 */
export async function replaceFile(files: Files, path: string, bytes: Uint8Array | string): Promise<void> {
  await replaceFileWith(files, path, (file) =>
    writeAll(file, typeof bytes === "string" ? Buffer.from(bytes) : bytes),
  );
}

/** Where a file is written before it takes its place. Browsers and other programs leave files that end in `.part` alone: those are not ours. */
export function partPath(path: string): string {
  return `${path}.coursebinder.part`;
}

/** As `replaceFile`, for content that `fill` writes piece by piece. */
export async function replaceFileWith(
  files: Files,
  path: string,
  fill: (file: OpenFile) => Promise<void>,
): Promise<void> {
  const part = partPath(path);
  await files.remove(part);
  const file = await files.openNew(part);
  try {
    await fill(file);
    await file.datasync();
  } catch (error) {
    await file.close();
    await files.remove(part);
    throw error;
  }
  await file.close();
  await files.rename(part, path);
  await files.syncFolder(dirname(path));
}
