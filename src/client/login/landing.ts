import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Receives the browser's redirect from the consent page: a listener on this machine for one request. */
export interface Landing {
  readonly redirectUri: string;
  /** The OAuth `state`, which the redirect must contain and which no one else knows. */
  readonly state: string;
  /** The address that the browser was redirected to; null if `signal` was aborted first. */
  arrived(signal: AbortSignal): Promise<URL | null>;
  close(): void;
}

const path = "/callback";
const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>coursebinder</title>
<body style="font: 1.2em/1.5 system-ui, sans-serif; max-width: 34em; margin: 4em auto; padding: 0 1em">
<h1>You can close this page</h1><p>coursebinder goes on in the terminal, and says there whether you are logged in.</p></body></html>
`;

/**
 * Listens on a free port of the loopback interface, before the redirect address is registered, since it must match exactly. Requests
 * without the state are rejected, and the listener keeps waiting.
 */
export async function openLanding(state: string): Promise<Landing> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  const first = new Promise<URL>((resolve) => {
    server.on("request", (request, response) => {
      const url = URL.canParse(request.url ?? "", origin) ? new URL(request.url ?? "", origin) : null;
      // Another host name for this address would mean that a foreign page has sent the browser here.
      const isHere = request.method === "GET" && url?.pathname === path && request.headers.host === host;
      if (!isHere || url.searchParams.get("state") !== state) {
        response.writeHead(isHere ? 400 : 404, { "cache-control": "no-store" }).end();
        return;
      }
      response
        .writeHead(200, {
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-store",
          "referrer-policy": "no-referrer",
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        })
        .end(page, () => resolve(url));
    });
  });
  return {
    redirectUri: origin + path,
    state,
    arrived: (signal) =>
      Promise.race([
        first,
        new Promise<null>((resolve) => {
          if (signal.aborted) resolve(null);
          signal.addEventListener("abort", () => resolve(null), { once: true });
        }),
      ]),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
