import { type Draft, emptyDraft } from "./draft.ts";

/** A text that a person has typed and that is not recorded yet. */
export interface UnsentText {
  /** What it would do, such as "Correct the title of “Bread”". */
  readonly about: string;
  readonly text: string;
}

/** For the browser, or for this tab alone. */
type Store = "localStorage" | "sessionStorage";

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
 * What the browser keeps for a page: the person's name, texts that were typed but not recorded, what was heard, and, on an exported page, the
 * reviewer's actions. It survives reloading the page and closing the tab if the browser can store anything; otherwise it lasts only as long as the
 * page.
 */
export class Kept {
  readonly #prefix: string;
  /** What the browser could not keep, as in a private window or where there is no room. */
  readonly #unkept = new Map<string, unknown>();
  /** The name that the person has given; null: none yet. Read once: what a tab shows is what is recorded, whoever gives another name in another tab. */
  who: string | null;

  /** `page`: which page's it is, since all files may share what the browser keeps. */
  constructor(page: string) {
    this.#prefix = `coursebinder:${page}:`;
    this.who = this.#read<string>("who");
  }

  /** Whether all that was given to keep is kept. */
  get isWhole(): boolean {
    return this.#unkept.size === 0;
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

  /** Remembers that a recording was played in this tab; null: there is none. */
  addHeard(sound: string | null): void {
    this.#write(`heard:${sound}`, true, "sessionStorage");
  }

  /** Whether there is a recording of which nothing was played: who decides about such a lesson is recorded so. */
  isUnheard(sound: string | null): boolean {
    return sound !== null && this.#read(`heard:${sound}`, "sessionStorage") === null;
  }

  /** What was typed under a key and is not recorded; null: nothing. */
  text(key: string): string | null {
    return this.#read<UnsentText>(`text:${key}`)?.text ?? null;
  }

  /** Keeps a text under a key, each as an item of its own, so that two tabs don't overwrite each other's. */
  keepText(key: string, unsent: UnsentText): void {
    this.#write(`text:${key}`, unsent);
  }

  forgetText(key: string): void {
    this.#write(`text:${key}`, null);
  }

  /** All texts that are not recorded, with their keys, sorted by `about`. */
  texts(): [key: string, unsent: UnsentText][] {
    const own = `${this.#prefix}text:`;
    const stored = Object.keys(storage("localStorage") ?? {}).filter((name) => name.startsWith(own));
    const unkept = [...this.#unkept.keys()].filter((name) => name.startsWith(own));
    return [...new Set([...stored, ...unkept])]
      .map((name) => name.slice(own.length))
      .flatMap((key): [string, UnsentText][] => {
        const unsent = this.#read<UnsentText>(`text:${key}`);
        return unsent === null ? [] : [[key, unsent]];
      })
      .sort(([, one], [, other]) => one.about.localeCompare(other.about));
  }

  /** What was done in a page by mail. Read anew each time: the same page may be open in another tab. */
  get draft(): Draft {
    return this.#read<Draft>("draft") ?? emptyDraft;
  }

  set draft(draft: Draft) {
    this.#write("draft", draft);
  }

  #read<Value>(name: string, store: Store = "localStorage"): Value | null {
    const key = this.#prefix + name;
    if (this.#unkept.has(key)) return this.#unkept.get(key) as Value;
    return JSON.parse(storage(store)?.getItem(key) ?? "null") as Value | null;
  }

  /** Keeps a value; null: keeps nothing any more. */
  #write(name: string, value: unknown, store: Store = "localStorage"): void {
    const key = this.#prefix + name;
    this.#unkept.delete(key);
    if (value === null) {
      storage(store)?.removeItem(key);
      return;
    }
    try {
      window[store].setItem(key, JSON.stringify(value));
    } catch {
      this.#unkept.set(key, value);
    }
  }
}

/** Null: the browser keeps nothing for this page. */
function storage(store: Store): Storage | null {
  try {
    return window[store];
  } catch {
    return null;
  }
}
