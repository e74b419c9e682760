import { once } from "node:events";
import net from "node:net";

/** Stands before the service and changes the answers to creations, byte for byte; all else passes as it is. */
export class ManglingProxy {
  readonly port: number;
  /** What becomes of the whole answer to a `POST /stories`. */
  mangle: (answer: Buffer) => string | Buffer = (answer) => answer;
  /** What is written on a new connection before anything has come, once another one has brought a request. */
  early: string | null = null;
  readonly #server: net.Server;
  readonly #target: number;
  readonly #sockets = new Set<net.Socket>();
  #requests = 0;

  private constructor(server: net.Server, target: number) {
    this.#server = server;
    this.#target = target;
    this.port = (server.address() as net.AddressInfo).port;
    server.on("connection", (client) => this.#join(client));
  }

  static async listen(target: number): Promise<ManglingProxy> {
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new ManglingProxy(server, target);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/api/v1`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: net.Socket): void {
    if (this.early !== null && this.#requests > 0) client.write(this.early);
    const upstream = net.connect(this.#target, "127.0.0.1");
    const answer: Buffer[] = [];
    let isCreation = false;
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => this.#sockets.delete(socket));
    }
    client.on("data", (chunk: Buffer) => {
      this.#requests += 1;
      isCreation ||= chunk.toString("latin1").startsWith("POST /api/v1/stories HTTP/1.1");
      upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => (isCreation ? answer.push(chunk) : client.write(chunk)));
    // A creation's connection is closed behind its answer.
    upstream.on("end", () => client.end(isCreation ? this.mangle(Buffer.concat(answer)) : ""));
    client.on("end", () => upstream.end());
    client.on("close", () => upstream.destroy());
  }
}
