import { errorCode } from "../shared/failure.ts";
import { signalAfter } from "../shared/timer.ts";
import type { Log } from "../shared/world.ts";

/** A server that speaks the OpenAI interface: Ollama, vLLM, llama.cpp, a hosted one. */
export interface ModelServer {
  /** The base address, which usually ends in `/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer; null where the server asks for none. */
  readonly key: string | null;
  /** Is told after each request whether an answer came: null, or else the code of what kept it away. */
  readonly onReached?: (callError: string | null) => void;
}

/**
 * For `onReached`: warns when a server stops answering, once until it answers again. The readers' stories fail with a sentence that names
 * no address; whoever runs the service learns here where to look.
 */
export function reachLogger(
  log: Pick<Log, "warn" | "info">,
  server: { readonly what: "writer" | "narrator"; readonly url: string },
): (callError: string | null) => void {
  let isAnswering = true;
  return (callError) => {
    if (isAnswering === (callError === null)) return;
    isAnswering = callError === null;
    if (callError === null) log.info(server, "the model's server answers again");
    else log.warn({ ...server, cause: callError }, "the model's server does not answer");
  };
}

export interface ModelAnswer {
  readonly status: number;
  readonly bytes: Buffer;
}

/** A model on a slow machine may take minutes for a long story; longer than this is a hung one. */
const answerMostMs = 600_000;
/** Half an hour of speech, or any text: more is no answer to what was asked. */
const answerBytesMost = 64 * 1024 * 1024;

/** Posts one request, once. Rejects, in words that a reader may see, when no answer comes or it is too large. */
export async function postToModel(
  { url, key, onReached }: ModelServer,
  path: string,
  body: object,
): Promise<ModelAnswer> {
  const address = `${url.replace(/\/+$/, "")}${path}`;
  // Loaded here: a service without such a server does not pay for it.
  const { request } = await import("undici");
  try {
    const answer = await request(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      headersTimeout: answerMostMs,
      bodyTimeout: answerMostMs,
      signal: signalAfter(answerMostMs),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > answerBytesMost) throw new Error("an answer without end");
      chunks.push(chunk);
    }
    onReached?.(null);
    return { status: answer.statusCode, bytes: Buffer.concat(chunks) };
  } catch (error) {
    onReached?.(errorCode(error));
    // The address and what the network said of it are the operator's business, not the reader's.
    throw new Error("the model's server does not answer", { cause: error });
  }
}
