import net from "node:net";
import tls from "node:tls";
import { errorCode } from "../../shared/failure.ts";

/** A socket on its way to a service: nothing is written on it, and its name, TCP and TLS are done once it emits `ready`. */
export function openSocket(service: URL): { readonly socket: net.Socket; readonly ready: string } {
  const secure = service.protocol === "https:";
  const host = service.hostname.replace(/^\[|\]$/g, "");
  const port = Number(service.port) || (secure ? 443 : 80);
  if (!secure) return { socket: net.connect({ host, port }), ready: "connect" };
  const name = net.isIP(host) === 0 ? { servername: host } : {};
  return {
    socket: tls.connect({ host, port, ...name, ALPNProtocols: ["http/1.1"] }),
    ready: "secureConnect",
  };
}

/** A short name for what went wrong on the network: the system's code, or the error's own words where it has none. */
export function causeOf(error: unknown): string {
  const code = errorCode(error);
  return error instanceof Error && code === error.name ? error.message : code;
}

/** Whether the other side could not prove who it is: trying again can't help, and nothing may be sent. */
export function isCertificateError(error: unknown): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|EPROTO/.test(
    errorCode(error),
  );
}

/**
 * Whether the name led nowhere or no connection was made, so that nothing can have been sent. The code alone doesn't tell: a connection that
 * breaks under a request may be said to be unreachable, too.
 */
export function wasNeverConnected(error: unknown): boolean {
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(wasNeverConnected);
  if (errorCode(error) === "UND_ERR_CONNECT_TIMEOUT") return true;
  return error instanceof Error && "syscall" in error && connectingCalls.includes(error.syscall);
}

/** What the system is asked for on the way to a connection. */
const connectingCalls: readonly unknown[] = ["getaddrinfo", "connect"];
