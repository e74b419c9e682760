/**
 * The text of a word list: UTF-8 with a byte order mark or without, or UTF-16 with one, as Excel saves it. Null where it is neither. UTF-16 without a
 * mark is nothing that can be told from other bytes.
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
