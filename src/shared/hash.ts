import { hash, webcrypto } from "node:crypto";

/** SHA-256 as 64 lower-case hex digits. Text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** Like `sha256`, on another thread: for large buffers that should not block other work. */
export async function sha256Aside(bytes: Buffer): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest("SHA-256", bytes)).toString("hex");
}
