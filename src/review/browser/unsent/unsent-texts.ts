/** What a person has typed and what is not recorded yet. */
export interface UnsentText {
  /** What it would do, such as "Correct the title of “Bread”". */
  readonly about: string;
  readonly text: string;
}

const prefix = "coursebinder-unsent:";

/**
 * Texts that were typed and are not recorded, each by a key of its own: a person's words are lost neither to a slip of a key nor to a desk that
 * has stopped. They survive the page and its tab where the browser keeps anything for it, each as an item of its own, so that two tabs
 * don't overwrite each other's.
 */
export class UnsentTexts {
  /** Where the browser keeps nothing: they live as long as the page. */
  readonly #unkept = new Map<string, UnsentText>();

  get(key: string): string | null {
    return (this.#unkept.get(key) ?? keptAs(prefix + key))?.text ?? null;
  }

  keep(key: string, unsent: UnsentText): void {
    try {
      localStorage.setItem(prefix + key, JSON.stringify(unsent));
    } catch {
      // No storage for files, or a private window, or no room.
      this.#unkept.set(key, unsent);
    }
  }

  forget(key: string): void {
    this.#unkept.delete(key);
    try {
      localStorage.removeItem(prefix + key);
    } catch {
      // Then it was never there.
    }
  }

  /** All of them with their keys, in the order of what they are about. */
  all(): [key: string, unsent: UnsentText][] {
    const kept = storedKeys().flatMap((name): [string, UnsentText][] => {
      const unsent = keptAs(name);
      return unsent === null ? [] : [[name.slice(prefix.length), unsent]];
    });
    return [...kept, ...this.#unkept].sort(([, one], [, other]) => one.about.localeCompare(other.about));
  }
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function keptAs(name: string): UnsentText | null {
  try {
    const read = JSON.parse(localStorage.getItem(name) ?? "null") as UnsentText | null;
    return typeof read?.text === "string" && typeof read.about === "string" ? read : null;
  } catch {
    return null;
  }
}
