import { readFileSync } from "node:fs";
import tls from "node:tls";

/** Lets this process's connections trust a certificate besides the usual ones, as `NODE_EXTRA_CA_CERTS` lets a run do. What it returns ends that. */
export function trust(file: string): () => void {
  const { createSecureContext } = tls;
  const certificate = readFileSync(file);
  tls.createSecureContext = (options) => {
    const made = createSecureContext(options);
    (made.context as { addCACert(pem: Buffer): void }).addCACert(certificate);
    return made;
  };
  return () => {
    tls.createSecureContext = createSecureContext;
  };
}
