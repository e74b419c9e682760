import { once } from "node:events";
import net from "node:net";

/** What becomes of one message of the client's: it is lost, or its answer is, or it comes late to the server while the client is cut off. */
export type Cut = "message" | "answer" | "late";

/** Stands between a store and its database and cuts the connection at one message, once. */
export class CuttingProxy {
  readonly port: number;
  /** How many messages of clients have come so far, on all connections. */
  messages = 0;
  readonly #server: net.Server;
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<net.Socket>();
  #plan: { readonly how: Cut; readonly at: (message: Buffer, number: number) => boolean } | null = null;
  #held: (() => Promise<void>)[] = [];
  #closed = false;

  private constructor(server: net.Server, target: { host: string; port: number }) {
    this.#server = server;
    this.#target = target;
    this.port = (server.address() as net.AddressInfo).port;
    server.on("connection", (socket) => this.#join(socket));
  }

  static async listen(url: string): Promise<CuttingProxy> {
    const { hostname, port } = new URL(url);
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new CuttingProxy(server, { host: hostname, port: Number(port === "" ? 5432 : port) });
  }

  /** The same database by way of this proxy. */
  urlFor(url: string): string {
    const through = new URL(url);
    through.hostname = "127.0.0.1";
    through.port = String(this.port);
    return through.href;
  }

  /** Cuts at the first message that `at` chooses; `number` counts messages from now, from 1. */
  cut(how: Cut, at: (message: Buffer, number: number) => boolean): void {
    this.messages = 0;
    this.#plan = { how, at };
  }

  /** Lets what was held back reach the server at last, and waits until the server has answered it, or ended the connection. */
  async release(): Promise<void> {
    await Promise.all(this.#held.splice(0).map((send) => send()));
  }

  /** Nothing goes through any more, as when a network is gone. */
  refuseAll(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.refuseAll();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: net.Socket): void {
    if (this.#closed) {
      client.destroy();
      return;
    }
    const upstream = net.connect(this.#target);
    let answersTo: Cut | null = null;
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => this.#sockets.delete(socket));
    }
    client.on("data", (message: Buffer) => {
      this.messages += 1;
      if (answersTo !== null) return;
      const how = this.#plan?.at(message, this.messages) === true ? this.#plan.how : null;
      if (how === null) {
        upstream.write(message);
        return;
      }
      this.#plan = null;
      answersTo = how;
      if (how === "answer") {
        upstream.write(message);
        return;
      }
      if (how === "late") this.#held.push(() => answered(upstream, message));
      client.destroy();
      if (how === "message") upstream.destroy();
    });
    upstream.on("data", (answer: Buffer) => {
      if (answersTo === null) {
        client.write(answer);
        return;
      }
      // The server has done what it was told; nobody hears of it.
      client.destroy();
      upstream.destroy();
    });
    client.on("close", () => {
      if (answersTo !== "late") upstream.destroy();
    });
    upstream.on("close", () => client.destroy());
  }
}

function answered(upstream: net.Socket, message: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (upstream.destroyed) resolve();
    upstream.once("data", () => resolve());
    upstream.once("close", () => resolve());
    upstream.write(message);
  });
}
