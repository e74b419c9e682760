import { createHash } from "node:crypto";
import { Agent, request } from "undici";
import type { z } from "zod";
import { type Operation, operations } from "../contract/operations.ts";
import { narrationInPolicy } from "../rate-limit/limit-policy.ts";
import type { NarrationResult } from "../rate-limit/narration-evidence.ts";
import { type OpenFile, writeAll } from "../shared/files/files.ts";
import { cleanLine, shorten } from "../shared/text.ts";
import { signalAfter } from "../shared/timer.ts";
import { canonicalUuid } from "../shared/uuid.ts";
import { connectForCreation } from "./creation/creation-connection.ts";
import { type Credential, isReplaced } from "./credential.ts";
import { chunksInTime, type LeastRate } from "./http/minimum-throughput.ts";
import { describeMisfit } from "./http/misfit.ts";
import type { RawAnswer } from "./http/raw-reply.ts";
import { causeOf, connectMostMs, isCertificateError, wasNeverConnected } from "./http/socket.ts";
import type { CallError, CallResult, Connecting, Exported, Remote } from "./port.ts";
import { parseJson, readRefusal, waitInHeader } from "./read-error.ts";
import {
  readableBalanceSchema,
  readableBookPageSchema,
  readableLevelsSchema,
  readableQuoteSchema,
  readableStorySchema,
} from "./readable.ts";
import type { Secret } from "./secret.ts";

export interface HttpRemoteOptions {
  /** The checked base address to call, without a trailing slash. */
  readonly url: string;
  /** The service's identity in ledgers: the address, or `local`. */
  readonly service: string;
  readonly credential: Credential;
  /** See `Remote.account`. */
  readonly account?: string | null;
  readonly userAgent: string;
  /** The timeout for a whole read including its body; for an export, the longest gap between bytes of its body. */
  readonly timeoutMs: number;
  /** The minimum throughput of an export's body. Left out: 100 bytes a second, measured over periods of `timeoutMs`. */
  readonly leastRate?: LeastRate;
}

const jsonBytes = 1024 * 1024;
/** A long story's audiobook has some 15 MB; this limit only ends an endless stream. */
const exportBytes = 2 * 1024 ** 3;
/** Any recording arrives faster than this; a slower export would occupy its place in the queue of reads for hours. */
const exportBytesPerSecond = 100;

/** The service over HTTP/1.1: one attempt per call, no redirects, no retries, bounded answers. */
export function httpRemote(options: HttpRemoteOptions): Remote {
  const connectTimeoutMs = Math.min(connectMostMs, options.timeoutMs);
  // Nothing here repeats a call: undici's request follows no redirects, and no retry interceptor is installed.
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    connections: 8,
    pipelining: 1,
  });
  const call = new Calls(options, agent);
  return {
    service: options.service,
    ...(options.account === undefined ? {} : { account: options.account }),
    quote: (setting) => call.json(operations.quoteStory, readableQuoteSchema, { body: setting }),
    readStory: (id) => readOneStory(call, id),
    listBooks: ({ limit, before }) =>
      call.json(operations.listBooks, readableBookPageSchema, {
        query: { limit: String(limit), ...(before === null ? {} : { before }) },
      }),
    exportBook: (id, file) => call.download(operations.exportBook, id, file),
    balance: () => call.json(operations.readBalance, readableBalanceSchema, {}),
    levels: (languages) =>
      call.json(operations.readLevels, readableLevelsSchema, {
        ...(languages.length === 0 ? {} : { query: { languages: languages.join(",") } }),
      }),
    connect: () => connect(options, connectTimeoutMs),
    narrationResult: () => call.narrationResult,
    dateHeader: () => call.dateHeader,
    serviceTime: () => call.serviceTime(),
    close: () => agent.destroy(),
  };
}

async function connect(
  { url, credential, userAgent }: HttpRemoteOptions,
  connectTimeoutMs: number,
): Promise<Connecting> {
  const secret = await credential.current();
  const connecting = await connectForCreation({ service: url, secret, userAgent, connectTimeoutMs });
  if (!connecting.ok) return connecting;
  const isCredentialReplaced = (): Promise<boolean> => isReplaced(secret, credential);
  return { ok: true, connection: { ...connecting.connection, isCredentialReplaced } };
}

async function readOneStory(call: Calls, id: string): ReturnType<Remote["readStory"]> {
  const result = await call.json(operations.readStory, readableStorySchema, { id });
  if (result.ok && result.value.id !== canonicalUuid(id)) {
    return { ok: false, callError: garbled(200, "the answer is about another story") };
  }
  return result;
}

interface CallParts {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

class Calls {
  narrationResult: NarrationResult = "unknown";
  dateHeader: string | null = null;
  /** In ms of monotonic time. */
  #heardAt = 0;
  readonly #options: HttpRemoteOptions;
  readonly #agent: Agent;

  constructor(options: HttpRemoteOptions, agent: Agent) {
    this.#options = options;
    this.#agent = agent;
  }

  serviceTime(): number | null {
    const said = Date.parse(this.dateHeader ?? "");
    return Number.isNaN(said) ? null : said + performance.now() - this.#heardAt;
  }

  async json<Schema extends z.ZodType>(
    operation: Operation,
    schema: Schema,
    parts: CallParts,
  ): Promise<CallResult<z.output<Schema>>> {
    try {
      const secret = await this.#options.credential.current();
      const response = await this.#send(operation, parts, {
        secret,
        signal: signalAfter(this.#options.timeoutMs),
      });
      this.dateHeader = headerOf(response.headers.date);
      this.#heardAt = performance.now();
      const policy = narrationInPolicy(headerOf(response.headers["ratelimit-policy"]));
      if (policy !== "unknown") this.narrationResult = policy;
      const answer = await this.#answerOf(response, secret);
      if (answer.status !== 200) return { ok: false, callError: await this.#callErrorOf(answer, secret) };
      const document = parseJson(answer.body);
      if (document === undefined) return { ok: false, callError: garbled(200, whyNoJson(answer)) };
      const value = schema.safeParse(document);
      return value.success
        ? { ok: true, value: value.data }
        : { ok: false, callError: garbled(200, describeMisfit(value.error, document)) };
    } catch (error) {
      return { ok: false, callError: networkCallError(error) };
    }
  }

  async download(operation: Operation, id: string, file: OpenFile): Promise<CallResult<Exported>> {
    try {
      const secret = await this.#options.credential.current();
      const response = await this.#send(operation, { id }, { secret, signal: undefined });
      if (response.statusCode !== 200) {
        const answer = await this.#answerOf(response, secret);
        return { ok: false, callError: await this.#callErrorOf(answer, secret) };
      }
      const hash = createHash("sha256");
      let bytes = 0;
      for await (const chunk of chunksInTime(response.body, this.#leastRate)) {
        bytes += chunk.length;
        if (bytes > exportBytes) {
          response.body.destroy();
          return { ok: false, callError: garbled(200, `the export is longer than ${exportBytes} bytes`) };
        }
        hash.update(chunk);
        await writeAll(file, chunk).catch((cause: unknown) => {
          throw new DiskError(cause);
        });
      }
      if (bytes === 0) return { ok: false, callError: garbled(200, "the export is empty") };
      return {
        ok: true,
        value: { bytes, sha256: hash.digest("hex"), contentType: headerOf(response.headers["content-type"]) },
      };
    } catch (error) {
      // A full disk is not the service's error, and a retry would only spend calls.
      if (error instanceof DiskError) throw error.cause;
      return { ok: false, callError: networkCallError(error) };
    }
  }

  get #leastRate(): LeastRate {
    const { timeoutMs, leastRate } = this.#options;
    return leastRate ?? { bytes: Math.ceil((timeoutMs / 1000) * exportBytesPerSecond), everyMs: timeoutMs };
  }

  async #answerOf(response: Response, secret: Secret): Promise<RawAnswer> {
    const body = await readWithin(response.body, jsonBytes);
    return {
      kind: "answer",
      status: response.statusCode,
      retryAfter: headerOf(response.headers["retry-after"]),
      contentType: headerOf(response.headers["content-type"]),
      body: secret.redact(body ?? Buffer.alloc(0)),
      cut: body === null ? "too long" : null,
    };
  }

  async #callErrorOf(answer: RawAnswer, secret: Secret): Promise<CallError> {
    const callError = refusedOrGarbled(answer);
    if (callError.kind !== "refused" || callError.refusal.code !== "unauthorized") return callError;
    const isOutdated = await isReplaced(secret, this.#options.credential);
    return isOutdated ? { ...callError, isCredentialReplaced: true } : callError;
  }

  #send(
    operation: Operation,
    parts: CallParts,
    { secret, signal }: { secret: Secret; signal: AbortSignal | undefined },
  ) {
    const url = new URL(
      `${this.#options.url}${operation.path.replace("{id}", encodeURIComponent(parts.id ?? ""))}`,
    );
    for (const [name, value] of Object.entries(parts.query ?? {})) url.searchParams.set(name, value);
    return request(url, {
      method: operation.method,
      dispatcher: this.#agent,
      signal: signal ?? null,
      headers: {
        authorization: secret.bearer(),
        accept: parts.body === undefined && operation === operations.exportBook ? "*/*" : "application/json",
        "accept-encoding": "identity",
        "user-agent": this.#options.userAgent,
        ...(parts.body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: parts.body === undefined ? null : JSON.stringify(parts.body),
    });
  }
}

class DiskError extends Error {
  constructor(cause: unknown) {
    super("the disk refused the export", { cause });
  }
}

type Response = Awaited<ReturnType<typeof request>>;

/** The whole body, or null if it is longer than `most` bytes. */
async function readWithin(body: Response["body"], most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) {
      body.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusedOrGarbled(answer: RawAnswer): CallError {
  const refusal = readRefusal(answer);
  if (refusal !== null) return { kind: "refused", refusal };
  const retryAfterMs = waitInHeader(answer.retryAfter);
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const why = isRedirect
    ? "redirects are never followed: is the service's address right?"
    : "an error without the interface's body";
  return { ...garbled(answer.status, why), retryAfterMs };
}

const typeCharacters = 60;

function whyNoJson({ cut, contentType }: RawAnswer): string {
  if (cut !== null) return `the answer is longer than ${jsonBytes} bytes`;
  return `the answer is no JSON (${contentType === null ? "of no type" : shorten(cleanLine(contentType), typeCharacters)}): is the service's address right?`;
}

function garbled(status: number, why: string): Extract<CallError, { kind: "garbled" }> {
  return { kind: "garbled", status, why, retryAfterMs: null };
}

function networkCallError(error: unknown): CallError {
  const cause = causeOf(error);
  if (isCertificateError(error)) return { kind: "certificate", cause };
  return { kind: "network", cause, isUnsent: wasNeverConnected(error) };
}

function headerOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
