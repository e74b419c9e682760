import { join } from "node:path";
import type { Files } from "../../shared/files/files.ts";
import { sha256 } from "../../shared/hash.ts";

/** A file in the course's folder, as the ledger recorded it. */
export interface RecordedFile {
  readonly file: string;
  readonly sha256: string;
}

interface FilesOfCourse {
  readonly files: Pick<Files, "read">;
  readonly folder: string;
}

/** A recorded file's bytes; null if it is gone, or is not what the ledger recorded. */
export async function readRecorded(recorded: RecordedFile, course: FilesOfCourse): Promise<Buffer | null> {
  const read = await compareRecorded(recorded, course);
  return typeof read === "string" ? null : read;
}

/** Like `readRecorded`, but says why there are no bytes. */
export async function compareRecorded(
  { file, sha256: hash }: RecordedFile,
  { files, folder }: FilesOfCourse,
): Promise<Buffer | "missing" | "changed"> {
  const bytes = await files.read(join(folder, file));
  if (bytes === null) return "missing";
  return sha256(bytes) === hash ? bytes : "changed";
}
