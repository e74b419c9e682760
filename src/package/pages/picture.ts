import type { LessonImage } from "../contents/course.ts";

/** The size of a PNG or JPEG in pixels, so that a page doesn't shift while the picture loads; null if its header can't be read. */
export function pictureSize({ bytes, mediaType }: Pick<LessonImage, "bytes" | "mediaType">): {
  readonly width: number;
  readonly height: number;
} | null {
  const size = mediaType === "image/png" ? pngSize(bytes) : jpegSize(bytes);
  return size === null || size.width === 0 || size.height === 0 ? null : size;
}

export function pictureExtension({ mediaType }: Pick<LessonImage, "mediaType">): string {
  return mediaType === "image/png" ? "png" : "jpg";
}

const pngHeaderBytes = 24;

function pngSize(bytes: Buffer) {
  if (bytes.length < pngHeaderBytes) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

// Markers of frames have the size: SOF0 to SOF15, without the three among them that are something else.
const otherThanFrames = new Set([0xc4, 0xc8, 0xcc]);

function jpegSize(bytes: Buffer) {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && !otherThanFrames.has(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
