import type { Files } from "../../shared/files/files.ts";
import type { World } from "../../shared/world.ts";
import type { Credential } from "../credential.ts";
import { Secret } from "../secret.ts";
import { type Login, readLogin, renewalMark, saveLogin } from "./login.ts";
import { lockLogin } from "./login-lock.ts";
import { type Renewal, renew } from "./renew.ts";

/** A token with less than this left is renewed before the next call, so that it doesn't expire during a creation. */
const renewWithinMs = 10 * 60_000;
/** If the clock is further back than this before the token was issued, it says nothing about the token's expiry. */
const clockBackMs = 60_000;
/** The shortest time before retrying a renewal that could not be sent. */
const tryAgainMs = 30_000;

export interface LoginMeans {
  readonly path: string;
  readonly files: Files;
  readonly world: Pick<World, "now" | "monotonic" | "sleep" | "log">;
  readonly timeoutMs: number;
}

/**
 * A login as a credential. Sending a refresh token twice would end the connection for all its users, so only one process on the machine
 * sends it, once: under a lock, after reading the file again and writing a durable mark to it. A mark that was never removed means an
 * unknown outcome: that refresh token is never sent again, and the access token is used until it expires.
 */
export class LoginCredential implements Credential {
  /** Only one login per service is stored, and a new one is most likely to the same account, whose limits apply across logins. */
  readonly account = "login";
  readonly mayChange = true;
  #login: Login;
  #renewing: Promise<void> | null = null;
  /** The mark left in the file by a renewal whose login could not be saved; null if there is none. */
  #unsaved: string | null = null;
  #notBefore = Number.NEGATIVE_INFINITY;
  readonly #means: LoginMeans;

  constructor(login: Login, means: LoginMeans) {
    this.#login = login;
    this.#means = means;
  }

  async current(refused?: Secret): Promise<Secret> {
    await this.#takeNewer();
    if (this.#renewing === null && (this.#isRefused(refused) || this.#mayRenew())) {
      this.#renewing = this.#renewInTurn().finally(() => {
        this.#renewing = null;
      });
    }
    await this.#renewing;
    return new Secret(this.#login.accessToken);
  }

  #mayRenew(): boolean {
    return this.#means.world.monotonic() >= this.#notBefore && this.#isDue(this.#login);
  }

  /**
   * Whether the service has just refused the current token. Whatever was tried before, it is then read again in turn, and renewed if it is due: another
   * process may be between the service's answer, which ended this token, and saving the new one.
   */
  #isRefused(refused: Secret | undefined): boolean {
    return refused?.fingerprint() === new Secret(this.#login.accessToken).fingerprint();
  }

  // A new login ends the previous one at the service, so running processes switch to the new one.
  async #takeNewer(): Promise<void> {
    const { path, files } = this.#means;
    const result = await readLogin(files, path, this.#login.service);
    if (result.kind !== "login" || result.login.endedAt !== null) return;
    if (result.login.obtainedAt > this.#login.obtainedAt) this.#login = result.login;
  }

  #isDue({ refreshToken, obtainedAt, expiresAt }: Login): boolean {
    const now = this.#means.world.now();
    return refreshToken !== null && (now >= expiresAt - renewWithinMs || now < obtainedAt - clockBackMs);
  }

  async #renewInTurn(): Promise<void> {
    const { world } = this.#means;
    this.#notBefore = world.monotonic() + tryAgainMs;
    try {
      const lock = await lockLogin(this.#means.path, this.#means);
      if (lock === null) return;
      try {
        await this.#renewLocked();
      } finally {
        await lock.close();
      }
    } catch (error) {
      // On a disk error, continue with the current token.
      world.log.warn({ cause: error instanceof Error ? error.message : "" }, "the login was not renewed");
    }
  }

  async #renewLocked(): Promise<void> {
    const { path, files, world, timeoutMs } = this.#means;
    const result = await readLogin(files, path, this.#login.service);
    // The user has logged out meanwhile; the service will refuse the current token.
    if (result.kind !== "login" || result.login.endedAt !== null) return;
    // The file still marks this process's own renewal as pending: its result could not be saved, and the new refresh token was never sent.
    const isUnsaved = this.#unsaved !== null && result.login.refreshing === this.#unsaved;
    const found = isUnsaved ? this.#login : result.login;
    this.#login = found;
    const { refreshToken } = found;
    if (refreshToken === null || !this.#isDue(found)) return;
    const mark = renewalMark(refreshToken);
    if (found.refreshing === mark) {
      world.log.warn({}, "the refresh token may have been used: log in again");
      return;
    }
    await saveLogin(files, path, { ...found, refreshing: mark });
    const renewal = await renew(found, refreshToken, { timeoutMs, now: world.now });
    await this.#take(renewal, found);
  }

  async #take(renewal: Renewal, before: Login): Promise<void> {
    const { path, files, world } = this.#means;
    switch (renewal.kind) {
      case "renewed":
        // Used only once durable, unless the disk refuses: then only memory has it.
        this.#login = renewal.login;
        this.#unsaved = before.refreshToken === null ? null : renewalMark(before.refreshToken);
        await saveLogin(files, path, renewal.login);
        this.#unsaved = null;
        return;
      case "unsent":
        await saveLogin(files, path, before);
        return;
      case "unknown":
        world.log.warn({ cause: renewal.cause }, "the login was not renewed: log in again");
    }
  }
}
