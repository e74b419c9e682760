import { realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { errorCode } from "../shared/failure.ts";
import { readAtMost } from "../shared/files/open-file.ts";
import type { Place } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import { Reading } from "./reading.ts";

export interface NamedFile {
  readonly folder: string;
  readonly written: string;
  readonly place: Place;
  readonly mostBytes: number;
}

/**
 * Reads a file that a plan names. It must lie below the plan's folder even after symbolic links are resolved: a plan is untrusted content and must
 * not give access to the rest of the disk. Null if a problem was reported.
 */
export async function readBelow(file: NamedFile, reading: Reading): Promise<Buffer | null> {
  const { folder, written, place } = file;
  const unsaved = reading.unsaved.get(written);
  if (unsaved !== undefined) return withinLimit(unsaved, file, reading);
  try {
    const isEscape = leadsOut(written);
    const path = await realpath(isEscape ? folder : join(folder, written));
    const way = relative(await realpath(folder), path);
    if (isEscape || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way))
      reading.error(place, "path_outside", { path: written });
    // Opening a pipe or a device would block.
    else if (!(await stat(path)).isFile())
      reading.error(place, "unreadable_file", { path: written, reason: "not_a_file" });
    else return await readBytes(path, file, reading);
  } catch (error) {
    reading.error(place, "unreadable_file", { path: written, reason: errorCode(error) });
  }
  return null;
}

/** Like `readBelow`, for a plan that has been read already; reports nothing. Null if the file can't or mustn't be read. */
export async function readFileBelow(
  folder: string,
  written: string,
  mostBytes: number,
): Promise<Buffer | null> {
  const reading = new Reading("");
  return readBelow({ folder, written, place: reading.places.at(0), mostBytes }, reading);
}

// A backslash is a separator on some systems and an ordinary character on others, so the same plan would name two files.
function leadsOut(path: string): boolean {
  return /^(?:\/|[A-Za-z]:)|\\/.test(path) || path.split("/").includes("..");
}

/** Reads a plan's text, without its byte order mark; null if a problem was reported. */
export async function readPlanText(path: string, reading: Reading): Promise<string | null> {
  const file = { written: path, place: reading.places.at(0), mostBytes: planLimits.fileBytes };
  const unsaved = reading.unsaved.get(basename(path));
  const bytes = unsaved ? withinLimit(unsaved, file, reading) : await readBytes(path, file, reading);
  return bytes === null ? null : decodeText(bytes, path, reading);
}

async function readBytes(
  path: string,
  file: Omit<NamedFile, "folder">,
  reading: Reading,
): Promise<Buffer | null> {
  const { written, place, mostBytes } = file;
  try {
    return withinLimit(await readAtMost(path, mostBytes), file, reading);
  } catch (error) {
    reading.error(place, "unreadable_file", { path: written, reason: errorCode(error) });
    return null;
  }
}

/** The bytes; null, with a problem, if there are too many. `bytes`: null if reading stopped at the limit. */
function withinLimit(
  bytes: Buffer | null,
  { written: path, place, mostBytes }: Omit<NamedFile, "folder">,
  reading: Reading,
): Buffer | null {
  if (bytes !== null && bytes.length <= mostBytes) return bytes;
  reading.error(place, "file_too_large", { path, mostBytes });
  return null;
}

/**
 * Decodes UTF-8 with or without a byte order mark, or UTF-16 with one, as Excel saves it. Reports a problem at the first bad byte or NUL character, and
 * returns null.
 */
export function decodeText(bytes: Buffer, path: string, reading: Reading): string | null {
  const mark = bytes.toString("hex", 0, 2);
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  const text = new TextDecoder(encoding).decode(bytes);
  // What can't be decoded becomes a replacement character.
  const bad = text.search(/[\0\ufffd]/u);
  if (bad === -1) return text;
  const lines = text.slice(0, bad).split("\n");
  const place = { file: path, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  reading.error(place, "file_unusable", { path, why: "not_utf8" });
  return null;
}

/** The type of a picture; null if it is of another type, or cut off before its end mark. */
export function imageTypeOf(bytes: Buffer): "image/png" | "image/jpeg" | null {
  const start = bytes.toString("hex", 0, 8);
  if (start === "89504e470d0a1a0a") return bytes.includes("IEND") ? "image/png" : null;
  return start.startsWith("ffd8ff") && bytes.includes("ffd9", 0, "hex") ? "image/jpeg" : null;
}

export async function checkImage(
  file: NamedFile & { readonly what: "cover" | "picture" },
  reading: Reading,
): Promise<void> {
  const { written: path, place, what } = file;
  const type = /\.png$/i.test(path) ? "image/png" : /\.jpe?g$/i.test(path) ? "image/jpeg" : null;
  if (type === null) reading.error(place, "file_unusable", { path, why: "type", what });
  const bytes = type === null ? null : await readBelow(file, reading);
  if (bytes !== null && imageTypeOf(bytes) !== type)
    reading.error(place, "file_unusable", { path, why: "not_image" });
}
