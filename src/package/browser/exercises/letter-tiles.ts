/** The tiles, by index, that a text has used so far: each at most once, where several fit the one with most signs. */
export function tilesIn(text: string, letters: readonly string[]): number[] {
  const rest = text.normalize("NFC").toLowerCase().replace(/ς/g, "σ");
  const taken: number[] = [];
  let at = 0;
  while (at < rest.length) {
    let best = -1;
    for (const [index, letter] of letters.entries()) {
      const isLonger = letter.length > (letters[best] ?? "").length;
      if (isLonger && !taken.includes(index) && rest.startsWith(letter, at)) best = index;
    }
    if (best !== -1) taken.push(best);
    at += best === -1 ? 1 : (letters[best] ?? "").length;
  }
  return taken;
}
