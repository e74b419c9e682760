import type { Log } from "../../shared/world.ts";
import { checkedStream } from "./checked-stream.ts";
import {
  nameOf,
  RecordingDamaged,
  type RecordingFile,
  type Recordings,
  RecordingsAway,
} from "./recordings.ts";
import { openS3, type S3Call, type S3Client, sumOf } from "./s3-client.ts";
import { readListPage } from "./s3-list.ts";
import { type S3Settings, shownPlace, type Variables } from "./s3-settings.ts";

/** The whole of a call in ms: one without much to carry, and one that stores a recording, half an hour of speech at most. */
const shortMostMs = 20_000;
const storeMostMs = 180_000;

/** Where the SHA-256 of a recording is kept: with it, in metadata that only who replaces the object can change. */
const sumHeader = "x-amz-meta-sha256";
const sumPattern = /^[0-9a-f]{64}$/;

/** Recordings in a bucket, with what a start needs besides. */
export interface S3Recordings extends Recordings {
  /** The name of the service whose recordings are there, or null if it is nobody's. */
  readMark(): Promise<string | null>;
  writeMark(mark: string): Promise<void>;
  removeMark(): Promise<void>;
}

const markName = "coursebinder-service";

/**
 * Recordings as objects of a bucket, each stored with its SHA-256. Of a whole recording the sum is compared as it is read; of a part its length, and
 * that the object is still the one whose size was told. What is there without a sum was not stored by a service, and is treated as missing.
 * Fails with `recordings_key_missing`.
 */
export function s3Recordings(
  settings: S3Settings,
  { variables, log }: { readonly variables: Variables; readonly log: Pick<Log, "error"> },
): S3Recordings {
  const client = openS3(settings, variables);
  const store = shownPlace(settings);
  const bucket = bucketOf(client);

  const damaged = (name: string): RecordingDamaged => {
    log.error({ recording: name, store }, "a recording is not what the service has stored");
    return new RecordingDamaged(name);
  };

  async function find(name: string): Promise<RecordingFile | null> {
    const head = await bucket.head(name);
    if (head === null) return null;
    const { sum, etag, sizeBytes } = head;
    if (sum === null || !Number.isSafeInteger(sizeBytes)) {
      damaged(name);
      return null;
    }
    return {
      sizeBytes,
      async open({ from, to } = { from: 0, to: sizeBytes - 1 }) {
        const isWhole = from === 0 && to >= sizeBytes - 1;
        const headers = isWhole ? {} : { range: `bytes=${from}-${to}` };
        const call: S3Call = { method: "GET", step: "read", key: name, headers };
        const answer = await client.send(call, [isWhole ? 200 : 206, 404]);
        const isSame =
          answer.headers.etag === etag &&
          Number(answer.headers["content-length"]) === (isWhole ? sizeBytes : to - from + 1);
        if (answer.status !== 404 && isSame)
          return checkedStream(answer.body, {
            sha256: isWhole ? sum : null,
            damaged: () => damaged(name),
            cut: (error) => client.away(call, error),
          });
        // Whatever else is sent is of no use, and the connection neither.
        answer.body.on("error", () => undefined).destroy();
        if (answer.status !== 404) damaged(name);
        return null;
      },
    };
  }

  return {
    isRemote: true,
    async save(name, bytes) {
      const sha256 = sumOf(bytes);
      await bucket.put(name, bytes, { "content-type": "audio/mpeg", [sumHeader]: sha256 });
      // Not every store compares what arrives with the sum that it is sent.
      if (!(await isReadable(await find(name))))
        throw new RecordingsAway({ store, step: "write", cause: "damaged" });
    },
    find: (book) => find(nameOf(book)),
    remove: (name) => bucket.remove(name),
    list: () => listOf(client, settings),
    close: () => client.close(),
    removeMark: () => bucket.remove(markName),
    readMark: () => bucket.get(markName),
    writeMark: (mark) => bucket.put(markName, Buffer.from(mark), { "content-type": "text/plain" }),
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

function bucketOf(client: S3Client) {
  const limitMs = shortMostMs;
  return {
    async head(key: string) {
      const call: S3Call = { method: "HEAD", key, step: "read", limitMs };
      const { status, headers } = await client.sendAndRead(call, [200, 404]);
      if (status === 404) return null;
      const { etag, [sumHeader]: sum = "", "content-length": length } = headers;
      return { etag, sizeBytes: Number(length), sum: sumPattern.test(sum) ? sum : null };
    },
    async get(key: string): Promise<string | null> {
      const call: S3Call = { method: "GET", key, step: "read", limitMs };
      const { status, text } = await client.sendAndRead(call, [200, 404]);
      return status === 404 ? null : text;
    },
    async put(key: string, body: Uint8Array, headers: Readonly<Record<string, string>>): Promise<void> {
      const call: S3Call = { method: "PUT", key, step: "write", body, headers, limitMs: storeMostMs };
      await client.sendAndRead(call, [200, 201, 204]);
    },
    async remove(key: string): Promise<void> {
      await client.sendAndRead({ method: "DELETE", key, step: "delete", limitMs }, [200, 204, 404]);
    },
  };
}

/** The objects right under the prefix, a thousand at a time. */
async function* listOf(client: S3Client, settings: S3Settings) {
  const { prefix } = settings;
  const all = { "list-type": "2", delimiter: "/", ...(prefix === "" ? {} : { prefix }) };
  const call: S3Call = { method: "GET", key: null, step: "list", limitMs: shortMostMs };
  for (let next: string | null = ""; next !== null; ) {
    const query: Record<string, string> = next === "" ? all : { ...all, "continuation-token": next };
    const page = readListPage((await client.sendAndRead({ ...call, query }, [200])).text, prefix);
    if (page === null)
      throw new RecordingsAway({ store: shownPlace(settings), step: "list", cause: "unreadable" });
    yield* page.entries;
    next = page.next;
  }
}
