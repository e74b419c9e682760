import type { RemoteProblem } from "./problem.ts";

export type ServiceUrlResult = { ok: true; url: string } | { ok: false; problem: RemoteProblem };

/**
 * Checks the service's base address: `https:` only, `http:` for the literal addresses 127.0.0.1 and [::1] alone (a name such as
 * `localhost` could lead elsewhere). Gives it without a slash at its end: that text is the service's identity in a ledger.
 */
export function readServiceUrl(text: string): ServiceUrlResult {
  if (!URL.canParse(text)) return refused(text, "not-a-url");
  const url = new URL(text);
  // What is shown of a refused address never holds a password or a query: a key may have been typed there.
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
