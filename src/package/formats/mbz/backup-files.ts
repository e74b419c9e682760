import { createHash } from "node:crypto";
import { html, type Markup } from "../../../shared/html.ts";
import type { ZipFile } from "../../zip/zip.ts";
import { xml } from "./xml.ts";

/** Where Moodle keeps a file, which depends on what the file belongs to. */
export interface FilePlace {
  readonly contextId: number;
  readonly component: "mod_page" | "mod_scorm" | "question";
  readonly area: string;
  readonly item: number;
}

interface BackupFile {
  readonly id: number;
  readonly place: FilePlace;
  readonly file: ZipFile;
}

interface Content {
  readonly sha1: string;
  readonly bytes: number;
}

/** The files of a backup. Equal contents are kept once, in a pool, under their SHA-1. */
export class BackupFiles {
  readonly #files: BackupFile[] = [];

  /** Adds a file with the name of `file`, and returns its number. */
  add(place: FilePlace, file: ZipFile): number {
    const id = this.#files.length + 1;
    this.#files.push({ id, place, file });
    return id;
  }

  /** Reads every file once for its sum; resolves with the list of the files, and the pool. */
  async pool(seconds: number): Promise<{ list: Markup; files: ZipFile[] }> {
    const entries: Markup[] = [];
    const pool = new Map<string, ZipFile>();
    for (const one of this.#files) {
      const content = await contentOf(one.file);
      const path = `files/${content.sha1.slice(0, 2)}/${content.sha1}`;
      if (!pool.has(path)) pool.set(path, { ...one.file, path });
      entries.push(entryOf(one, content, seconds));
    }
    return { list: html`<files>\n${entries}</files>\n`, files: [...pool.values()] };
  }
}

async function contentOf({ read, pieces }: ZipFile): Promise<Content> {
  const hash = createHash("sha1");
  let bytes = 0;
  for await (const piece of pieces === undefined ? [await read()] : pieces()) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha1: hash.digest("hex"), bytes };
}

function entryOf({ id, place, file }: BackupFile, { sha1, bytes }: Content, seconds: number): Markup {
  return xml("file", {
    id,
    sha1,
    contextId: place.contextId,
    component: place.component,
    area: place.area,
    item: place.item,
    name: file.path,
    bytes,
    type: mediaTypeOf(file.path),
    seconds,
  });
}

// Moodle decides again by the name when a file is sent.
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

function mediaTypeOf(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "document/unknown";
}
