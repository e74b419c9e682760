const uriCharactersMost = 2_000;
const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Whether a client may have its answers sent there: `https:`, or `http:` to the very machine that the browser runs on; no fragment, no user
 * name. Schemes of apps are refused: any other app may claim them.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > uriCharactersMost || !/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (text.includes("#") || username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
}

/** The redirect URI as it was registered, character for character, with the answer's parameters added to its query. */
export function withAnswer(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${new URLSearchParams(given)}`;
}
