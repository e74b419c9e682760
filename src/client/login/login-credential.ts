import type { Files } from "../../shared/files/files.ts";
import type { World } from "../../shared/world.ts";
import type { Credential } from "../credential.ts";
import { Secret } from "../secret.ts";
import { type Login, readLogin, renewalMark, saveLogin } from "./login.ts";
import { lockLogin } from "./login-lock.ts";
import { type Renewal, renew } from "./renew.ts";

/** A token with less than this left is renewed before the next call, so that no creation begins with one that runs out. */
const renewWithinMs = 10 * 60_000;
/** A clock that shows an earlier time than when the token came says nothing about its end. */
const clockBackMs = 60_000;
/** After a try that could not be made, the next one is made no sooner. */
const tryAgainMs = 30_000;

export interface LoginMeans {
  readonly path: string;
  readonly files: Files;
  readonly world: Pick<World, "now" | "monotonic" | "sleep" | "log">;
  readonly timeoutMs: number;
}

/**
 * A login as a credential. Sending a refresh token twice would end the connection for everybody who uses it, so of all processes of the
 * machine one sends it, once: under a lock, after reading the file again, and with a mark in it that is durable before. A mark that was not
 * taken away means that nobody knows: that refresh token is never sent again, and the access token is used for as long as it lasts.
 */
export class LoginCredential implements Credential {
  /** One login is kept for a service, and a new connection is most likely to the same account, whose limits know no connections. */
  readonly account = "login";
  readonly mayChange = true;
  #login: Login;
  #renewing: Promise<void> | null = null;
  /** The mark that the file was left with by a renewal whose login could not be saved; null where there is none. */
  #unsaved: string | null = null;
  #notBefore = Number.NEGATIVE_INFINITY;
  readonly #means: LoginMeans;

  constructor(login: Login, means: LoginMeans) {
    this.#login = login;
    this.#means = means;
  }

  async current(): Promise<Secret> {
    await this.#takeNewer();
    const mayTry = this.#means.world.monotonic() >= this.#notBefore;
    if (this.#renewing === null && mayTry && this.#isDue(this.#login)) {
      this.#renewing = this.#renewInTurn().finally(() => {
        this.#renewing = null;
      });
    }
    await this.#renewing;
    return new Secret(this.#login.accessToken);
  }

  // Whoever logs in anew ends the login of before at the service; what runs goes on with the new one.
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
      // A disk that refuses: the token at hand is used on.
      world.log.warn({ cause: error instanceof Error ? error.message : "" }, "the login was not renewed");
    }
  }

  async #renewLocked(): Promise<void> {
    const { path, files, world, timeoutMs } = this.#means;
    const result = await readLogin(files, path, this.#login.service);
    // Logged out meanwhile: the service refuses what is left.
    if (result.kind !== "login" || result.login.endedAt !== null) return;
    // The file still shows this process's own renewal as under way: what came of it could not be saved, and its refresh token was never sent.
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
        // Used only once it is durable, unless the disk refuses: what is in memory is then all that is left.
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
