const key = "coursebinder-reviewer";
const yearSeconds = 365 * 24 * 60 * 60;

/** Read once: what a tab shows is what is recorded, whoever gives another name in another tab. */
let given = localStorage.getItem(key);

/** The name that the person has given at this desk; null: none yet. */
export function nameGiven(): string | null {
  return given;
}

/** The name given last in another tab, or at any desk of this browser; null: none. */
export function nameGivenElsewhere(): string | null {
  const [, written] = new RegExp(`(?:^|; )${key}=([^;]*)`).exec(document.cookie) ?? [];
  try {
    return written === undefined ? null : decodeURIComponent(written);
  } catch {
    return null;
  }
}

/** Keeps a name: for this desk, and as a suggestion for others, which have another port each time. Cookies don't know ports. */
export function rememberName(name: string): void {
  given = name;
  localStorage.setItem(key, name);
  // biome-ignore lint/suspicious/noDocumentCookie: browsers of 2024 have no Cookie Store
  document.cookie = `${key}=${encodeURIComponent(name)}; max-age=${yearSeconds}; path=/; samesite=strict`;
}
