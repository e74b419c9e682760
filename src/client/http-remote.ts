import { createHash } from "node:crypto";
import PQueue from "p-queue";
import { Agent, request } from "undici";
import * as z from "zod";
import { type Operation, operations } from "../contract/operations.ts";
import type { NarrationResult } from "../rate-limit/narration.ts";
import { narrationInPolicy } from "../rate-limit/narration.ts";
import { type OpenFile, writeAll } from "../shared/files/files.ts";
import { parseJson } from "../shared/parse-json.ts";
import { signalAfter } from "../shared/timer.ts";
import { canonicalUuid } from "../shared/uuid.ts";
import { type CreationAddress, connectForCreation } from "./create.ts";
import { isReplaced } from "./credentials.ts";
import { type CallError, type CallResult, callsAtOnce, type Exported, type Remote } from "./port.ts";
import {
  readableBookPageSchema,
  readableLevelsSchema,
  readableQuoteSchema,
  readableStorySchema,
} from "./readable.ts";
import { readRefusal, waitInHeader } from "./refusal.ts";
import type { Secret } from "./secret.ts";
import { causeOf, connectMostMs, isCertificateError, wasNeverConnected } from "./socket.ts";

export interface HttpRemoteOptions extends CreationAddress, Pick<Remote, "service" | "account"> {
  /** The timeout for a whole read including its body; for an export, the longest gap between bytes of its body. */
  readonly timeoutMs: number;
}

/** Far more than any JSON of the interface has. */
const jsonBytes = 1024 * 1024;
/** A long story's audiobook has some 15 MB; this limit only ends an endless stream. */
const exportBytes = 2 * 1024 ** 3;

/** The service over HTTP/1.1: one attempt per call, no redirects, no retries, bounded answers. */
export function httpRemote(options: HttpRemoteOptions): Remote {
  const connectTimeoutMs = Math.min(connectMostMs, options.timeoutMs);
  const calls = new Calls(options, connectTimeoutMs);
  return {
    service: options.service,
    ...(options.account === undefined ? {} : { account: options.account }),
    quote: (setting) => calls.json(operations.quoteStory, readableQuoteSchema, { body: setting }),
    readStory: async (id) => {
      const result = await calls.json(operations.readStory, readableStorySchema, { id });
      const isAnother = result.ok && result.value.id !== canonicalUuid(id);
      return isAnother ? garbled("the answer is about another story") : result;
    },
    listBooks: ({ limit, before }) =>
      calls.json(operations.listBooks, readableBookPageSchema, {
        query: { limit: String(limit), ...(before === null ? {} : { before }) },
      }),
    exportBook: (id, file) => calls.download(operations.exportBook, id, file),
    balance: () => calls.json(operations.readBalance, z.unknown(), {}),
    levels: (languages) =>
      calls.json(operations.readLevels, readableLevelsSchema, {
        query: languages.length === 0 ? {} : { languages: languages.join(",") },
      }),
    connect: () => connectForCreation(options, connectTimeoutMs),
    narrationResult: () => calls.narrationResult,
    serviceTime: () => calls.serviceTime,
    close: () => calls.close(),
  };
}

interface CallParts {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

type Failed = { readonly ok: false; readonly callError: CallError };
type Response = Awaited<ReturnType<typeof request>>;

class Calls {
  narrationResult: NarrationResult = "unknown";
  /** How far the service's clock is ahead of the monotonic one, in ms; null if no answer gave a time. */
  #aheadMs: number | null = null;
  readonly #options: HttpRemoteOptions;
  readonly #agent: Agent;
  /** A call's time begins after its wait here. */
  readonly #queue = new PQueue({ concurrency: callsAtOnce });

  constructor(options: HttpRemoteOptions, connectTimeoutMs: number) {
    this.#options = options;
    const { timeoutMs } = options;
    // Nothing here repeats a call: undici's request follows no redirects, and no retry interceptor is installed.
    this.#agent = new Agent({
      connect: { timeout: connectTimeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connections: callsAtOnce,
      pipelining: 1,
    });
  }

  /** From the newest answer and the time elapsed since, so that changing this machine's clock has no effect. */
  get serviceTime(): number | null {
    return this.#aheadMs === null ? null : Math.round(this.#aheadMs + performance.now());
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  json<Schema extends z.ZodType>(
    operation: Operation,
    schema: Schema,
    parts: CallParts,
  ): Promise<CallResult<z.output<Schema>>> {
    return this.#call(operation, parts, async (response, secret) => {
      const body = await bodyOf(response, secret);
      const document = parseJson(body);
      if (document === undefined) return garbled("the answer is not JSON");
      const isQuote = operation === operations.quoteStory;
      // Two readers could take two different prices.
      if (isQuote && membersIn(String(body)) !== membersIn(JSON.stringify(document)))
        return garbled("the answer gives a member twice");
      const { success, data, error } = schema.safeParse(document);
      if (success) return { ok: true, value: data };
      const [issue] = error.issues;
      return garbled(`the answer doesn't match the interface (${issue?.path.join(".") || issue?.message})`);
    });
  }

  download(operation: Operation, id: string, file: OpenFile): Promise<CallResult<Exported>> {
    return this.#call(operation, { id }, async (response) => {
      const hash = createHash("sha256");
      let bytes = 0;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > exportBytes) throw new Error("the export is longer than allowed");
        hash.update(chunk);
        await writeAll(file, chunk).catch((cause: unknown) => {
          throw new DiskError("the export could not be written", { cause });
        });
      }
      if (bytes === 0) return garbled("the export is empty");
      const contentType = headerOf(response, "content-type");
      return { ok: true, value: { bytes, sha256: hash.digest("hex"), contentType } };
    });
  }

  /** Makes one call, and reads its answer if that is a success. */
  #call<Value>(
    operation: Operation,
    parts: CallParts,
    read: (response: Response, secret: Secret) => Promise<CallResult<Value>>,
  ): Promise<CallResult<Value>> {
    return this.#queue.add(async () => {
      try {
        const secret = await this.#options.credential.current();
        const response = await this.#send(operation, parts, secret);
        this.#hear(response);
        return response.statusCode === 200
          ? await read(response, secret)
          : await this.#failed(response, secret);
      } catch (error) {
        // A full disk is not the service's error, and a retry would only spend calls.
        if (error instanceof DiskError) throw error.cause;
        return { ok: false, callError: callErrorOf(error) };
      }
    });
  }

  #hear(response: Response): void {
    const said = Date.parse(headerOf(response, "date") ?? "");
    // Years have four digits.
    if (said < Date.UTC(10_000, 0)) this.#aheadMs = said - performance.now();
    const policy = narrationInPolicy(headerOf(response, "ratelimit-policy"));
    if (policy !== "unknown") this.narrationResult = policy;
  }

  async #failed(response: Response, secret: Secret): Promise<Failed> {
    const status = response.statusCode;
    const retryAfter = headerOf(response, "retry-after");
    const refusal = readRefusal({ status, retryAfter, body: await bodyOf(response, secret) });
    if (refusal === null) {
      const isRedirect = status >= 300 && status <= 399;
      const why = isRedirect ? "redirects are never followed" : "the interface defines no such answer";
      return garbled(why, { status, retryAfterMs: waitInHeader(retryAfter) });
    }
    const isOutdated =
      refusal.code === "unauthorized" && (await isReplaced(secret, this.#options.credential));
    const replaced = isOutdated ? { isCredentialReplaced: true as const } : {};
    return { ok: false, callError: { kind: "refused", refusal, ...replaced } };
  }

  #send(operation: Operation, { id = "", query = {}, body }: CallParts, secret: Secret): Promise<Response> {
    const isExport = operation === operations.exportBook;
    const url = new URL(`${this.#options.url}${operation.path.replace("{id}", encodeURIComponent(id))}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return request(url, {
      method: operation.method,
      dispatcher: this.#agent,
      signal: isExport ? null : signalAfter(this.#options.timeoutMs),
      headers: {
        authorization: secret.bearer(),
        accept: isExport ? "*/*" : "application/json",
        "accept-encoding": "identity",
        "user-agent": this.#options.userAgent,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  }
}

class DiskError extends Error {}

/** An answer's body, without the credential. One that is too long loses its end, so that it is no JSON. */
async function bodyOf({ body }: Response, secret: Secret): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > jsonBytes) break;
    pieces.push(piece);
  }
  return secret.redact(Buffer.concat(pieces));
}

/** How many members JSON gives to objects, counting one that is given twice as two. */
function membersIn(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)].filter(([, colon]) => colon === ":").length;
}

function garbled(why: string, { status = 200, retryAfterMs = null as number | null } = {}): Failed {
  return { ok: false, callError: { kind: "garbled", status, why, retryAfterMs } };
}

function callErrorOf(error: unknown): CallError {
  const cause = causeOf(error);
  if (isCertificateError(error)) return { kind: "certificate", cause };
  return { kind: "network", cause, isUnsent: wasNeverConnected(error) };
}

function headerOf({ headers }: Response, name: string): string | null {
  return [headers[name] ?? []].flat()[0] ?? null;
}
