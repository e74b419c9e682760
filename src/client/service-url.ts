import type { RemoteProblem } from "./problem.ts";

export type ServiceUrlResult = { ok: true; url: string } | { ok: false; problem: RemoteProblem };

/**
 * Checks the service's base address: `https:` only; `http:` only for the literal addresses 127.0.0.1 and [::1] (a name such as `localhost`
 * could resolve elsewhere). Returns it without a trailing slash: that text is the service's identity in a ledger.
 */
export function readServiceUrl(text: string): ServiceUrlResult {
  if (!URL.canParse(text)) return refused(text, "not-a-url");
  const url = new URL(text);
  // Never show the password or query of a refused address: a key may have been typed there.
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  if (url.username !== "" || url.password !== "") return refused(shown, "has-credentials");
  const loopback = url.hostname === "127.0.0.1" || url.hostname === "[::1]";
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback))
    return refused(shown, "not-https");
  if (url.search !== "" || url.hash !== "") return refused(shown, "has-query");
  return { ok: true, url: shown.replace(/\/+$/, "") };
}

function refused(
  url: string,
  why: Extract<RemoteProblem, { code: "service_url_invalid" }>["why"],
): ServiceUrlResult {
  return { ok: false, problem: { code: "service_url_invalid", url, why } };
}
