import type { Secret } from "./secret.ts";

/** The credential for calls: a fixed key, or a login whose access token is renewed during a run. */
export interface Credential {
  /**
   * The secret for a call that starts now. Never rejects: an expired secret is left for the service to refuse. `refused`: one that the service has just
   * refused; if it is still the current one, a renewal of it by another process is waited for.
   */
  current(refused?: Secret): Promise<Secret>;
  /** What the service counts calls by, as far as known here: the same for the same key or login, and not secret. */
  readonly account: string;
  /** Whether it may now belong to another account under the same name: someone else can log in again. */
  readonly mayChange: boolean;
}

/** Whether a secret is no longer the current one: if the service refuses it, that says nothing about the next call. */
export async function isReplaced(secret: Secret, credential: Credential): Promise<boolean> {
  return (await credential.current(secret)).fingerprint() !== secret.fingerprint();
}

/** An API key (interface 5.1). */
export function fixedCredential(secret: Secret): Credential {
  return { current: () => Promise.resolve(secret), account: secret.fingerprint(), mayChange: false };
}
