import { join } from "node:path";
import { measureFile } from "../../shared/files/file-pieces.ts";
import type { Files } from "../../shared/files/files.ts";
import { sha256 } from "../../shared/hash.ts";
import { type SavedStory, savedStorySchema } from "../course-folder.ts";

export interface CourseFiles {
  readonly files: Pick<Files, "list" | "read" | "pieces">;
  readonly folder: string;
}

/** A file in the course's folder, as the ledger records it. */
export interface FileFacts {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

// The part of a saved story needed to match it to a job.
const partSchema = savedStorySchema.omit({ title: true, untrusted: true });
type SavedPart = Omit<SavedStory, "title" | "untrusted">;

/** A story whose text is in the course's folder, with the facts in its file. */
export interface SavedOnDisk extends FileFacts, SavedPart {}

/** The readable saved stories, oldest first, and the names of unreadable files. */
export async function readSavedStories({
  files,
  folder,
}: CourseFiles): Promise<{ readonly stories: SavedOnDisk[]; readonly unreadable: string[] }> {
  const stories: SavedOnDisk[] = [];
  const unreadable: string[] = [];
  const names = await files.list(join(folder, "stories"));
  for (const name of names.filter((one) => one.endsWith(".json"))) {
    const file = `stories/${name}`;
    const bytes = await files.read(join(folder, file));
    const saved = bytes === null ? null : readSaved(bytes);
    // A file named after another story belongs to neither.
    if (bytes === null || saved === null || `${saved.id}.json` !== name) unreadable.push(file);
    else stories.push({ ...saved, file, bytes: bytes.length, sha256: sha256(bytes) });
  }
  stories.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  return { stories, unreadable };
}

function readSaved(bytes: Buffer): SavedPart | null {
  try {
    return partSchema.safeParse(JSON.parse(bytes.toString())).data ?? null;
  } catch {
    return null;
  }
}

/** The file of a book in the course's folder, of any type; null if there is none. Reads it in pieces, never whole into memory. */
export async function findBook(book: string, { files, folder }: CourseFiles): Promise<FileFacts | null> {
  const names = await files.list(join(folder, "books"));
  const name = names.find((one) => one.startsWith(`${book}.`) && !one.endsWith(".part"));
  return name === undefined ? null : factsOf(`books/${name}`, { files, folder });
}

/** The length and hash of a file of the course; null if there is none. */
export async function factsOf(file: string, { files, folder }: CourseFiles): Promise<FileFacts | null> {
  const facts = await measureFile(join(folder, file), files);
  return facts === null ? null : { file, ...facts };
}
