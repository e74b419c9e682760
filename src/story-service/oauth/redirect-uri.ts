const uriCharactersMost = 2_000;
const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** RFC 3986 to the letter, without a user name and a fragment: what a browser would mend on its way, others read as another host. */
const uriPattern = new RegExp(
  `^(https?)://(${label}(?:\\.${label})*|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?(?:[/?](?:[\\w\\-.~:/?[\\]@!$&'()*+,;=]|%[0-9a-f]{2})*)?$`,
  "i",
);

/**
 * Whether a client may have its answers sent there: `https:`, or `http:` to the very machine that the browser runs on; no fragment, no user
 * name, and a host that stands there as everybody reads it, since it goes into headers. Schemes of apps are refused: any other app may claim
 * them.
 */
export function isRedirectUri(text: string): boolean {
  const [, scheme = "", host = ""] = (text.length <= uriCharactersMost && uriPattern.exec(text)) || [];
  if (scheme === "" || !URL.canParse(text) || new URL(text).hostname !== host.toLowerCase()) return false;
  return scheme.toLowerCase() === "https" || loopback.has(host.toLowerCase());
}

/** The redirect URI as it was registered, character for character, with the answer's parameters added to its query. */
export function withAnswer(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${new URLSearchParams(given)}`;
}
