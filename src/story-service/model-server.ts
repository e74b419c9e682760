import { AnswerTooLarge, type ChatServer, type PostChat, postTo } from "../shared/chat.ts";
import { errorCode } from "../shared/failure.ts";
import { TemporaryFailure } from "./ports.ts";

/** A server with the OpenAI interface: Ollama, vLLM, llama.cpp, or a hosted one. */
export interface ModelServer extends ChatServer {
  /** Ends requests whose answers nobody waits for any more, so that they don't keep the process from ending. */
  readonly abandoned?: AbortSignal | undefined;
  /** Called after each request with how it went. */
  readonly onCalled?: (call: ModelCall) => void;
}

/** A request to a model's server: answered, refused because of its content (4xx), failed for now (429, 5xx), or unanswered. */
export interface ModelCall {
  readonly outcome: "answered" | "refused" | "failed" | "unreached";
  /** Null if the server did what it was asked, or refused one request because of its content; else why not, as a word for the log. */
  readonly why: string | null;
  readonly ms: number;
}

/** Which server a message is about: the one that writes, or the one that narrates. */
export type ModelName = "the model's server" | "the speech server";

/** A model on a slow machine may take minutes for a long story; after this, it hangs. */
const answerMostMs = 600_000;

/** Enough for any text as JSON, and for the model's reasoning before it. */
export const textBytesMost = 1024 * 1024;
/** Enough for half an hour of speech. */
export const speechBytesMost = 64 * 1024 * 1024;

export interface ModelPost {
  readonly who: ModelName;
  /** A larger answer is an error. */
  readonly mostBytes: number;
  /** The time that is left for the answer. Left out: ten minutes. */
  readonly leftMs?: number;
}

/**
 * Posts one request, without retries. Rejects with a message that is fit for users: with a `TemporaryFailure` if there is no answer in time, or with an
 * `Error` if the answer is too large.
 */
export async function postToModel(
  server: ModelServer,
  { path, body }: { readonly path: string; readonly body: object },
  { who, mostBytes, leftMs = answerMostMs }: ModelPost,
): ReturnType<PostChat> {
  const { abandoned, onCalled } = server;
  const startedAt = performance.now();
  const called = (outcome: ModelCall["outcome"], why: string | null): void =>
    onCalled?.({ outcome, why, ms: performance.now() - startedAt });
  try {
    const limits = { mostMs: Math.max(1, Math.min(leftMs, answerMostMs)), mostBytes, abandoned };
    const answer = await postTo(server, limits)(path, body);
    called(outcomeOf(answer.status), ofContent.has(answer.status) ? null : String(answer.status));
    return answer;
  } catch (error) {
    if (error instanceof AnswerTooLarge) {
      called("refused", null);
      throw new Error(`${who} sent too large an answer`);
    }
    if (abandoned?.aborted !== true) called("unreached", errorCode(error));
    // Hides the address and the network error from users; the operator finds them in the cause.
    throw new TemporaryFailure(`${who} does not answer`, { cause: error });
  }
}

/** Statuses that say nothing about the server: it answered, or refused one request because of its content. */
const ofContent: ReadonlySet<number> = new Set([200, 400, 413, 422]);

const tooManyRequests = 429;
const clientErrors = 400;
const serverErrors = 500;

function outcomeOf(status: number): ModelCall["outcome"] {
  if (status === tooManyRequests || status >= serverErrors) return "failed";
  return status >= clientErrors ? "refused" : "answered";
}

/** What a server's refusal means for a story: a server that is busy or broken may answer later. */
export function refusedBy(
  who: ModelName,
  { status, retryAfterMs }: { readonly status: number; readonly retryAfterMs: number | null },
): Error {
  const message = `${who} answered ${status}`;
  return status === tooManyRequests || status >= serverErrors
    ? new TemporaryFailure(message, retryAfterMs === null ? {} : { retryAfterMs })
    : new Error(message);
}
