import { mpegFrameAt } from "../../shared/mpeg-frame.ts";

/** A file's type, from its first bytes. The extension is one of our own, never one taken from outside. */
export interface FileType {
  readonly extension: string;
  readonly audio: boolean;
  /** The media type of a sound; null for other files. */
  readonly mediaType: string | null;
}

/** How many bytes from the beginning of a file show its type: the magic bytes that are farthest in are a tar's. */
export const headBytes = 512;

const mp3 = sound("mp3", "audio/mpeg");

// What a file of each type begins with, one character per byte; a dot stands for any byte. AAC has twelve bits of sync and layer 0.
const beginnings: readonly (readonly [beginning: string, type: FileType])[] = [
  ["ID3", mp3],
  ...["\u00f0", "\u00f1", "\u00f8", "\u00f9"].map(
    (second) => [`\u00ff${second}`, sound("aac", "audio/aac")] as const,
  ),
  ["....ftyp", sound("m4a", "audio/mp4")],
  ["OggS", sound("ogg", "audio/ogg")],
  ["RIFF....WAVE", sound("wav", "audio/wav")],
  ["fLaC", sound("flac", "audio/flac")],
  ["FORM....AIF", sound("aiff", "audio/aiff")],
  ["\u001aE\u00df\u00a3", sound("webm", "audio/webm")],
  ["PK\u0003\u0004", inert("zip")],
  ["\u001f\u008b", inert("gz")],
  [`${".".repeat(257)}ustar`, inert("tar")],
  ["%PDF-", inert("pdf")],
];

// Only types that no program runs or renders as a page: a book that claims to be HTML or SVG is kept as `.bin`.
const inertContentTypes = new Map([
  ["application/json", "json"],
  ["text/plain", "txt"],
  ["text/csv", "csv"],
]);

/** Recognizes a file by its first bytes, or else by an inert content type; `bin` for anything else. */
export function fileType(head: Buffer, contentType: string | null): FileType {
  if (head.length >= 4) {
    const text = head.toString("latin1");
    const known = beginnings.find(([beginning]) =>
      [...beginning].every((sign, at) => sign === "." || text[at] === sign),
    );
    if (known !== undefined) return known[1];
    if (mpegFrameAt(head, 0) !== null) return mp3;
  }
  const declared = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return inert(inertContentTypes.get(declared) ?? "bin");
}

/** Guesses the type of a file that declares none by its first bytes, among the inert types: JSON or plain UTF-8 text; null if it is neither. */
export function contentType(head: Buffer): string | null {
  try {
    // A character may be cut at the end.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    if (text.includes("\0")) return null;
    return /^\s*[[{]/.test(text) ? "application/json" : "text/plain";
  } catch {
    return null;
  }
}

function sound(extension: string, mediaType: string): FileType {
  return { extension, audio: true, mediaType };
}

function inert(extension: string): FileType {
  return { extension, audio: false, mediaType: null };
}
