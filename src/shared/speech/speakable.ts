/** A text on one line for a speech engine: characters that it would treat as markup or phonemes become spaces. */
export function speakable(text: string): string {
  return text
    .replace(/[<>&[\]{}|\\]/gu, " ")
    .replaceAll("’", "'")
    .replace(/\s+/gu, " ")
    .trim();
}
