import { setTimeout as sleep } from "node:timers/promises";
import { type Dispatcher, request } from "undici";

export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly json: any;
}

export interface CallOptions {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD" | "OPTIONS" | "PATCH";
  readonly key?: string | null;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
  /** Absent: the usual one. */
  readonly dispatcher?: Dispatcher;
}

export async function call(url: string, { method, key, body, headers = {}, dispatcher }: CallOptions) {
  const answer = await request(url, {
    method,
    headers: {
      ...(key === undefined || key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(dispatcher === undefined ? {} : { dispatcher }),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const text = bytes.toString("utf8");
  const isJson = String(answer.headers["content-type"] ?? "").startsWith("application/json");
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes,
    text,
    json: isJson && text !== "" ? JSON.parse(text) : undefined,
  };
}

/** Who calls the interface with a key. */
export interface Reader {
  /** One call with their own key, or another one. */
  get(path: string, key?: string): Promise<Reply>;
  post(path: string, body: unknown, key?: string): Promise<Reply>;
  balance(key?: string): Promise<Reply["json"]>;
  /** Reads a story of theirs. */
  story(id: string): Promise<Reply["json"]>;
  /** Orders a story, and gives its id. */
  order(wish: object): Promise<string>;
}

export function readerAt(url: string, ownKey: string): Reader {
  const get: Reader["get"] = (path, key = ownKey) => call(url + path, { method: "GET", key });
  const post: Reader["post"] = (path, body, key = ownKey) =>
    call(url + path, { method: "POST", key, body: JSON.stringify(body) });
  return {
    get,
    post,
    balance: async (key) => (await get("/balance", key)).json,
    story: async (id) => (await get(`/stories/${id}`)).json,
    async order(wish) {
      const { status, json } = await post("/stories", wish);
      if (status !== 202) throw new Error(`not accepted: ${JSON.stringify(json)}`);
      return json.id;
    },
  };
}

/** Resolves once something is so. Looks ever less often: a key may make sixty calls a minute, and a machine may be busy. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waitMs = 20; !(await isSo()); waitMs = Math.min(2 * waitMs, 2_000)) await sleep(waitMs);
}
