import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { errorCode } from "../shared/failure.ts";
import { signalAfter, startTimer } from "../shared/timer.ts";

/** If connecting takes longer than this, the service is considered down. */
export const connectMostMs = 10_000;

/** How many of a connection's received bytes are kept: stories are far smaller, and any further bytes prove nothing more. */
export const keptBytes = 1024 * 1024;

/** How a connection ends that the other side has closed in the regular way. */
export const closed = "the connection was closed";

/** A fresh connection with nothing written on it yet, and everything that it has received from its first moment on. */
export class Connection {
  readonly socket: net.Socket;
  /** How many bytes came, more than `keptBytes` of which are not kept. */
  total = 0;
  /** Why nothing more comes; null while more may come. */
  ending: string | null = null;
  readonly #chunks: Buffer[] = [];
  #changed: () => void = () => undefined;

  constructor(socket: net.Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => {
      if (this.total <= keptBytes) this.#chunks.push(chunk);
      this.total += chunk.length;
      this.#changed();
    });
    socket.on("error", (error) => this.#end(causeOf(error)));
    socket.on("end", () => this.#end(closed));
    socket.on("close", () => this.#end("the connection broke off"));
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks).subarray(0, keptBytes);
  }

  /** Why no request may be written; null if the connection is open and has received nothing. */
  get spoiled(): string | null {
    const isOpen = this.ending === null && !this.socket.destroyed && this.socket.writable;
    if (isOpen && this.total === 0) return null;
    return "the service answered or closed the connection before anything was written";
  }

  /**
   * Resolves with true once bytes arrive or the connection ends, or else with false after `ms`. What has arrived by then is read first: after
   * a suspend, timers are due at once while the answer is still in the system's buffers.
   */
  next(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = () => resolve(false);
      const timer = startTimer(ms, () => void afterNextPoll().then(afterNextPoll).then(giveUp));
      this.#changed = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  #end(cause: string): void {
    this.ending ??= cause;
    this.#changed();
  }
}

/** Proven: nothing was written. `certificate`: the server's certificate was rejected, so a retry can't help. */
export interface NotConnected {
  readonly ok: false;
  readonly cause: string;
  readonly certificate: boolean;
}

/**
 * Opens a connection to a service, up to and including the TLS handshake, and sends nothing after that. A connection that has already received something
 * is closed: those bytes would be taken for the answer to the next request. Never rejects.
 */
export async function openConnection(
  service: string,
  timeoutMs: number,
): Promise<{ readonly ok: true; readonly connection: Connection } | NotConnected> {
  const url = new URL(service);
  const connection = new Connection(connect(url));
  const { socket } = connection;
  const overdue = signalAfter(timeoutMs);
  try {
    await once(socket, url.protocol === "https:" ? "secureConnect" : "connect", { signal: overdue });
    await afterNextPoll();
    if (connection.spoiled !== null) throw new Error(connection.spoiled);
    return { ok: true, connection };
  } catch (error) {
    socket.destroy();
    const cause = overdue.aborted ? "ETIMEDOUT" : causeOf(error);
    return { ok: false, cause, certificate: isCertificateError(error) };
  }
}

function connect(url: URL): net.Socket {
  const isSecure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (isSecure ? 443 : 80);
  if (!isSecure) return net.connect({ host, port });
  const name = net.isIP(host) === 0 ? { servername: host } : {};
  return tls.connect({ host, port, ...name, ALPNProtocols: ["http/1.1"] });
}

/** Resolves once the event loop has read everything that was in the system's buffers when this was called. */
export function afterNextPoll(): Promise<void> {
  // The first `setImmediate` may belong to a poll that had already begun; a complete poll lies before the second.
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
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
