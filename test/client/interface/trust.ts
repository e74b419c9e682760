import { readFileSync } from "node:fs";
import tls from "node:tls";

/** Lets this process's connections trust certificates besides the usual ones, as `NODE_EXTRA_CA_CERTS` lets a run do. What it returns ends that. */
export function trust(...files: readonly string[]): () => void {
  const { createSecureContext } = tls;
  tls.createSecureContext = (options) => {
    const made = createSecureContext(options);
    for (const file of files)
      (made.context as { addCACert(pem: Buffer): void }).addCACert(readFileSync(file));
    return made;
  };
  return () => {
    tls.createSecureContext = createSecureContext;
  };
}
