const key = "coursebinder-reviewer";
const yearSeconds = 365 * 24 * 60 * 60;

/** The name that the person has given at this desk; null: none yet. */
export function nameGiven(): string | null {
  return localStorage.getItem(key);
}

/** The name given last at any desk of this browser; null: none. */
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
  localStorage.setItem(key, name);
  // biome-ignore lint/suspicious/noDocumentCookie: browsers of 2024 have no Cookie Store
  document.cookie = `${key}=${encodeURIComponent(name)}; max-age=${yearSeconds}; path=/; samesite=strict`;
}
