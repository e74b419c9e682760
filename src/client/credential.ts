import type { Secret } from "./secret.ts";

/** What calls are made with: a key that stays, or a login whose access token is renewed while a run goes on. */
export interface Credential {
  /** The secret for a call that begins now. Never rejects: a secret that has run out is refused by the service, in its own words. */
  current(): Promise<Secret>;
  /** What the service counts calls by, as far as it can be told here: the same for the same key or login, and no secret. */
  readonly account: string;
  /** Whether it may be for another account by now under the same name: a login can be repeated by somebody else. */
  readonly mayChange: boolean;
}

/** A key (interface 5.1). */
export function fixedCredential(secret: Secret): Credential {
  return { current: () => Promise.resolve(secret), account: secret.fingerprint(), mayChange: false };
}
