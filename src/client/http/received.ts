import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { likelyUuids } from "../../shared/uuid.ts";
import type { Secret } from "../secret.ts";
import type { HttpAnswer } from "./http-answer.ts";

/** What a creation's connection brought, for a person to judge where no rule can. */
export interface Received {
  /** How many bytes in all. */
  readonly bytes: number;
  /** The first of them, without the credential; null where it can't be taken out of them. */
  readonly start: Buffer | null;
  /** Whatever looks like an id in them, canonical, the likeliest first. */
  readonly ids: readonly string[];
}

/** What is kept of the raw bytes: a story's answer is a hundredth of it. */
const keptBytes = 64 * 1024;

/** So many ids tell a person no more than the raw bytes do. */
const mostIds = 20;

/** The most that an encoded body may unfold to. */
const unfoldedBytes = 1024 * 1024;

/** Gathers the evidence in what came. `total` may be more than the bytes that were kept. */
export function evidenceIn(
  bytes: Buffer,
  { total, answer, secret }: { total: number; answer: HttpAnswer | null; secret: Secret },
): Received {
  const unfolded = viewsOf(answer).map((view) => plain(view));
  // A credential that is split between chunks or folded into an encoded body can't be taken out of the raw bytes.
  const hidesSecret = unfolded.some((view) => secret.isIn(view)) && !secret.isIn(bytes);
  const ids = [...unfolded, plain(bytes)].flatMap((view) =>
    likelyUuids(secret.redact(view).toString("latin1")),
  );
  return {
    bytes: total,
    start: hidesSecret ? null : secret.redact(bytes).subarray(0, keptBytes),
    ids: [...new Set(ids)].slice(0, mostIds),
  };
}

/** Where an id may stand, the likeliest place first. */
function viewsOf(answer: HttpAnswer | null): Buffer[] {
  if (answer === null) return [];
  const places = [...answer.valuesOf("location"), ...answer.valuesOf("content-location")];
  const views = [Buffer.from(places.join("\n"), "latin1"), answer.body];
  const unfolded = unfold(answer.body, answer.encodings);
  return unfolded === null ? views : [...views, unfolded];
}

/** Without the zeros of UTF-16, and without the escapes of JSON and of addresses, in which an id may be written. */
function plain(bytes: Buffer): Buffer {
  const text = bytes
    .toString("latin1")
    .replaceAll("\0", "")
    .replace(/(?:\\u00|%)([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return Buffer.from(text, "latin1");
}

/** A body out of its encodings, as far as it came; null where it is in none that is known here. */
function unfold(body: Buffer, encodings: readonly string[]): Buffer | null {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  const named = encodings.length === 0 && isGzip ? ["gzip"] : encodings;
  if (named.length === 0) return null;
  return named.reduceRight<Buffer | null>(
    (inner, coding) => (inner === null ? null : (decode(inner, coding) ?? null)),
    body,
  );
}

type Decoder = (bytes: Buffer) => Buffer;

const part = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: unfoldedBytes };
const decoders: Readonly<Record<string, readonly Decoder[]>> = {
  gzip: [(bytes) => gunzipSync(bytes, part)],
  "x-gzip": [(bytes) => gunzipSync(bytes, part)],
  deflate: [(bytes) => inflateSync(bytes, part), (bytes) => inflateRawSync(bytes, part)],
  br: [
    (bytes) =>
      brotliDecompressSync(bytes, {
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
        maxOutputLength: unfoldedBytes,
      }),
  ],
};

function decode(bytes: Buffer, coding: string): Buffer | null {
  for (const decoder of decoders[coding] ?? []) {
    try {
      return decoder(bytes);
    } catch {
      // The next reading of the same name, or none.
    }
  }
  return null;
}
