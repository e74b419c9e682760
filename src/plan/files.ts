import { realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { errorCode } from "../shared/failure.ts";
import { readAtMost } from "../shared/files/open-file.ts";
import type { Place } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { PathEscape } from "./problem.ts";
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
  let how = escapeOf(written);
  const unsaved = reading.unsaved.get(written);
  if (unsaved !== undefined) return withinLimit(unsaved, file, reading);
  try {
    const [root, path] = await Promise.all([
      realpath(folder),
      how === null ? realpath(join(folder, written)) : folder,
    ]);
    const way = relative(root, path);
    if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) how = "link";
    if (how !== null) reading.error(place, "path_outside", { path: written, how });
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

function escapeOf(written: string): PathEscape | null {
  if (written.startsWith("/") || /^[A-Za-z]:/.test(written)) return "absolute";
  // A backslash is a separator on some systems and an ordinary character on others, so the same plan would name two files.
  if (written.includes("\\")) return "backslash";
  return written.split("/").includes("..") ? "parent" : null;
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
  reading.error(place, "file_too_large", { path, mostBytes, together: null });
  return null;
}

/**
 * Decodes UTF-8 with or without a byte order mark, or UTF-16 with one, as Excel saves it. Reports a problem at the first bad byte or NUL character, and
 * returns null.
 */
export function decodeText(bytes: Buffer, path: string, reading: Reading): string | null {
  const mark = bytes.toString("hex", 0, 2);
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  const refuse = (why: "not_utf8" | "nul", before: string): null => {
    const column = before.length - before.lastIndexOf("\n");
    reading.error({ file: path, line: before.split("\n").length, column }, "file_unusable", { path, why });
    return null;
  };
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? refuse("nul", text.slice(0, text.indexOf("\0"))) : text;
  } catch {
    const replaced = Buffer.from(bytes.toString());
    const firstBad = bytes.findIndex((byte, at) => byte !== replaced[at]);
    return refuse("not_utf8", new TextDecoder().decode(bytes.subarray(0, firstBad), { stream: true }));
  }
}

export function imageTypeOf(bytes: Buffer): "image/png" | "image/jpeg" | null {
  const start = bytes.toString("hex", 0, 8);
  if (start === "89504e470d0a1a0a") return "image/png";
  return start.startsWith("ffd8ff") ? "image/jpeg" : null;
}

/** The size of an image in bytes; 0 if a problem was reported. */
export async function readImage(
  file: NamedFile & { readonly what: "cover" | "picture" },
  reading: Reading,
): Promise<number> {
  const { written: path, place, what } = file;
  const type = /\.png$/i.test(path) ? "image/png" : /\.jpe?g$/i.test(path) ? "image/jpeg" : null;
  if (type === null) reading.error(place, "file_unusable", { path, why: "type", what });
  const bytes = type === null ? null : await readBelow(file, reading);
  if (bytes === null || type === null) return 0;
  if (imageTypeOf(bytes) === type) return bytes.length;
  reading.error(place, "file_unusable", { path, why: "not_image" });
  return 0;
}
