import type { Correction, Respoken, SavedOverlay, StoryFacts } from "../state.ts";

/** The corrections of a story that no other one undoes, in the order of the log. Pure. */
function standing(corrections: readonly Correction[]): Correction[] {
  const undone = new Set(corrections.flatMap(({ undoes }) => undoes ?? []));
  return corrections.filter(({ correction, undoes }) => undoes === null && !undone.has(correction));
}

/** The newest correction of a story that is not undone, and the one in force without it; null: none. Pure. */
export function newestCorrections({ corrections }: Pick<StoryFacts, "corrections">): {
  readonly newest: Correction | null;
  readonly before: Correction | null;
} {
  const [before, newest] = [null, null, ...standing(corrections)].slice(-2);
  return { newest: newest ?? null, before: before ?? null };
}

/** The file with what is corrected in a story now; null: nothing is. Pure. */
export function overlayInForce(facts: Pick<StoryFacts, "corrections">): SavedOverlay | null {
  return newestCorrections(facts).newest?.overlay ?? null;
}

/**
 * The recording with the sentences that were spoken anew, if it is of the correction and the book in force; null: the book's own sound is
 * in force. Pure.
 */
export function respokenInForce(
  facts: Pick<StoryFacts, "corrections" | "book" | "respoken">,
): Respoken | null {
  const correction = overlayInForce(facts)?.sha256;
  const isOfBoth = (one: Respoken): boolean =>
    one.correction === correction && one.book === facts.book?.sha256;
  return facts.respoken.findLast(isOfBoth) ?? null;
}
