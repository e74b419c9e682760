import { drop, keep, stored, storedNames } from "../stored.ts";

/** What a person has typed and what is not recorded yet. */
export interface UnsentText {
  /** What it would do, such as "Correct the title of “Bread”". */
  readonly about: string;
  readonly text: string;
}

/**
 * Texts that were typed and are not recorded, each by a key of its own: a person's words are lost neither to a slip of a key nor to a desk that
 * has stopped. They survive the page and its tab where the browser keeps anything for it, each as an item of its own, so that two tabs
 * don't overwrite each other's.
 */
export class UnsentTexts {
  readonly #prefix: string;
  /** Where the browser keeps nothing: they live as long as the page. */
  readonly #unkept = new Map<string, UnsentText>();

  /** `page`: which page's they are, since all files may share what the browser keeps. */
  constructor(page: string) {
    this.#prefix = `coursebinder-unsent:${page}:`;
  }

  get(key: string): string | null {
    return (this.#unkept.get(key) ?? this.#kept(this.#prefix + key))?.text ?? null;
  }

  keep(key: string, unsent: UnsentText): void {
    if (!keep("localStorage", this.#prefix + key, unsent)) this.#unkept.set(key, unsent);
  }

  forget(key: string): void {
    this.#unkept.delete(key);
    drop("localStorage", this.#prefix + key);
  }

  /** All texts with their keys, sorted by `about`. */
  all(): [key: string, unsent: UnsentText][] {
    const kept = storedNames("localStorage", this.#prefix).flatMap((name): [string, UnsentText][] => {
      const unsent = this.#kept(name);
      return unsent === null ? [] : [[name.slice(this.#prefix.length), unsent]];
    });
    return [...kept, ...this.#unkept].sort(([, one], [, other]) => one.about.localeCompare(other.about));
  }

  #kept(name: string): UnsentText | null {
    const read = stored("localStorage", name) as Partial<UnsentText> | null;
    const { about, text } = read ?? {};
    return typeof about === "string" && typeof text === "string" ? { about, text } : null;
  }
}
