/** For the browser, or for this tab alone. */
export type Store = "localStorage" | "sessionStorage";

/** What is kept under a name; null: nothing, or the browser keeps nothing for this page. What it is, is for the caller to check. */
export function stored(store: Store, name: string): unknown {
  try {
    return JSON.parse(window[store].getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value under a name. False: it could not be kept, as with files, in a private window, or where there is no room. */
export function keep(store: Store, name: string, value: unknown): boolean {
  try {
    window[store].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Removes what is kept under a name. */
export function drop(store: Store, name: string): void {
  try {
    window[store].removeItem(name);
  } catch {
    // Then nothing was kept.
  }
}

/** The names under which anything is kept, as far as they begin with `prefix`. */
export function storedNames(store: Store, prefix: string): string[] {
  try {
    return Object.keys(window[store]).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
