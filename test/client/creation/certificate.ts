import { readFileSync } from "node:fs";
import { join } from "node:path";

/** PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A file with a key and the certificate that it signed itself: for 127.0.0.1, but for `elsewhere`. Nobody trusts it who was not told to. */
export function certificateFile(name: "good" | "unknown" | "elsewhere" | "outdated"): string {
  return join(import.meta.dirname, "certificates", `${name}.pem`);
}

export function certificateOf(name: Parameters<typeof certificateFile>[0]): Certificate {
  const pem = readFileSync(certificateFile(name), "utf8");
  return { key: pem, cert: pem };
}
