import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Whether a request may be answered, and why not. */
export type Admission =
  | { readonly kind: "admitted" }
  /** The address with the token was opened: the answer sets the cookie and redirects to the address without the token. */
  | { readonly kind: "exchanged"; readonly cookie: string }
  | { readonly kind: "refused"; readonly why: "host" | "origin" | "token" | "session" };

const secretBytes = 32;

/**
 * Who may use the desk. Only the browser that opened the address with the token may use it. The token works only once: in exchange, the browser gets a
 * cookie that no script can read and that no other site's page can make it send. The `Host` must be the desk's own (a name that was rebound to this
 * machine is a different host), and so must the `Origin`; a request without an `Origin` can't change anything.
 */
export class Access {
  readonly token = secretOf();
  readonly #session = secretOf();
  #isTokenGood = true;

  /** Decides about a request for `url` at a desk at `origin`, such as `http://127.0.0.1:4711`, written as browsers do. */
  admit(
    { method, headers }: Pick<IncomingMessage, "method" | "headers">,
    { searchParams }: Pick<URL, "searchParams">,
    origin: string,
  ): Admission {
    const { host, origin: from, cookie, "sec-fetch-site": site } = headers;
    // With or without port 80, which browsers leave out.
    const isOwn =
      host !== undefined && URL.canParse(`http://${host}`) && new URL(`http://${host}`).href === `${origin}/`;
    if (!isOwn) return { kind: "refused", why: "host" };
    const reads = method === "GET";
    if (from === undefined ? !reads : from !== origin) return { kind: "refused", why: "origin" };
    if (site !== undefined && site !== "same-origin" && site !== "none") {
      return { kind: "refused", why: "origin" };
    }
    // Browsers send cookies to every port of a host, so each desk on this machine needs a cookie name of its own.
    const cookieName = `coursebinder-desk-${new URL(origin).port}`;
    const hasSession = cookiesIn(cookie).some(
      ([name, value]) => name === cookieName && isSame(value, this.#session),
    );
    const token = searchParams.get("token");
    if (token === null) return hasSession ? { kind: "admitted" } : { kind: "refused", why: "session" };
    // The same address may be opened again from the same browser, where it leads to the same page.
    const isGood = hasSession || (this.#isTokenGood && isSame(token, this.token));
    if (!reads || !isGood) return { kind: "refused", why: "token" };
    this.#isTokenGood = false;
    const attributes = "HttpOnly; SameSite=Strict; Path=/";
    return { kind: "exchanged", cookie: `${cookieName}=${this.#session}; ${attributes}` };
  }
}

function secretOf(): string {
  return randomBytes(secretBytes).toString("base64url");
}

function cookiesIn(header: string | undefined): [string, string][] {
  return (header ?? "").split(";").map((pair) => {
    const [name = "", value = ""] = pair.split("=", 2);
    return [name.trim(), value.trim()];
  });
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
