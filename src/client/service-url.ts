import { Failure } from "../shared/failure.ts";
import type { RemoteProblem } from "./problem.ts";

/**
 * Checks the service's base address: `https:` only; `http:` only for the literal addresses 127.0.0.1 and [::1] (a name such as `localhost`
 * could resolve elsewhere). Returns it without a trailing slash: that text is the service's identity in a ledger. Throws a Failure with
 * `service_url_invalid`.
 */
export function readServiceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  // Never show the password or query of a refused address: a key may have been typed there.
  const shown = url === null ? text : `${url.protocol}//${url.host}${url.pathname}`;
  const why = url === null ? "not-a-url" : whyRefused(url);
  if (why !== null) throw new Failure<RemoteProblem>({ code: "service_url_invalid", url: shown, why });
  return shown.replace(/\/+$/, "");
}

function whyRefused({ protocol, hostname, username, password, search, hash }: URL) {
  if (username !== "" || password !== "") return "has-credentials";
  const isLoopback = hostname === "127.0.0.1" || hostname === "[::1]";
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback)) return "not-https";
  return search !== "" || hash !== "" ? "has-query" : null;
}
