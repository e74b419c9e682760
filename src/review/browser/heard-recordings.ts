const storeKey = "coursebinder-heard";

/** The recordings that were played in this tab, by their hashes: who decides about a lesson without having heard it is recorded so. */
export class HeardRecordings {
  readonly #hashes = new Set<string>(kept());

  /** Null: there is no recording. */
  add(sound: string | null): void {
    if (sound === null || this.#hashes.has(sound)) return;
    this.#hashes.add(sound);
    try {
      sessionStorage.setItem(storeKey, JSON.stringify([...this.#hashes]));
    } catch {
      // Then a reload forgets it.
    }
  }

  /** Whether there is a recording of which nothing was played. */
  isUnheard(sound: string | null): boolean {
    return sound !== null && !this.#hashes.has(sound);
  }
}

function kept(): string[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(storeKey) ?? "[]");
    return Array.isArray(read) ? read.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
