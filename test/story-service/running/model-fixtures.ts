import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ModelServer } from "../../../src/story-service/model-server.ts";
import { undo } from "../../undo.ts";

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into requests of every shape
  readonly body: any;
}

/** A text of more words than any short story must have. */
export const enoughText = `${"jan li tawa. ".repeat(40).trim()}\n\npini.`;

export interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly body: string | Buffer;
}

export interface FakeModel {
  readonly server: ModelServer;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** A server that speaks the OpenAI interface over a real socket, and answers what the test says. */
export async function modelServer(
  answer: (asked: Asked, turn: number) => Given | null | Promise<Given>,
): Promise<FakeModel> {
  const asked: Asked[] = [];
  const http = createServer(async (request, response) => {
    const body = JSON.parse((await buffer(request)).toString());
    const one = { path: request.url ?? "", headers: request.headers, body };
    asked.push(one);
    const given = await answer(one, asked.length);
    if (given === null) return void request.socket.destroy();
    response.writeHead(given.status ?? 200, {
      "content-type": given.type ?? "application/json",
      ...given.headers,
    });
    response.end(given.body);
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    server: { url: `http://127.0.0.1:${port}/v1/`, model: "a-model", key: "a-key" },
    asked,
    close: async () => {
      if (!http.listening) return;
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
}

/** The same, closed after the test that runs now. */
export async function modelOfTest(answer: Parameters<typeof modelServer>[0]): Promise<FakeModel> {
  const model = await modelServer(answer);
  undo.push(() => model.close());
  return model;
}

/** A chat completion with this content. */
export function completion(content: unknown): Given {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return {
    body: JSON.stringify({ id: "x", choices: [{ index: 0, message: { role: "assistant", content: text } }] }),
  };
}
