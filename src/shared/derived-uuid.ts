import { sha256 } from "./hash.ts";

/** A UUID that depends on a name alone, so that restoring the same thing twice gives the same id. */
export function derivedUuid(name: string): string {
  const hex = sha256(name);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
