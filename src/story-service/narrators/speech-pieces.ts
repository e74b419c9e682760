/** Speech servers accept about four thousand characters per request. */
const pieceCharactersMost = 3_500;

/** Splits a text into pieces for a speech server, at paragraphs if possible, then at sentences, then at spaces. */
export function piecesOf(text: string, most = pieceCharactersMost): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const at = cutIn(rest.slice(0, most));
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest !== "") pieces.push(rest);
  return pieces;
}

function cutIn(head: string): number {
  const paragraph = head.lastIndexOf("\n\n");
  if (paragraph > 0) return paragraph;
  const sentence = Math.max(
    ...[". ", "! ", "? ", "。", "！", "？", "। ", "؟ "].map((end) => head.lastIndexOf(end)),
  );
  if (sentence > 0) return sentence + 1;
  const space = head.lastIndexOf(" ");
  if (space > 0) return space;
  // Never splits a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(head) ? head.length - 1 : head.length;
}
