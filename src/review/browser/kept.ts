import { type Draft, emptyDraft } from "./draft.ts";

const nameCookie = "coursebinder-reviewer";
const yearSeconds = 365 * 24 * 3_600;

/** What the browser keeps under a name on every port of this machine, since each start of the desk has another; null: nothing. */
export function cookie(name: string): string | null {
  try {
    const [, written] = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie) ?? [];
    return written === undefined ? null : decodeURIComponent(written);
  } catch {
    return null;
  }
}

/** Keeps a value for a year, where the browser does: a page in a frame may have no cookies. */
export function keepCookie(name: string, value: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: browsers of 2024 have no Cookie Store
    document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${yearSeconds}; path=/; samesite=strict`;
  } catch {}
}

/**
 * What is kept for a page: the person's name, what was heard, and, on an exported page, the reviewer's actions survive reloading the page and closing
 * the tab if the browser can store anything. Texts that were typed but not recorded last as long as the page.
 */
export class Kept {
  readonly #prefix: string;
  /** What the browser could not keep, as in a private window or where there is no room. */
  readonly #unkept = new Map<string, unknown>();
  /** Texts that were typed but not recorded, by what they are about. */
  readonly texts = new Map<string, string>();
  /** The name that the person has given; null: none yet. Read once: what a tab shows is what is recorded, whoever gives another name in another tab. */
  who: string | null;

  /** `page`: which page's it is, since all files may share what the browser keeps. */
  constructor(page: string) {
    this.#prefix = `coursebinder:${page}:`;
    this.who = this.#read<string>("who");
  }

  /** Keeps a name: for this page, and as a suggestion for other desks. */
  rename(who: string): void {
    this.who = who;
    this.#write("who", who);
    keepCookie(nameCookie, who);
  }

  /** The name given last in another tab, or at any desk of this browser; null: none. */
  get suggestedName(): string | null {
    return cookie(nameCookie);
  }

  /** Remembers that a recording was played; null: there is none. */
  addHeard(sound: string | null): void {
    this.#write(`heard:${sound}`, true);
  }

  /** Whether there is a recording of which nothing was played: who decides about such a lesson is recorded so. */
  isUnheard(sound: string | null): boolean {
    return sound !== null && this.#read(`heard:${sound}`) === null;
  }

  /** What was done in a page by mail. Read anew each time: the same page may be open in another tab. */
  get draft(): Draft {
    return this.#read<Draft>("draft") ?? emptyDraft;
  }

  set draft(draft: Draft) {
    this.#write("draft", draft);
  }

  #read<Value>(name: string): Value | null {
    const key = this.#prefix + name;
    if (this.#unkept.has(key)) return this.#unkept.get(key) as Value;
    try {
      return JSON.parse(localStorage.getItem(key) ?? "null") as Value | null;
    } catch {
      return null;
    }
  }

  #write(name: string, value: unknown): void {
    const key = this.#prefix + name;
    this.#unkept.delete(key);
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      this.#unkept.set(key, value);
    }
  }
}
