import { type ChatServer, type PostChat, postTo } from "../shared/chat.ts";
import { errorCode } from "../shared/failure.ts";
import type { Log } from "../shared/world.ts";
import { TemporaryFailure } from "./ports.ts";

/** A server with the OpenAI interface: Ollama, vLLM, llama.cpp, or a hosted one. */
export interface ModelServer extends ChatServer {
  /** Ends requests whose answers nobody waits for any more, so that they don't keep the process from ending. */
  readonly abandoned?: AbortSignal | undefined;
  /** Called after each request: null if an answer came, else the error code. */
  readonly onReached?: (callError: string | null) => void;
  /** Called after each request with how it went. */
  readonly onCalled?: (call: ModelCall) => void;
}

/** A request to a model's server: answered, refused because of its content (4xx), failed for now (429, 5xx), or unanswered. */
export interface ModelCall {
  readonly outcome: "answered" | "refused" | "failed" | "unreached";
  readonly ms: number;
}

/**
 * * For `onReached`: warns when a server becomes unreachable, and not again until the server has answered. Users see only a sentence without an
 *   address; the log tells the operator where to look.
 */
export function reachLogger(
  log: Pick<Log, "warn" | "info">,
  server: { readonly what: "writer" | "narrator"; readonly url: string },
): (callError: string | null) => void {
  let isAnswering = true;
  return (callError) => {
    if (isAnswering === (callError === null)) return;
    isAnswering = callError === null;
    if (callError === null) log.info(server, "the model's server is answering again");
    else log.warn({ ...server, cause: callError }, "the model's server does not answer");
  };
}

/** A model on a slow machine may take minutes for a long story; after this, it hangs. */
const answerMostMs = 600_000;
/** Half an hour of speech, or any text; a larger answer is an error. */
const answerBytesMost = 64 * 1024 * 1024;

/**
 * Posts one request, without retries. Rejects with a `TemporaryFailure`, whose message is fit for users, if there is no answer or the answer is too
 * large.
 */
export async function postToModel(server: ModelServer, path: string, body: object): ReturnType<PostChat> {
  const { abandoned, onReached, onCalled } = server;
  const startedAt = performance.now();
  const called = (outcome: ModelCall["outcome"]): void =>
    onCalled?.({ outcome, ms: performance.now() - startedAt });
  try {
    const limits = { mostMs: answerMostMs, mostBytes: answerBytesMost, abandoned };
    const answer = await postTo(server, limits)(path, body);
    onReached?.(null);
    called(outcomeOf(answer.status));
    return answer;
  } catch (error) {
    if (abandoned?.aborted !== true) {
      onReached?.(errorCode(error));
      called("unreached");
    }
    // Hides the address and the network error from users; the operator finds them in the cause.
    throw new TemporaryFailure("the model's server does not answer", { cause: error });
  }
}

const tooManyRequests = 429;
const clientErrors = 400;
const serverErrors = 500;

function outcomeOf(status: number): ModelCall["outcome"] {
  if (status === tooManyRequests || status >= serverErrors) return "failed";
  return status >= clientErrors ? "refused" : "answered";
}

/** What a server's refusal means for a story: a server that is busy or broken may answer later. */
export function refusedBy(who: string, status: number): Error {
  const message = `${who} answered ${status}`;
  return status === tooManyRequests || status >= serverErrors
    ? new TemporaryFailure(message)
    : new Error(message);
}
