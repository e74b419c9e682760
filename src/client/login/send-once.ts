import { once } from "node:events";
import http from "node:http";
import * as oauth from "oauth4webapi";
import { signalAfter } from "../../shared/timer.ts";
import { type Opening, openConnection } from "../socket.ts";

/** No byte of the request was written: it may be sent again. */
export class UnsentError extends Error {
  readonly opening: Extract<Opening, { ok: false }>;

  constructor(opening: UnsentError["opening"]) {
    super(opening.cause);
    this.opening = opening;
  }
}

// An authorization server's answers have a few hundred bytes.
const mostCharacters = 64 * 1024;

/**
 * Options for every request to an authorization server: each is sent once, on a connection of its own, without redirects, since a refresh
 * token sent twice ends its whole connection (interface 5.4). A request that was not written rejects with an `UnsentError`; after any other
 * error it is unknown what the server has received. `http:` is allowed only for a service on this machine, as in `readServiceUrl`.
 */
export function onceOptions(issuer: string, timeoutMs: number) {
  return {
    [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
    [oauth.customFetch]: (address: string, sending: oauth.CustomFetchOptions<string, unknown>) =>
      sendOnce(address, sending, timeoutMs),
  };
}

async function sendOnce(
  address: string,
  { method, headers, body }: oauth.CustomFetchOptions<string, unknown>,
  timeoutMs: number,
): Promise<Response> {
  const url = new URL(address);
  const opening = await openConnection(url.origin, { timeoutMs });
  if (!opening.ok) throw new UnsentError(opening);
  const { socket } = opening.connection;
  try {
    const sent = String(body ?? "");
    const own = { host: url.host, "content-length": Buffer.byteLength(sent), connection: "close" };
    const request = http.request({
      createConnection: () => socket,
      method,
      path: url.pathname + url.search,
      signal: signalAfter(timeoutMs),
      headers: { ...headers, ...own },
    });
    request.end(sent);
    const [answer] = (await once(request, "response")) as [http.IncomingMessage];
    let text = "";
    for await (const chunk of answer.setEncoding("utf8")) {
      text += chunk;
      if (text.length > mostCharacters) throw new Error("the answer is too long");
    }
    const received = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(text === "" ? null : text, { status: answer.statusCode ?? 502, headers: received });
  } finally {
    socket.destroy();
  }
}
