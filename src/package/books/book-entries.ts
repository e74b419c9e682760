import { Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files.ts";
import type { LessonBook, Volume } from "../contents.ts";
import type { PackageEntry } from "../entry.ts";
import type { PackageProblem } from "../package-problem.ts";
import { type BookPart, readBook } from "./inspect-book.ts";
import { openArchive } from "./open-archive.ts";

/** The exported books of a volume under our own names. Each is read from the disk when it is asked for, and checked again. */
export function bookEntries(volume: Volume, files: Files): PackageEntry[] {
  return volume.lessons.flatMap(({ job, book }) => {
    if (book === null) return [];
    const { sound, kept } = book;
    return [sound, kept].flatMap((file) =>
      file === null ? [] : [partEntry(file, () => readPart({ job, book, part: file.part }, files))],
    );
  });
}

function partEntry(file: { path: string; part: BookPart }, read: () => Promise<Buffer>): PackageEntry {
  return { path: file.path, known: { bytes: file.part.bytes, sha256: file.part.sha256 }, read };
}

async function readPart(
  what: { job: string; book: LessonBook; part: BookPart },
  files: Files,
): Promise<Buffer> {
  const { file } = what.book;
  const bytes = await readBook({ job: what.job, file }, files);
  if (!what.part.archived) return bytes;
  const opened = await openArchive(bytes);
  if (opened.kind === "read" && opened.sound !== null) return opened.sound.bytes;
  throw new Failure<PackageProblem>({ code: "book_changed", job: what.job, file: file.path });
}
