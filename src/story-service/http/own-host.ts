import type { IncomingMessage } from "node:http";
import type { Addresses } from "../parts.ts";
import { loopbackNames } from "../public-address.ts";

/** A name or an address with an optional port: no user, no path, no list. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;
const absolutePattern = /^https?:\/\/([^/?#]*)/i;

type Own = Pick<Addresses, "appUrl" | "listensAt">;

/**
 * The HTTP status for a request with a wrong host, or null. 400 if there is none or several (RFC 9112, 3.2); 421 (RFC 9110, 15.5.20) if it is not
 * ours: otherwise a web page whose host name resolves to this machine would have the service's origin (DNS rebinding). Ports are not compared: a
 * tunnel uses another one, and a page can't change its own.
 */
export function hostFault(request: IncomingMessage, target: string, own: Own): 400 | 421 | null {
  const named = request.headersDistinct.host ?? [];
  // A host in the request target overrides the header (RFC 9112, 3.2.2).
  const whole = absolutePattern.exec(target)?.[1];
  if (whole === undefined && !target.startsWith("/") && target !== "*") return 400;
  const names = whole === undefined ? named : [...named, whole];
  if (named.length !== 1 || !names.every((name) => hostPattern.test(name))) return 400;
  const isOurs = (name: string): boolean => {
    const hostname = hostnameOf(`http://${name}`);
    return (
      (hostname !== null && hostname === ownHostnameOf(own.appUrl)) || isMachineName(hostname, request, own)
    );
  };
  return names.every(isOurs) ? null : 421;
}

/** Whether an `Origin`, which only browsers send, is the service itself or a page of this machine. */
export function isOwnOrigin(request: IncomingMessage, origin: string, own: Own): boolean {
  return origin === own.appUrl || isMachineName(hostnameOf(origin), request, own);
}

/** Whether a request names the host of the service's public address. */
export function namesPublicHost({ headers }: IncomingMessage, { appUrl }: Own): boolean {
  return hostnameOf(`http://${headers.host ?? ""}`) === ownHostnameOf(appUrl);
}

/**
 * Whether a host name is one of this machine's own, the one that the service was told to listen on, or the connection's local address: that is the one
 * the client knows if the service listens on all of them.
 */
function isMachineName(hostname: string | null, { socket }: IncomingMessage, { listensAt }: Own): boolean {
  if (hostname === null) return false;
  if (loopbackNames.has(hostname) || hostname === ownHostnameOf(listensAt)) return true;
  const local = socket.localAddress?.replace(/^::ffff:(?=\d+\.)/i, "") ?? "";
  return hostname === ownHostnameOf(`http://${local.includes(":") ? `[${local}]` : local}`);
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** Host names of the addresses of the service and this machine. They are few, and every request needs some of them, so they are parsed once. */
const ownHostnames = new Map<string, string | null>();

function ownHostnameOf(url: string): string | null {
  const known = ownHostnames.get(url);
  if (known !== undefined) return known;
  const hostname = hostnameOf(url);
  ownHostnames.set(url, hostname);
  return hostname;
}
