import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type Dispatcher, request } from "undici";
import { errorCode } from "../../shared/failure.ts";
import { signalAfter } from "../../shared/timer.ts";
import { StartFailure } from "../start-problem.ts";
import { type RecordingFile, type Recordings, RecordingsAway, type StoredRecording } from "./recordings.ts";
import { type S3Settings, shownPlace, type Variables } from "./s3-settings.ts";

/** The whole of a call in ms: one without much to carry, and one that stores a recording, half an hour of speech at most. */
const shortMostMs = 20_000;
const storeMostMs = 180_000;

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

/** The most bytes buffered for a slow consumer. */
const bufferBytes = 64 * 1024;

interface S3Call {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** The key of an object; left out: the call is about the bucket. */
  readonly key?: string;
  /** What the call is for, in a problem's words. */
  readonly step: RecordingsAway["problem"]["step"];
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The limit for the whole call, in ms. Left out: there is none while the answer goes on. */
  readonly limitMs?: number;
}

/**
 * Keeps recordings as objects in a bucket, with path-style addresses and AWS Signature Version 4. The signature includes the SHA-256 of what is
 * stored, which the store compares. Fails with `recordings_key_missing`.
 */
export function s3Recordings(settings: S3Settings, variables: Variables): S3Recordings {
  const { prefix, region } = settings;
  const credentials = keyIn(settings, variables);
  const agent = new Agent({
    // Each call has a new connection, because the server may have closed one that was kept. It is not announced as the last on its connection
    // (`pipelining: 0`): undici 7 then ends the process if the server breaks off while nobody reads (nodejs/undici#5360).
    keepAliveTimeout: 1,
    keepAliveMaxTimeout: 1,
    connect: { timeout: connectMostMs },
    headersTimeout: headersMostMs,
    bodyTimeout: pieceMostMs,
  });
  const store = shownPlace(settings);
  const base = `${settings.endpoint}/${settings.bucket}`;
  const away = (step: S3Call["step"], error: unknown): RecordingsAway =>
    new RecordingsAway({ store, step, cause: errorCode(error) }, error);

  /** Sends a call; null for an object that isn't there. Fails with a `RecordingsAway`. Read or destroy the body. */
  async function send(call: S3Call): Promise<Dispatcher.ResponseData | null> {
    const { method, key, query = {}, body, limitMs } = call;
    const url = new URL(key === undefined ? base : `${base}/${prefix}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const sha256 = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const headers = { ...call.headers, "x-amz-content-sha256": sha256 };
    const signing = { method, url: url.href, service: "s3", region, ...credentials, headers };
    const signed = await new AwsV4Signer(signing).sign();
    const answer = await request(signed.url, {
      method,
      dispatcher: agent,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
      ...(limitMs === undefined ? {} : { signal: signalAfter(limitMs) }),
    }).catch((error: unknown) => {
      throw away(call.step, error);
    });
    if (answer.statusCode < 300) return answer;
    const text = await answer.body.text().catch(() => "");
    if (answer.statusCode === 404 && key !== undefined && method !== "PUT") return null;
    // The code of an error's answer. The rest of it may repeat the key's id.
    const code = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(text)?.[1];
    throw new RecordingsAway({ store, step: call.step, cause: code ?? String(answer.statusCode) });
  }

  /** Like `send`, but reads the body to its end. */
  async function ask(call: S3Call): Promise<string | null> {
    const answer = await send({ limitMs: shortMostMs, ...call });
    return answer === null
      ? null
      : answer.body.text().catch((error: unknown) => {
          throw away(call.step, error);
        });
  }

  async function put(key: string, body: Uint8Array, type: string): Promise<void> {
    const headers = { "content-type": type };
    await ask({ method: "PUT", key, step: "write", body, headers, limitMs: storeMostMs });
  }

  /** A body whose failure is reported as the store's. */
  function streamOf(body: Readable): Readable {
    const read = async function* (): AsyncIterable<Buffer> {
      try {
        yield* body as AsyncIterable<Buffer>;
      } catch (error) {
        throw away("read", error);
      }
    };
    // A failure before anybody reads is reported to whoever reads.
    body.on("error", () => undefined);
    const stream = Readable.from(read(), { objectMode: false, highWaterMark: bufferBytes });
    return stream.once("close", () => body.destroy());
  }

  async function find(key: string): Promise<RecordingFile | null> {
    const head = await send({ method: "HEAD", key, step: "read", limitMs: shortMostMs });
    if (head === null) return null;
    head.body.on("error", () => undefined).destroy();
    const sizeBytes = Number(head.headers["content-length"]);
    return {
      sizeBytes,
      async open(range) {
        const headers: Record<string, string> =
          range === undefined ? {} : { range: `bytes=${range.from}-${range.to}` };
        const answer = await send({ method: "GET", step: "read", key, headers });
        return answer === null ? null : streamOf(answer.body);
      },
    };
  }

  /** The objects right under the prefix, a thousand at a time. */
  async function* list(): AsyncIterable<StoredRecording> {
    const all = { "list-type": "2", delimiter: "/", ...(prefix === "" ? {} : { prefix }) };
    for (let next: string | null = ""; next !== null; ) {
      const query: Record<string, string> = next === "" ? all : { ...all, "continuation-token": next };
      const xml = (await ask({ method: "GET", step: "list", query })) ?? "";
      if (!/<ListBucketResult[\s>]/.test(xml))
        throw new RecordingsAway({ store, step: "list", cause: "unreadable" });
      for (const [, content = ""] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        const [key = "", storedAt = ""] = [textIn(content, "Key"), textIn(content, "LastModified")];
        if (key.startsWith(prefix)) yield { name: key.slice(prefix.length), storedAt: Date.parse(storedAt) };
      }
      next = textIn(xml, "NextContinuationToken") ?? null;
    }
  }

  return {
    isRemote: true,
    save: (name, bytes) => put(name, bytes, "audio/mpeg"),
    find,
    async remove(key) {
      await ask({ method: "DELETE", key, step: "delete" });
    },
    list,
    close: () => agent.destroy(),
    readMark: () => ask({ method: "GET", key: markName, step: "read" }),
    writeMark: (mark) => put(markName, Buffer.from(mark), "text/plain"),
  };
}

/** The text of an element of https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html. Our own names contain no entities. */
function textIn(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
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
