import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import type { Certificate } from "./certificate.ts";

/** One connection as the server sees it: what has come so far, and the means to answer it badly. */
export class Visit {
  readonly socket: net.Socket;
  /** Everything that has come so far. */
  received = "";

  constructor(socket: net.Socket) {
    this.socket = socket;
    socket.setEncoding("latin1");
    socket.on("error", () => undefined);
    socket.on("data", (chunk: string) => {
      this.received += chunk;
    });
  }

  /** The requests on this connection: those of which a byte came, and those that came whole. */
  get requests(): { begun: number; whole: number } {
    return countRequests(this.received);
  }

  /** Resolves once so many bytes have come. */
  bytes(count: number): Promise<void> {
    return this.#until(() => this.received.length >= count);
  }

  /** Resolves once the whole request, its body included, has come. */
  request(): Promise<void> {
    return this.#until(() => this.requests.whole > 0);
  }

  #until(isOver: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => isOver() && resolve();
      this.socket.on("data", look);
      look();
    });
  }
}

/** What the server does with a connection. */
export type Behaviour = (visit: Visit) => void | Promise<void>;

export interface MisbehavingServer {
  readonly port: number;
  readonly connections: number;
  /** Requests of which at least one byte came, whole or not. */
  readonly begun: number;
  /** Requests that came whole. */
  readonly whole: number;
  /** Everything that was received, connection by connection. */
  readonly received: readonly string[];
  /** Resolves with the first connection. */
  visit(): Promise<Visit>;
  /** Resolves once a connection has been made and none is open. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** A bare TCP (or TLS) server on loopback that does to every connection exactly what it is told, and counts what it received. */
export async function misbehavingServer(
  behaviour: Behaviour,
  certificate: Certificate | null = null,
): Promise<MisbehavingServer> {
  const visits: Visit[] = [];
  const raw = new Set<net.Socket>();
  let connections = 0;
  const visit = (socket: net.Socket): void => {
    const made = new Visit(socket);
    visits.push(made);
    void behaviour(made);
  };
  const server = certificate === null ? net.createServer(visit) : tls.createServer(certificate, visit);
  server.on("connection", (socket: net.Socket) => {
    connections += 1;
    raw.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => raw.delete(socket));
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as net.AddressInfo).port,
    get connections() {
      return connections;
    },
    get begun() {
      return visits.reduce((sum, { requests }) => sum + requests.begun, 0);
    },
    get whole() {
      return visits.reduce((sum, { requests }) => sum + requests.whole, 0);
    },
    get received() {
      return visits.map(({ received }) => received);
    },
    async visit() {
      if (visits[0] === undefined)
        await once(server, certificate === null ? "connection" : "secureConnection");
      return visits[0] as Visit;
    },
    async quiet() {
      if (connections === 0) await once(server, "connection");
      await Promise.all([...raw].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
    },
    async close() {
      for (const socket of raw) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Requests in the bytes of one connection, of which the last may be unfinished. */
function countRequests(text: string): { begun: number; whole: number } {
  let begun = 0;
  let whole = 0;
  for (let at = 0; at < text.length; begun++) {
    const head = text.indexOf("\r\n\r\n", at);
    if (head === -1) return { begun: begun + 1, whole };
    const length = Number(/^content-length: *(\d+)$/im.exec(text.slice(at, head))?.[1] ?? 0);
    at = head + 4 + length;
    if (at <= text.length) whole += 1;
  }
  return { begun, whole };
}
