import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { likelyUuids } from "../../shared/uuid.ts";
import type { Secret } from "../secret.ts";
import type { HttpAnswer } from "./http-answer.ts";

/** What a creation's connection received, for the user to judge when no rule can. */
export interface Received {
  readonly bytes: number;
  /** The first bytes, with the credential removed; null if it can't be removed. */
  readonly start: Buffer | null;
  /** Possible ids in them, in canonical form, the likeliest first. */
  readonly ids: readonly string[];
}

/** How much of the raw bytes is kept: a hundred times a story's answer. */
const keptBytes = 64 * 1024;

/** More ids than this are no more useful than the raw bytes. */
const mostIds = 20;

/** The most that an encoded body may expand to. */
const unfoldedBytes = 1024 * 1024;

/** Collects the evidence in the received bytes. `total` may exceed the bytes that were kept. */
export function evidenceIn(
  bytes: Buffer,
  { total, answer, secret }: { total: number; answer: HttpAnswer | null; secret: Secret },
): Received {
  const unfolded = viewsOf(answer).map((view) => plain(view));
  // A credential split between chunks, or inside a compressed body, can't be removed from the raw bytes.
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

/** Where an id may be found, the likeliest place first. */
function viewsOf(answer: HttpAnswer | null): Buffer[] {
  if (answer === null) return [];
  const places = [...answer.valuesOf("location"), ...answer.valuesOf("content-location")];
  const views = [Buffer.from(places.join("\n"), "latin1"), answer.body];
  const unfolded = unfold(answer.body, answer.encodings);
  return unfolded === null ? views : [...views, unfolded];
}

/** Removes the zero bytes of UTF-16 and the escapes of JSON and URLs, in which an id may be written. */
function plain(bytes: Buffer): Buffer {
  const text = bytes
    .toString("latin1")
    .replaceAll("\0", "")
    .replace(/(?:\\u00|%)([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return Buffer.from(text, "latin1");
}

/** A body with its content encodings removed, as far as it was received; null if an encoding is unknown. */
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
      // Try the next decoder of the same name, if any.
    }
  }
  return null;
}
