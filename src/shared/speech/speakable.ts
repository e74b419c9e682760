/** A text on one line as a speech engine may get it: marks that it would take for markup or for phonemes are turned into spaces. */
export function speakable(text: string): string {
  return text
    .replace(/[<>&[\]{}|\\]/gu, " ")
    .replaceAll("’", "'")
    .replace(/\s+/gu, " ")
    .trim();
}
