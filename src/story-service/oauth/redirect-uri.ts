const uriCharactersMost = 2_000;
const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/**
 * Strict RFC 3986 without user name and fragment: a browser would silently repair anything else, and other programs could read it as another host.
 */
const uriPattern = new RegExp(
  `^(https?)://(${label}(?:\\.${label})*|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?(?:[/?](?:[\\w\\-.~:/?[\\]@!$&'()*+,;=]|%[0-9a-f]{2})*)?$`,
  "i",
);

/**
 * Whether a redirect URI is acceptable: `https:`, or `http:` to the loopback interface; no fragment, no user name, and a host in canonical form,
 * since it goes into headers. Custom app schemes are refused: any other app could claim them.
 */
export function isRedirectUri(text: string): boolean {
  const [, scheme = "", host = ""] = (text.length <= uriCharactersMost && uriPattern.exec(text)) || [];
  if (scheme === "" || !URL.canParse(text) || new URL(text).hostname !== host.toLowerCase()) return false;
  return scheme.toLowerCase() === "https" || loopback.has(host.toLowerCase());
}

/** The redirect URI exactly as registered, with the answer's parameters added to its query. */
export function withAnswer(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${new URLSearchParams(given)}`;
}
