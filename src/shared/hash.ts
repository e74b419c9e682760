import { hash, webcrypto } from "node:crypto";

/** SHA-256 as 64 lower-case hex digits. Text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

// Up to here, hashing takes less time than asking another thread.
const shortBytes = 256 * 1024;

/** Like `sha256`, but a large buffer is hashed on another thread, so that it does not block other work. It must not change before this resolves. */
export async function sha256Aside(bytes: Buffer): Promise<string> {
  if (bytes.length <= shortBytes) return sha256(bytes);
  return Buffer.from(await webcrypto.subtle.digest("SHA-256", bytes)).toString("hex");
}
