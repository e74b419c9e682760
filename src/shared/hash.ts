import { hash } from "node:crypto";

/** SHA-256 as 64 lower-case hex digits. Text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}
