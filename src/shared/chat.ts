import { request } from "undici";
import * as z from "zod";
import { parseJson } from "./parse-json.ts";
import { signalAfter } from "./timer.ts";

/** A server with the OpenAI chat interface. */
export interface ChatServer {
  /** The base URL, which usually ends in `/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; null if the server requires none. */
  readonly key: string | null;
}

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A model's answer, not checked yet, or the status with which its server refused. */
export type ChatAnswer =
  | { readonly ok: true; readonly value: unknown }
  | ({ readonly ok: false } & Omit<PostedAnswer, "bytes">);

/** What a server answered. `retryAfterMs`: how long its `Retry-After` asks to wait; null: it names no seconds. */
interface PostedAnswer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly retryAfterMs: number | null;
}

/** The error for an answer with more bytes than the caller accepts. */
export class AnswerTooLarge extends Error {}

/** Posts a body to a path of the server, and resolves with its answer. */
export type PostChat = (path: string, body: object) => Promise<PostedAnswer>;

const completionSchema = z.looseObject({
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string() }) })).min(1),
});

/**
 * Asks a model for one JSON document. Some servers support only JSON without a schema, so the answer must be checked in any case.
 * Rejects as `post` does.
 */
export async function askForJson(
  post: PostChat,
  {
    model,
    messages,
    schema,
    name,
  }: { model: string; messages: readonly ChatMessage[]; schema: z.ZodType; name: string },
): Promise<ChatAnswer> {
  const ask = (response_format: object) => post("/chat/completions", { model, messages, response_format });
  let answer = await ask({
    type: "json_schema",
    json_schema: { name, strict: true, schema: z.toJSONSchema(schema) },
  });
  if (answer.status === 400 || answer.status === 422) answer = await ask({ type: "json_object" });
  const { status, bytes, retryAfterMs } = answer;
  if (status !== 200) return { ok: false, status, retryAfterMs };
  const read = completionSchema.safeParse(parseJson(bytes));
  const content = read.success ? (read.data.choices[0]?.message.content ?? "") : "";
  return { ok: true, value: parseJson(withoutFence(withoutThoughts(content))) };
}

/** What a model thinks before its answer is no part of it. */
function withoutThoughts(content: string): string {
  return content.replace(/^\s*<think>[\s\S]*?<\/think>/, "");
}

/** Models like to wrap their JSON in a fence, whatever they were told. */
function withoutFence(content: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*)\n\s*```\s*$/.exec(content)?.[1] ?? content;
}

/** Posts to a server, without retries or redirects. Rejects if there is no answer within `mostMs`, or if the answer has more than `mostBytes`. */
export function postTo(
  { url, key }: ChatServer,
  {
    mostMs,
    mostBytes,
    abandoned,
  }: { mostMs: number; mostBytes: number; abandoned?: AbortSignal | undefined },
): PostChat {
  return async (path, body) => {
    const answer = await request(`${url.replace(/\/+$/, "")}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      headersTimeout: mostMs,
      bodyTimeout: mostMs,
      signal: AbortSignal.any([signalAfter(mostMs), ...(abandoned === undefined ? [] : [abandoned])]),
    });
    if (Number(answer.headers["content-length"] ?? 0) > mostBytes) {
      answer.body.destroy();
      throw new AnswerTooLarge("the answer is too large");
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes) throw new AnswerTooLarge("the answer is too large");
      chunks.push(chunk);
    }
    const wait = String(answer.headers["retry-after"] ?? "");
    const retryAfterMs = /^\d{1,6}$/.test(wait) ? Number(wait) * 1000 : null;
    return { status: answer.statusCode, bytes: Buffer.concat(chunks), retryAfterMs };
  };
}
