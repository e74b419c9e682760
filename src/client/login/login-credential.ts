import { closing } from "../../shared/closing.ts";
import type { Files } from "../../shared/files/files.ts";
import type { World } from "../../shared/world.ts";
import type { Credential } from "../credentials.ts";
import { Secret } from "../secret.ts";
import { causeOf } from "../socket.ts";
import { type Login, lockLogin, readLogin, renewalMark, saveLogin } from "./login.ts";
import { renewLogin } from "./oauth.ts";

/** A token with less than this left is renewed before the next call, so that it doesn't expire during a creation. */
const renewWithinMs = 10 * 60_000;

export interface LoginStorage {
  readonly path: string;
  readonly files: Files;
  readonly world: Pick<World, "now" | "sleep" | "log">;
  readonly timeoutMs: number;
}

/**
 * A login as a credential. Sending a refresh token twice would end the connection for all its users (interface 5.4), so only one process on the machine
 * sends it, once: under a lock, after reading the file again and writing a durable mark to it. A mark that was never removed means that the outcome is
 * unknown or could not be saved: the refresh token is then never sent again, and the newest access token is used until it expires.
 */
export class LoginCredential implements Credential {
  readonly account = null;
  #login: Login;
  #renewing: Promise<void> | null = null;
  readonly #storage: LoginStorage;

  constructor(login: Login, storage: LoginStorage) {
    this.#login = login;
    this.#storage = storage;
  }

  async current(): Promise<Secret> {
    await this.#readNewer();
    if (this.#renewing === null && this.#isDue()) {
      this.#renewing = this.#renewInTurn().finally(() => {
        this.#renewing = null;
      });
    }
    await this.#renewing;
    return new Secret(this.#login.accessToken);
  }

  /**
   * Reads the stored login, which another process may have renewed or the user replaced: a new one ends the previous one at the service. Null if
   * there is none: the user has ended it, and the service will refuse the current token.
   */
  async #readNewer(): Promise<Login | null> {
    const { path, files } = this.#storage;
    const stored = await readLogin(files, path, this.#login.service).catch(() => null);
    if (stored !== null && stored.obtainedAt > this.#login.obtainedAt) this.#login = stored;
    return stored;
  }

  #isDue(): boolean {
    const { refreshToken, expiresAt } = this.#login;
    return refreshToken !== null && this.#storage.world.now() >= expiresAt - renewWithinMs;
  }

  async #renewInTurn(): Promise<void> {
    const { world, path } = this.#storage;
    try {
      const lock = await lockLogin(path, this.#storage);
      if (lock !== null) await closing(lock, () => this.#renewLocked());
    } catch (error) {
      world.log.warn({ cause: causeOf(error) }, "the login was not renewed");
    }
  }

  async #renewLocked(): Promise<void> {
    const { path, files, world, timeoutMs } = this.#storage;
    const stored = await this.#readNewer();
    if (stored === null || stored.refreshToken === null || !this.#isDue()) return;
    const mark = renewalMark(stored.refreshToken);
    if (stored.refreshing === mark) return;
    await saveLogin(files, path, { ...stored, refreshing: mark });
    const renewed = await renewLogin(stored, stored.refreshToken, { timeoutMs, now: world.now });
    if (renewed !== null) this.#login = renewed;
    await saveLogin(files, path, renewed ?? stored);
  }
}
