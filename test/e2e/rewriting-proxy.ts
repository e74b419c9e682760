import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

type Json = Record<string, unknown>;

/** What a service might say otherwise than the local one does. */
export interface Rewriting {
  /** What a story costs by its own figures, once it costs anything. */
  readonly cost?: (credits: number) => number;
  /** The `Date` header of every answer; null: none. Left out: as the service says it. */
  readonly date?: string | null;
}

/** Passes whole requests between a command and a service, counts the creations, and changes what answers say. */
export class RewritingProxy {
  /** How many `POST /stories` went through. */
  creations = 0;
  says: Rewriting = {};
  readonly #server: http.Server;

  private constructor(server: http.Server, target: number) {
    this.#server = server;
    server.on("request", (request, response) => void this.#pass(request, response, target));
  }

  static async listen(target: number): Promise<RewritingProxy> {
    const server = http.createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new RewritingProxy(server, target);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #pass(request: http.IncomingMessage, response: http.ServerResponse, port: number): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    if (method === "POST" && url === "/api/v1/stories") this.creations += 1;
    const upstream = http.request({ host: "127.0.0.1", port, method, path: url, headers, agent: false });
    request.pipe(upstream);
    const [answer] = (await once(upstream, "response")) as [http.IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    const body = this.#rewritten(Buffer.concat(parts), answer.headers["content-type"] ?? "");
    const { "transfer-encoding": _, date, ...others } = answer.headers;
    response.sendDate = false;
    const says = this.says.date === undefined ? date : this.says.date;
    const dated = says === null || says === undefined ? {} : { date: says };
    response.writeHead(answer.statusCode ?? 500, { ...others, ...dated, "content-length": body.length });
    response.end(body);
  }

  #rewritten(body: Buffer, type: string): Buffer {
    const { cost } = this.says;
    if (cost === undefined || !type.startsWith("application/json")) return body;
    const document = JSON.parse(body.toString()) as Json;
    const isStory = "topic" in document && typeof document.credits === "number" && document.credits > 0;
    if (!isStory) return body;
    return Buffer.from(JSON.stringify({ ...document, credits: cost(document.credits as number) }));
  }
}
