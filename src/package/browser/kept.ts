const prefix = "coursebinder:";

/** Settings in the browser's storage. Some browsers have none for local files: everything works then, but nothing is remembered. */
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
      // The setting applies to this page only.
    }
  },
};
