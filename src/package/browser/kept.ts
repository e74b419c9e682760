const prefix = "coursebinder:";

/** Settings and answers in the browser's storage. Some browsers have no storage for local files: everything still works, but nothing is remembered. */
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
  /** Whether what is set can be read again. */
  works(): boolean {
    kept.set("works", "yes");
    const works = kept.get("works") === "yes";
    kept.set("works", null);
    return works;
  },
};
