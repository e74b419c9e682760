import { sha256 } from "./hash.ts";

const writtenUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const uuidShape =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi;

/** A UUID as stored and compared: in lower case. The same UUID may be written in capitals (RFC 9562, section 4). */
export function canonicalUuid(uuid: string): string {
  return uuid.toLowerCase();
}

/**
 * Everything in a text that looks like a UUID, including those in braces, after `urn:uuid:` or without hyphens. The results are in canonical form and
 * in order of appearance, without duplicates. Evidence for a person, never an id to act on.
 */
export function likelyUuids(text: string): string[] {
  return [...new Set((text.match(uuidShape) ?? []).map(hyphenated))];
}

/** The hyphenated UUIDs in a text, canonical, without duplicates, in order of appearance. */
export function uuidsIn(text: string): string[] {
  return [...new Set((text.match(writtenUuid) ?? []).map(canonicalUuid))];
}

function hyphenated(found: string): string {
  const hex = canonicalUuid(found.replaceAll("-", ""));
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** A UUID that depends on a name alone, so that restoring the same thing twice gives the same id. */
export function derivedUuid(name: string): string {
  const hex = sha256(name);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
