import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type Dispatcher, request } from "undici";
import * as z from "zod";
import { errorCode } from "../../shared/failure.ts";
import { signalAfter } from "../../shared/timer.ts";
import type { Log } from "../../shared/world.ts";
import { StartFailure } from "../start-problem.ts";
import {
  nameOf,
  RecordingDamaged,
  type RecordingFile,
  type Recordings,
  RecordingsAway,
  type StoredRecording,
} from "./recordings.ts";
import { type S3Settings, shownPlace, type Variables } from "./s3-settings.ts";

/** The whole of a call in ms: one without much to carry, and one that stores a recording, half an hour of speech at most. */
const shortMostMs = 20_000;
const storeMostMs = 180_000;

/** Where the SHA-256 of a recording is kept: with it, in metadata that only who replaces the object can change. */
const sumHeader = "x-amz-meta-sha256";
const sumPattern = /^[0-9a-f]{64}$/;

/** Recordings in a bucket, with the other operations that a starting service needs. */
export interface S3Recordings extends Recordings {
  /** The name of the service whose recordings are there, or null if it is nobody's. */
  readMark(): Promise<string | null>;
  writeMark(mark: string): Promise<void>;
}

const markName = "coursebinder-service";

/** Time limits in ms: until there is a connection, until an answer begins, and between its pieces, not counting while its reader waits. */
const connectMostMs = 5_000;
const headersMostMs = 15_000;
const pieceMostMs = 30_000;

interface S3Call {
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

/**
 * Recordings as objects of a bucket, each stored with its SHA-256. A whole recording is compared with its hash as it is read. For a part, the check is
 * that the length is right and that the object is still the one whose size was reported. An object without a hash was not stored by a service, and is
 * treated as missing. The bucket is addressed by path, with signatures of version 4. Fails with `recordings_key_missing`.
 */
export function s3Recordings(
  settings: S3Settings,
  { variables, log }: { readonly variables: Variables; readonly log: Pick<Log, "error"> },
): S3Recordings {
  const { prefix, region } = settings;
  const credentials = keyIn(settings, variables);
  const agent = new Agent({
    connect: { timeout: connectMostMs },
    headersTimeout: headersMostMs,
    bodyTimeout: pieceMostMs,
  });
  const store = shownPlace(settings);
  const base = `${settings.endpoint}/${settings.bucket}`;

  const damaged = (name: string): RecordingDamaged => {
    log.error({ recording: name, store }, "a recording differs from what the service stored");
    return new RecordingDamaged(name);
  };
  const away = ({ step }: Pick<S3Call, "step">, error: unknown): RecordingsAway =>
    new RecordingsAway({ store, step, cause: errorCode(error) }, error);

  async function sendOnce(call: S3Call): Promise<Dispatcher.ResponseData> {
    const { method, key, query = {}, headers, body, limitMs } = call;
    const url = new URL(key === null ? base : `${base}/${prefix}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const sums = { "x-amz-content-sha256": sumOf(body ?? new Uint8Array()) };
    const signing = { method, url: url.href, service: "s3", region, ...credentials };
    const signed = await new AwsV4Signer({ ...signing, headers: { ...headers, ...sums } }).sign();
    return request(signed.url, {
      method,
      dispatcher: agent,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
      ...(limitMs === undefined ? {} : { signal: signalAfter(limitMs) }),
    });
  }

  /** Sends a call. Fails with a `RecordingsAway` if there is no answer, or one that is none of `statuses`. Read or destroy the body. */
  async function send(call: S3Call, statuses: readonly number[]): Promise<Dispatcher.ResponseData> {
    const answer = await sendOnce(call)
      .catch((error: unknown) => {
        // A connection that the server had ended meanwhile. Every call may be repeated.
        if (endedConnections.has(errorCode(error))) return sendOnce(call);
        throw error;
      })
      .catch((error: unknown) => {
        throw away(call, error);
      });
    if (statuses.includes(answer.statusCode)) return answer;
    const text = await textOf(answer.body).catch(() => "");
    // The code of an error's answer. The rest of it may repeat the key's id.
    const code = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(text)?.[1];
    throw new RecordingsAway({ store, step: call.step, cause: code ?? String(answer.statusCode) });
  }

  /** The same, with the body read to its end; null for a 404 that is expected. */
  async function ask(call: S3Call, statuses: readonly number[]) {
    const { body, statusCode, headers } = await send({ limitMs: shortMostMs, ...call }, statuses);
    const text = await textOf(body).catch((error: unknown) => {
      throw away(call, error);
    });
    return statusCode === 404 ? null : { headers, text };
  }

  async function put(
    key: string,
    body: Uint8Array,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> {
    const call = { method: "PUT", key, step: "write", body, headers, limitMs: storeMostMs } as const;
    await ask(call, [200, 201, 204]);
  }

  async function find(name: string): Promise<RecordingFile | null> {
    const head = await ask({ method: "HEAD", key: name, step: "read" }, [200, 404]);
    if (head === null) return null;
    const { etag, [sumHeader]: sum = "", "content-length": length } = head.headers;
    const sizeBytes = Number(length);
    if (!sumPattern.test(String(sum)) || !Number.isSafeInteger(sizeBytes)) {
      damaged(name);
      return null;
    }
    return {
      sizeBytes,
      async open({ from, to } = { from: 0, to: sizeBytes - 1 }) {
        const isWhole = from === 0 && to >= sizeBytes - 1;
        const headers = isWhole ? {} : { range: `bytes=${from}-${to}` };
        const call: S3Call = { method: "GET", step: "read", key: name, headers };
        const answer = await send(call, [isWhole ? 200 : 206, 404]);
        const expected = isWhole ? sizeBytes : to - from + 1;
        const isSame = answer.headers.etag === etag && Number(answer.headers["content-length"]) === expected;
        if (answer.statusCode !== 404 && isSame)
          return checkedStream(answer.body, {
            sha256: isWhole ? String(sum) : null,
            damaged: () => damaged(name),
            cut: (error) => away(call, error),
          });
        // Whatever else is sent is of no use, and the connection neither.
        answer.body.on("error", () => undefined).destroy();
        if (answer.statusCode !== 404) damaged(name);
        return null;
      },
    };
  }

  /** The objects right under the prefix, a thousand at a time. */
  async function* list(): AsyncIterable<StoredRecording> {
    const all = { "list-type": "2", delimiter: "/", ...(prefix === "" ? {} : { prefix }) };
    for (let next: string | null = ""; next !== null; ) {
      const query: Record<string, string> = next === "" ? all : { ...all, "continuation-token": next };
      const answer = await ask({ method: "GET", key: null, step: "list", query }, [200]);
      const page = readListPage(answer?.text ?? "", prefix);
      if (page === null) throw new RecordingsAway({ store, step: "list", cause: "unreadable" });
      yield* page.entries;
      next = page.next;
    }
  }

  return {
    isRemote: true,
    async save(name, bytes) {
      await put(name, bytes, { "content-type": "audio/mpeg", [sumHeader]: sumOf(bytes) });
      // Not every store compares what arrives with the sum that it is sent.
      if (!(await isReadable(await find(name))))
        throw new RecordingsAway({ store, step: "write", cause: "damaged" });
    },
    find: (book) => find(nameOf(book)),
    async remove(name) {
      await ask({ method: "DELETE", key: name, step: "delete" }, [200, 204, 404]);
    },
    list,
    close: () => agent.destroy(),
    async readMark() {
      const mark = await ask({ method: "GET", key: markName, step: "read" }, [200, 404]);
      return mark?.text ?? null;
    },
    writeMark: (mark) => put(markName, Buffer.from(mark), { "content-type": "text/plain" }),
  };
}

/** Whether a recording can be read to its end and has its sum. */
async function isReadable(file: RecordingFile | null): Promise<boolean> {
  const content = await file?.open();
  if (content === undefined || content === null) return false;
  try {
    for await (const _ of content);
    return true;
  } catch (error) {
    if (error instanceof RecordingDamaged) return false;
    throw error;
  }
}

const entrySchema = z.object({
  key: z.string().min(1),
  storedAt: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
});

export interface ListPage {
  readonly entries: readonly StoredRecording[];
  /** What the next page is asked for with; null on the last one. */
  readonly next: string | null;
}

/**
 * Reads a page of ListObjectsV2 (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html). Names are without the prefix. Null if it is no
 * such page.
 */
function readListPage(xml: string, prefix: string): ListPage | null {
  if (!/<ListBucketResult[\s>]/.test(xml)) return null;
  const entries: StoredRecording[] = [];
  for (const [, content = ""] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
    const entry = entrySchema.safeParse({
      key: textIn(content, "Key"),
      storedAt: textIn(content, "LastModified"),
    });
    if (!entry.success) return null;
    const { key, storedAt } = entry.data;
    if (key.startsWith(prefix)) entries.push({ name: key.slice(prefix.length), storedAt });
  }
  const next = textIn(xml, "NextContinuationToken");
  const isTruncated = textIn(xml, "IsTruncated") === "true";
  if (isTruncated && next === null) return null;
  return { entries, next: isTruncated ? next : null };
}

function textIn(xml: string, name: string): string | null {
  const value = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return value === undefined ? null : decoded(value);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Maximum buffered for a slow consumer. */
const bufferBytes = 64 * 1024;

interface StreamCheck {
  /** In hexadecimal digits; null: not compared. */
  readonly sha256: string | null;
  /** What is wrong if the bytes have another sum, and if they end too early. */
  readonly damaged: () => Error;
  readonly cut: (error: unknown) => Error;
}

/**
 * A stream's bytes, if they have this sum. Otherwise it fails before the last piece of them, so that whoever knows their number can't take what they got
 * for the whole. Destroying it destroys the stream.
 */
function checkedStream(content: Readable, { sha256, damaged, cut }: StreamCheck): Readable {
  const check = async function* (): AsyncIterable<Buffer> {
    const hash = createHash("sha256");
    let heldBack: Buffer | null = null;
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        if (sha256 !== null) hash.update(chunk);
        if (heldBack !== null) yield heldBack;
        heldBack = chunk;
      }
    } catch (error) {
      throw cut(error);
    }
    if (sha256 !== null && hash.digest("hex") !== sha256) throw damaged();
    if (heldBack !== null) yield heldBack;
  };
  const checked = Readable.from(check(), { objectMode: false, highWaterMark: bufferBytes });
  // Of a failure before anybody reads, whoever reads is told.
  content.on("error", () => undefined);
  return checked.once("close", () => content.destroy());
}

/** An answer that is read as a whole, such as a page of a list of a thousand objects. */
const answerBytesMost = 4 * 1024 * 1024;

const endedConnections: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** The SHA-256 of bytes, in hexadecimal digits. */
function sumOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMost) throw new Error("the answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

interface Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

function keyIn({ keyIdVariable, secretVariable, tokenVariable }: S3Settings, variables: Variables): Key {
  const [accessKeyId = "", secretAccessKey = ""] = [variables[keyIdVariable], variables[secretVariable]];
  const missing = [keyIdVariable, secretVariable].filter((name) => (variables[name] ?? "") === "");
  if (missing.length > 0) throw new StartFailure({ code: "recordings_key_missing", variables: missing });
  const sessionToken = variables[tokenVariable] ?? "";
  return { accessKeyId, secretAccessKey, ...(sessionToken === "" ? {} : { sessionToken }) };
}
