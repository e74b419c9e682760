import { createHash } from "node:crypto";
import type { ZipFile } from "../../../shared/files/zip.ts";
import type { TemplateValues } from "../../template.ts";

/** Where Moodle keeps a file, which depends on what the file belongs to. */
export interface FilePlace {
  readonly contextId: number;
  readonly component: "mod_page" | "mod_scorm" | "question";
  readonly area: string;
  readonly item: number;
}

// Moodle determines the type again, by the name, when it serves a file.
const mediaTypes: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html",
  jpg: "image/jpeg",
  js: "application/x-javascript",
  m4a: "audio/mp4",
  mp3: "audio/mp3",
  ogg: "audio/ogg",
  png: "image/png",
  wav: "audio/wav",
  xml: "application/xml",
  zip: "application/zip",
};

/** The files of a backup. Equal contents are kept once, in a pool, under their SHA-1. */
export class BackupFiles {
  readonly #files: { readonly place: FilePlace; readonly file: ZipFile }[] = [];

  /** Adds a file with the name of `file`, and returns its number. */
  add(place: FilePlace, file: ZipFile): number {
    return this.#files.push({ place, file });
  }

  /** Reads every file once for its sum; resolves with the list of the files, and the pool. */
  async pool(): Promise<{ list: TemplateValues[]; files: ZipFile[] }> {
    const list: TemplateValues[] = [];
    const pool = new Map<string, ZipFile>();
    for (const [index, { place, file }] of this.#files.entries()) {
      const { sha1, bytes } = await contentOf(file);
      const path = `files/${sha1.slice(0, 2)}/${sha1}`;
      if (!pool.has(path)) pool.set(path, { ...file, path });
      const type = mediaTypes[file.path.slice(file.path.lastIndexOf(".") + 1)] ?? "document/unknown";
      list.push({ ...place, id: index + 1, sha1, bytes, type, name: file.path });
    }
    return { list, files: [...pool.values()] };
  }
}

async function contentOf({ read, pieces }: ZipFile): Promise<{ sha1: string; bytes: number }> {
  const hash = createHash("sha1");
  let bytes = 0;
  for await (const piece of pieces === undefined ? [await read()] : pieces()) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha1: hash.digest("hex"), bytes };
}
