import type { Parts } from "../parts.ts";

/** Whose session a cookie holds: an account's, or an operator's. */
export type CookieKind = "stories" | "stories_operator";

/** Browsers share cookies across all ports of a host, so the name distinguishes services on one machine. */
function cookieName({ addresses }: Parts, kind: CookieKind): string {
  const { port } = new URL(addresses.appUrl);
  if (!isSecure(addresses)) return `${kind}_${port}`;
  // The prefix binds the cookie to this host: no other one of the domain can plant it (RFC 6265bis, 4.1.3.2).
  return port === "" ? `__Host-${kind}` : `__Host-${kind}_${port}`;
}

function isSecure({ appUrl }: Parts["addresses"]): boolean {
  return appUrl.startsWith("https:");
}

/** The token in a request's `Cookie` header. */
export function cookieOf(parts: Parts, kind: CookieKind, header: string | undefined): string | undefined {
  const start = `${cookieName(parts, kind)}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/**
 * The line that gives a browser a token. An account's is sent along when a program's link leads to the consent page (Lax), an operator's with nothing that
 * another site begins (Strict); neither with another site's form.
 */
export function cookieLine(parts: Parts, kind: CookieKind, token: string): string {
  const secure = isSecure(parts.addresses) ? "; Secure" : "";
  const sameSite = kind === "stories" ? "Lax" : "Strict";
  return `${cookieName(parts, kind)}=${token}; Path=/; HttpOnly; SameSite=${sameSite}${secure}`;
}
