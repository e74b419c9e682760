import { dirname } from "node:path";
import { type Files, type OpenFile, writeAll } from "./files.ts";

/** Replaces a file atomically; durable once it resolves. The folder must exist. Overwrites a partial file left by an earlier crash. */
export async function replaceFile(files: Files, path: string, bytes: Uint8Array | string): Promise<void> {
  await replaceFileWith(files, path, (file) =>
    writeAll(file, typeof bytes === "string" ? Buffer.from(bytes) : bytes),
  );
}

/** The temporary file of an atomic write. Not plain `.part`: browsers and other programs leave such files, which are not ours to remove. */
export function partPath(path: string): string {
  return `${path}.coursebinder.part`;
}

/** As `replaceFile`, for content that `fill` writes in chunks. */
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
