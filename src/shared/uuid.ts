const writtenUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const uuidShape =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi;

/** A UUID as it is kept and compared: in lower case. The same one may be written in capitals (RFC 9562, section 4). */
export function canonicalUuid(uuid: string): string {
  return uuid.toLowerCase();
}

/**
 * Whatever looks like a UUID in a text, canonical, each once, in order of appearance: in braces, behind `urn:uuid:` and without hyphens,
 * too. Evidence for a person, never an id to act on.
 */
export function likelyUuids(text: string): string[] {
  return [...new Set((text.match(uuidShape) ?? []).map(hyphenated))];
}

/** The UUIDs in a text that are written with their hyphens, canonical, each once, in order of appearance. */
export function uuidsIn(text: string): string[] {
  return [...new Set((text.match(writtenUuid) ?? []).map(canonicalUuid))];
}

function hyphenated(found: string): string {
  const hex = canonicalUuid(found.replaceAll("-", ""));
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
