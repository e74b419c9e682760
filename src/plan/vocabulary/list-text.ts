/**
 * Decodes a word list: UTF-8 with or without a byte order mark, or UTF-16 with one, as Excel saves it. Null if it is neither; UTF-16
 * without a mark is not recognized.
 */
export function decodeListText(bytes: Buffer): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
