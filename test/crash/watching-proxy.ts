import { EventEmitter, once } from "node:events";
import net from "node:net";

interface Moments {
  /** A request's first bytes are on their way to the service. */
  request: [line: string];
  /** The first bytes of an answer to a creation have come from the service. */
  creationAnswer: [];
  quiet: [];
}

/**
 * A proxy between one command and the service, with an event when requests and answers pass, so that a test can act at that moment. It
 * delivers a request even if its sender is gone, as a network would.
 */
export class WatchingProxy {
  readonly moments = new EventEmitter<Moments>();
  readonly port: number;
  /** The number of `POST /stories` that passed. */
  creations = 0;
  /** Holds back answers to creations until `release`. */
  holdsAnswers = false;
  readonly #server: net.Server;
  readonly #target: number;
  readonly #open = new Set<net.Socket>();
  #held: (() => void)[] = [];

  private constructor(server: net.Server, target: number) {
    this.#server = server;
    this.#target = target;
    this.port = (server.address() as net.AddressInfo).port;
    server.on("connection", (client) => this.#join(client));
  }

  static async listen(target: number): Promise<WatchingProxy> {
    const server = net.createServer({ allowHalfOpen: true });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new WatchingProxy(server, target);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/api/v1`;
  }

  /** Delivers the answers that were held back. */
  release(): void {
    this.holdsAnswers = false;
    for (const hand of this.#held.splice(0)) hand();
  }

  /** Resolves once nothing is in transit, so that the service has received everything a killed command sent. */
  async quiet(): Promise<void> {
    while (this.#open.size > 0) await once(this.moments, "quiet");
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: net.Socket): void {
    const upstream = net.connect({ port: this.#target, host: "127.0.0.1", allowHalfOpen: true });
    let creating = false;
    this.#keep(client);
    this.#keep(upstream);
    client.on("data", (chunk: Buffer) => {
      const line = /^(GET|POST) \S+/.exec(chunk.toString("latin1"))?.[0];
      if (line !== undefined) {
        creating = line === "POST /api/v1/stories";
        if (creating) this.creations += 1;
        this.moments.emit("request", line);
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => {
      if (creating) this.moments.emit("creationAnswer");
      if (creating && this.holdsAnswers) this.#held.push(() => client.write(chunk));
      else client.write(chunk);
    });
    client.on("end", () => upstream.end());
    client.on("close", () => upstream.end());
    upstream.on("end", () =>
      creating && this.holdsAnswers ? this.#held.push(() => client.end()) : client.end(),
    );
    upstream.on("close", () => {
      if (!(creating && this.#held.length > 0)) client.destroy();
    });
  }

  #keep(socket: net.Socket): void {
    this.#open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.moments.emit("quiet");
    });
  }
}
