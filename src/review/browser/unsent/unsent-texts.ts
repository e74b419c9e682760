/** What a person has typed and what is not recorded yet. */
export interface UnsentText {
  /** What it would do, such as "Correct the title of “Bread”". */
  readonly about: string;
  readonly text: string;
}

const storeKey = "coursebinder-unsent";

/**
 * Texts that were typed and are not recorded, each by a key of its own. They survive a reload of the page in its tab, where the browser keeps
 * anything for it: a person's words are never lost to a slip of a key or to a desk that has stopped.
 */
export class UnsentTexts {
  readonly #texts = new Map<string, UnsentText>(kept());

  get(key: string): string | null {
    return this.#texts.get(key)?.text ?? null;
  }

  keep(key: string, unsent: UnsentText): void {
    this.#texts.set(key, unsent);
    this.#save();
  }

  forget(key: string): void {
    if (this.#texts.delete(key)) this.#save();
  }

  /** All of them with their keys, the oldest first. */
  all(): [key: string, unsent: UnsentText][] {
    return [...this.#texts];
  }

  #save(): void {
    try {
      sessionStorage.setItem(storeKey, JSON.stringify(this.all()));
    } catch {
      // No storage for files, or a private window, or no room: they live as long as the page.
    }
  }
}

function kept(): [string, UnsentText][] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(storeKey) ?? "[]");
    return Array.isArray(read) ? (read as [string, UnsentText][]) : [];
  } catch {
    return [];
  }
}
