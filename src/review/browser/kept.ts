import { type Draft, emptyDraft } from "./draft.ts";

/** For the browser, or for this tab alone. */
type Store = "localStorage" | "sessionStorage";

/** A text that a person has typed and that is not recorded yet. */
export interface UnsentText {
  /** What it would do, such as "Correct the title of “Bread”". */
  readonly about: string;
  readonly text: string;
}

const nameCookie = "coursebinder-reviewer";
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * What the browser keeps for a page: the person's name, texts that were typed but not recorded, what was heard, and, on an exported page, the
 * reviewer's actions. It survives reloading the page and closing the tab if the browser can store anything; otherwise it lasts only as long as the
 * page.
 */
export class Kept {
  readonly #prefix: string;
  /** What the browser could not keep, as in a private window or where there is no room. */
  readonly #unkept = new Map<string, unknown>();
  /** Read once: what a tab shows is what is recorded, whoever gives another name in another tab. */
  #who: string | null;

  /** `page`: which page's it is, since all files may share what the browser keeps. */
  constructor(page: string) {
    this.#prefix = `coursebinder:${page}:`;
    const who = this.#read("localStorage", "who");
    this.#who = typeof who === "string" ? who : null;
  }

  /** Whether all that was given to keep is kept. */
  get isWhole(): boolean {
    return this.#unkept.size === 0;
  }

  /** The name that the person has given; null: none yet. */
  get who(): string | null {
    return this.#who;
  }

  /** Keeps a name: for this page, and as a suggestion for other desks, which have another port each time. Cookies don't know ports. */
  rename(who: string): void {
    this.#who = who;
    this.#write("localStorage", "who", who);
    try {
      // biome-ignore lint/suspicious/noDocumentCookie: browsers of 2024 have no Cookie Store
      document.cookie = `${nameCookie}=${encodeURIComponent(who)}; max-age=${yearSeconds}; path=/; samesite=strict`;
    } catch {
      // A page in a frame may have no cookies.
    }
  }

  /** The name given last in another tab, or at any desk of this browser; null: none. */
  get suggestedName(): string | null {
    try {
      const [, written] = new RegExp(`(?:^|; )${nameCookie}=([^;]*)`).exec(document.cookie) ?? [];
      return written === undefined ? null : decodeURIComponent(written);
    } catch {
      return null;
    }
  }

  /** Remembers that a recording was played in this tab; null: there is none. */
  addHeard(sound: string | null): void {
    if (this.isUnheard(sound)) this.#write("sessionStorage", "heard", [...this.#heard(), sound]);
  }

  /** Whether there is a recording of which nothing was played: who decides about such a lesson is recorded so. */
  isUnheard(sound: string | null): boolean {
    return sound !== null && !this.#heard().includes(sound);
  }

  #heard(): unknown[] {
    const heard = this.#read("sessionStorage", "heard");
    return Array.isArray(heard) ? heard : [];
  }

  /** What was typed under a key and is not recorded; null: nothing. */
  text(key: string): string | null {
    return this.#unsent(`text:${key}`)?.text ?? null;
  }

  /** Keeps a text under a key, each as an item of its own, so that two tabs don't overwrite each other's. */
  keepText(key: string, unsent: UnsentText): void {
    this.#write("localStorage", `text:${key}`, unsent);
  }

  forgetText(key: string): void {
    this.#write("localStorage", `text:${key}`, null);
  }

  /** All texts that are not recorded, with their keys, sorted by `about`. */
  texts(): [key: string, unsent: UnsentText][] {
    const stored = this.#storage("localStorage");
    const names = Object.keys(stored ?? {}).filter((name) => name.startsWith(this.#prefix));
    const all = new Set([...names.map((name) => name.slice(this.#prefix.length)), ...this.#unkept.keys()]);
    return [...all]
      .flatMap((name): [string, UnsentText][] => {
        const unsent = name.startsWith("text:") ? this.#unsent(name) : null;
        return unsent === null ? [] : [[name.slice("text:".length), unsent]];
      })
      .sort(([, one], [, other]) => one.about.localeCompare(other.about));
  }

  #unsent(name: string): UnsentText | null {
    const { about, text } = (this.#read("localStorage", name) ?? {}) as Partial<UnsentText>;
    return typeof about === "string" && typeof text === "string" ? { about, text } : null;
  }

  /** What was done in a page by mail. Read anew each time: the same page may be open in another tab. */
  get draft(): Draft {
    const draft = this.#read("localStorage", "draft") as Draft | null;
    return Array.isArray(draft?.entries) ? draft : emptyDraft;
  }

  set draft(draft: Draft) {
    this.#write("localStorage", "draft", draft);
  }

  #read(store: Store, name: string): unknown {
    if (this.#unkept.has(name)) return this.#unkept.get(name);
    try {
      return JSON.parse(this.#storage(store)?.getItem(this.#prefix + name) ?? "null");
    } catch {
      return null;
    }
  }

  /** Keeps a value; null: keeps nothing any more. */
  #write(store: Store, name: string, value: unknown): void {
    this.#unkept.delete(name);
    const storage = this.#storage(store);
    if (value === null) {
      storage?.removeItem(this.#prefix + name);
      return;
    }
    try {
      if (storage === null) throw new Error("nothing is kept");
      storage.setItem(this.#prefix + name, JSON.stringify(value));
    } catch {
      this.#unkept.set(name, value);
    }
  }

  /** Null: the browser keeps nothing for this page. */
  #storage(store: Store): Storage | null {
    try {
      return window[store];
    } catch {
      return null;
    }
  }
}
