import http from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { operations } from "../contract/operations.ts";
import { errorCode } from "../shared/failure.ts";
import { startTimer } from "../shared/timer.ts";
import type { Connecting, CreationLine } from "./port.ts";
import type { RawReply } from "./raw-reply.ts";
import type { Secret } from "./secret.ts";

/** The most of an answer that is read: stories are far smaller, and what is beyond proves nothing more. */
const answerBytes = 1024 * 1024;

export interface CreationAddress {
  /** The base address, without a slash at its end. */
  readonly service: string;
  readonly secret: Secret;
  readonly userAgent: string;
  readonly connectTimeoutMs: number;
}

/**
 * Opens a fresh connection for one creation: name, TCP and TLS are done, and not a byte of a request is written. So every failure up to here
 * is proven harmless, and the stale-connection race of a kept-alive socket can't happen.
 */
export function connectForCreation(address: CreationAddress): Promise<Connecting> {
  return new Promise((resolve) => {
    const { socket, ready } = openSocket(new URL(address.service));
    const timer = startTimer(address.connectTimeoutMs, () => fail(new Error("connect time-out")));
    const fail = (error: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ok: false, cause: causeOf(error), certificate: isCertificateError(error) });
    };
    socket.once("error", fail);
    socket.once("close", () => fail(new Error("closed while connecting")));
    socket.once(ready, () => {
      clearTimeout(timer);
      socket.removeAllListeners("error");
      socket.removeAllListeners("close");
      // A reset between now and the request must not end the process; `send` sees the dead socket.
      socket.on("error", () => undefined);
      resolve({ ok: true, line: lineOn(socket, address) });
    });
  });
}

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

function lineOn(socket: net.Socket, address: CreationAddress): CreationLine {
  return {
    send: (body, deadlineMs) => send(socket, address, { body, deadlineMs }),
    close: () => socket.destroy(),
  };
}

function send(
  socket: net.Socket,
  address: CreationAddress,
  { body, deadlineMs }: { body: Buffer; deadlineMs: number },
): Promise<RawReply> {
  if (socket.destroyed || !socket.writable || socket.readableEnded) {
    socket.destroy();
    return Promise.resolve({
      kind: "unsent",
      cause: "the connection was closed before anything was written",
    });
  }
  const url = new URL(`${address.service}${operations.createStory.path}`);
  return new Promise((resolve) => {
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method: operations.createStory.method,
      // No agent, not even a fresh one: any agent would pass this socket over and open its own.
      createConnection: () => socket,
      headers: {
        authorization: address.secret.bearer(),
        "content-type": "application/json",
        "content-length": body.length,
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": address.userAgent,
        connection: "close",
      },
    });
    new Answer(request, deadlineMs, (reply) => {
      socket.destroy();
      resolve(reply.kind === "answer" ? { ...reply, body: address.secret.redact(reply.body) } : reply);
    });
    request.end(body);
  });
}

/**
 * Collects one answer until it is whole, cut off, too long or overdue, and tells it once.
 *
 * A process that was suspended wakes with its timers due and its answer still unread in the kernel. So the deadline does not judge at
 * once: it lets the event loop read what has arrived, and judges what is then there.
 */
class Answer {
  readonly #tell: (reply: RawReply) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #response: http.IncomingMessage | null = null;
  #size = 0;
  #told = false;

  constructor(request: http.ClientRequest, deadlineMs: number, tell: (reply: RawReply) => void) {
    this.#tell = tell;
    this.#timer = startTimer(deadlineMs, () => {
      setImmediate(() =>
        setImmediate(() => setImmediate(() => this.#end(`no answer within ${deadlineMs / 1000} s`))),
      );
    });
    request.on("response", (response) => this.#listen(response));
    request.on("error", (error) => this.#end(causeOf(error)));
    request.on("close", () => this.#end("the connection was closed"));
  }

  #listen(response: http.IncomingMessage): void {
    this.#response = response;
    response.on("data", (chunk: Buffer) => {
      this.#keep(chunk);
      if (this.#size > answerBytes) this.#end(`longer than ${answerBytes} bytes`);
    });
    response.on("end", () => this.#end(response.complete ? null : "the body ended early"));
    response.on("error", (error) => this.#end(causeOf(error)));
    response.on("aborted", () => this.#end("the connection was reset"));
  }

  // A connection may break in the same instant in which the id came: what was received and not yet handed over counts too.
  #drain(response: http.IncomingMessage): void {
    response.removeAllListeners("data");
    for (let chunk = response.read(); chunk !== null; chunk = response.read()) this.#keep(chunk);
  }

  #keep(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  #end(cut: string | null): void {
    if (this.#told) return;
    this.#told = true;
    clearTimeout(this.#timer);
    const response = this.#response;
    if (response === null) {
      this.#tell({ kind: "silence", cause: cut ?? "nothing came back" });
      return;
    }
    this.#drain(response);
    this.#tell({
      kind: "answer",
      status: response.statusCode ?? 0,
      retryAfter: response.headers["retry-after"] ?? null,
      contentType: response.headers["content-type"] ?? null,
      body: Buffer.concat(this.#chunks).subarray(0, answerBytes),
      cut,
    });
  }
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
