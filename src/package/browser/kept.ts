const prefix = "coursebinder:";

/** What the browser keeps of a reader. Where it keeps nothing for files, everything works but is forgotten. */
export const kept = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(prefix + key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(prefix + key);
      else localStorage.setItem(prefix + key, value);
    } catch {
      // Kept for this page only.
    }
  },
};
