/** Whether two texts have the same letters and digits in the same order: a difference in signs, spaces or case can't be heard. Pure. */
export function readsAloudTheSame(one: string, other: string): boolean {
  return spoken(one) === spoken(other);
}

function spoken(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N}\s]/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase();
}
