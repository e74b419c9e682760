import net from "node:net";
import tls from "node:tls";
import { errorCode } from "../../shared/failure.ts";

/** A service that takes longer to connect to is down. */
export const connectMostMs = 10_000;

/** A socket that connects to a service; nothing is written on it. DNS, TCP and TLS are complete once it emits `ready`. */
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

/** A short name for a network error: the system's code, or the error's message if it has none. */
export function causeOf(error: unknown): string {
  // Its message would be the runtime's.
  if (error instanceof Error && error.name === "TimeoutError") return error.name;
  const code = errorCode(error);
  return error instanceof Error && code === error.name ? error.message : code;
}

/** Whether the server's certificate was rejected: a retry can't help, and nothing may be sent. */
export function isCertificateError(error: unknown): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|EPROTO/.test(
    errorCode(error),
  );
}

/**
 * Whether DNS failed or no connection was made, so that nothing can have been sent. The error code alone is not enough: a connection that
 * breaks during a request may also be reported as unreachable.
 */
export function wasNeverConnected(error: unknown): boolean {
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(wasNeverConnected);
  if (errorCode(error) === "UND_ERR_CONNECT_TIMEOUT") return true;
  return error instanceof Error && "syscall" in error && connectingCalls.includes(error.syscall);
}

/** The system calls made while connecting. */
const connectingCalls: readonly unknown[] = ["getaddrinfo", "connect"];
