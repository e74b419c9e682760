import { isUtf8 } from "node:buffer";

/** A file's type, from its first bytes. The extension is one of our own, never one taken from outside. */
export interface FileType {
  readonly extension: string;
  readonly audio: boolean;
  /** The media type of a sound; null for other files. */
  readonly mediaType: string | null;
}

const m4a: FileType = { extension: "m4a", audio: true, mediaType: "audio/mp4" };
const mp3: FileType = { extension: "mp3", audio: true, mediaType: "audio/mpeg" };

const rules: readonly { readonly matches: (head: Buffer) => boolean; readonly type: FileType }[] = [
  { matches: (head) => text(head, 0, 3) === "ID3", type: mp3 },
  { matches: isAdts, type: { extension: "aac", audio: true, mediaType: "audio/aac" } },
  { matches: isMpegFrame, type: mp3 },
  { matches: (head) => text(head, 4, 8) === "ftyp", type: m4a },
  {
    matches: (head) => text(head, 0, 4) === "OggS",
    type: { extension: "ogg", audio: true, mediaType: "audio/ogg" },
  },
  {
    matches: (head) => text(head, 0, 4) === "RIFF" && text(head, 8, 12) === "WAVE",
    type: { extension: "wav", audio: true, mediaType: "audio/wav" },
  },
  {
    matches: (head) => text(head, 0, 4) === "fLaC",
    type: { extension: "flac", audio: true, mediaType: "audio/flac" },
  },
  {
    matches: (head) => text(head, 0, 4) === "FORM" && text(head, 8, 11) === "AIF",
    type: { extension: "aiff", audio: true, mediaType: "audio/aiff" },
  },
  {
    matches: (head) => head.readUInt32BE(0) === 0x1a45dfa3,
    type: { extension: "webm", audio: true, mediaType: "audio/webm" },
  },
  { matches: isZip, type: inert("zip") },
  { matches: (head) => head.readUInt16BE(0) === 0x1f8b, type: inert("gz") },
  { matches: (head) => text(head, 257, 262) === "ustar", type: inert("tar") },
  { matches: (head) => text(head, 0, 5) === "%PDF-", type: inert("pdf") },
];

// Descriptions and transcripts are far shorter; a longer file is not worth reading into memory as text.
export const longestTextBytes = 16 * 1024 * 1024;

// Only types that no program runs or renders as a page: a book that claims to be HTML or SVG is kept as `.bin`.
const inertContentTypes: Readonly<Record<string, string>> = {
  "application/json": "json",
  "text/plain": "txt",
  "text/csv": "csv",
};

/** Recognizes a file by its first bytes, or else by an inert content type; `bin` for anything else. */
export function fileType(bytes: Buffer, contentType: string | null): FileType {
  if (bytes.length >= 4) {
    const known = rules.find((rule) => rule.matches(bytes));
    if (known !== undefined) return known.type;
  }
  const declared = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return inert(Object.hasOwn(inertContentTypes, declared) ? (inertContentTypes[declared] ?? "bin") : "bin");
}

/** Guesses the type of a file that declares none, among the inert types: JSON or plain UTF-8 text; null if it is neither. */
export function contentType(bytes: Buffer): string | null {
  if (bytes.length > longestTextBytes || !isUtf8(bytes) || bytes.includes(0)) return null;
  try {
    JSON.parse(bytes.toString("utf8"));
    return "application/json";
  } catch {
    return "text/plain";
  }
}

/** Whether the bytes begin like a zip archive. */
function isZip(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32BE(0) === 0x504b0304;
}

function inert(extension: string): FileType {
  return { extension, audio: false, mediaType: null };
}

function text(head: Buffer, start: number, end: number): string {
  return head.toString("latin1", start, end);
}

// An AAC stream with ADTS headers: twelve bits of sync, layer 0.
function isAdts(head: Buffer): boolean {
  return (head.readUInt16BE(0) & 0xfff6) === 0xfff0;
}

// A frame of MPEG audio layer II or III with an existing version, bit rate and sample rate. Excludes the byte-order mark FF FE.
function isMpegFrame(head: Buffer): boolean {
  const bits = head.readUInt32BE(0);
  const sync = bits >>> 21 === 0x7ff;
  const version = (bits >>> 19) & 3;
  const layer = (bits >>> 17) & 3;
  const bitRate = (bits >>> 12) & 15;
  const sampleRate = (bits >>> 10) & 3;
  return (
    sync &&
    version !== 1 &&
    (layer === 1 || layer === 2) &&
    bitRate !== 15 &&
    bitRate !== 0 &&
    sampleRate !== 3
  );
}
