import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type Dispatcher, request } from "undici";
import { errorCode, Failure } from "../../shared/failure.ts";
import { signalAfter } from "../../shared/timer.ts";
import type { StartProblem } from "../start-problem.ts";
import { RecordingsAway } from "./recordings.ts";
import { type S3Settings, shownPlace, type Variables } from "./s3-settings.ts";

/** Time limits in ms: until there is a connection, until an answer begins, and between its pieces, not counting while its reader waits. */
const connectMostMs = 5_000;
const headersMostMs = 15_000;
const pieceMostMs = 30_000;

/** An answer that is read as a whole, such as a page of a list of a thousand objects. */
const answerBytesMost = 4 * 1024 * 1024;

export interface S3Call {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** Of an object; null for the bucket. */
  readonly key: string | null;
  /** What the call is for, in a problem's words. */
  readonly step: RecordingsAway["problem"]["step"];
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** In ms, for the whole call where its answer is read at once. */
  readonly limitMs?: number;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Dispatcher.ResponseData["body"];
}

export interface S3Client {
  /** Sends a call. Fails with a `RecordingsAway` if there is no answer, or one that is none of `statuses`. Read or destroy the body. */
  send(call: S3Call, statuses: readonly number[]): Promise<S3Answer>;
  /** The same, with the body read to its end. */
  sendAndRead(
    call: S3Call,
    statuses: readonly number[],
  ): Promise<Omit<S3Answer, "body"> & { readonly text: string }>;
  /** What the end of a connection in the middle of an answer means. */
  away(call: Pick<S3Call, "step">, error: unknown): RecordingsAway;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** A client of a bucket, addressed by path, with signatures of version 4. Fails with `recordings_key_missing`. */
export function openS3(settings: S3Settings, variables: Variables): S3Client {
  const key = keyIn(settings, variables);
  const agent = new Agent({
    connect: { timeout: connectMostMs },
    headersTimeout: headersMostMs,
    bodyTimeout: pieceMostMs,
  });
  const store = shownPlace(settings);
  const base = `${settings.endpoint}/${settings.bucket}`;

  async function sendOnce({ method, key: object, query, headers, body, limitMs }: S3Call): Promise<S3Answer> {
    const url = new URL(object === null ? base : `${base}/${settings.prefix}${object}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      service: "s3",
      region: settings.region,
      ...key,
      headers: { ...headers, "x-amz-content-sha256": sumOf(body ?? new Uint8Array()) },
    }).sign();
    const answer = await request(signed.url, {
      method,
      dispatcher: agent,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
      ...(limitMs === undefined ? {} : { signal: signalAfter(limitMs) }),
    });
    return { status: answer.statusCode, headers: plain(answer.headers), body: answer.body };
  }

  const away = ({ step }: Pick<S3Call, "step">, error: unknown): RecordingsAway =>
    new RecordingsAway({ store, step, cause: errorCode(error) }, error);

  async function send(call: S3Call, statuses: readonly number[]): Promise<S3Answer> {
    const answer = await sendOnce(call).catch((error: unknown) => {
      // A connection that the server had ended meanwhile. Every call may be repeated.
      if (!endedConnections.has(errorCode(error))) throw away(call, error);
      return sendOnce(call).catch((again: unknown) => {
        throw away(call, again);
      });
    });
    if (statuses.includes(answer.status)) return answer;
    const text = await textOf(answer.body).catch(() => "");
    throw new RecordingsAway({ store, step: call.step, cause: causeIn(text) ?? String(answer.status) });
  }

  return {
    send,
    async sendAndRead(call, statuses) {
      const { body, ...head } = await send(call, statuses);
      try {
        return { ...head, text: await textOf(body) };
      } catch (error) {
        throw away(call, error);
      }
    },
    away,
    close: () => agent.destroy(),
  };
}

const endedConnections: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** The SHA-256 of bytes, in hexadecimal digits. */
export function sumOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMost) throw new Error("an answer without end");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The code of an error's answer. The rest of it may repeat the key's id. */
function causeIn(text: string): string | null {
  return /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(text)?.[1] ?? null;
}

function plain(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

interface Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

function keyIn({ keyIdVariable, secretVariable, tokenVariable }: S3Settings, variables: Variables): Key {
  const [accessKeyId = "", secretAccessKey = ""] = [variables[keyIdVariable], variables[secretVariable]];
  const missing = [keyIdVariable, secretVariable].filter((name) => (variables[name] ?? "") === "");
  if (missing.length > 0)
    throw new Failure<StartProblem>({ code: "recordings_key_missing", variables: missing });
  const sessionToken = variables[tokenVariable] ?? "";
  return { accessKeyId, secretAccessKey, ...(sessionToken === "" ? {} : { sessionToken }) };
}
