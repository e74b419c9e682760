import { likelyUuids } from "../shared/uuid.ts";

/** The final answer on a connection, parsed from the received bytes. */
export interface HttpAnswer {
  readonly status: number;
  /** All values of a header, in order. `name` in lower case. */
  readonly valuesOf: (name: string) => readonly string[];
  /** The bytes received, without chunk framing but still in their content encoding. */
  readonly body: Buffer;
  /** Whether it came to the end that its own framing gives it. Null: only the connection's end delimits it. */
  readonly isWhole: boolean | null;
  /** Whether nothing came before it or after it. */
  readonly isAlone: boolean;
  /** Whether two parsers could read its framing differently, or another answer follows it: then it proves nothing. */
  readonly isAmbiguous: boolean;
}

/** Node's own limit, and far more than any service sends. */
const headBytes = 16 * 1024;

/**
 * Parses the final answer (RFC 9112) from everything that a connection received. Tolerant of an answer that is cut off, which may hold an id, but
 * strict: whatever two parsers could read differently is no answer, or is ambiguous. Node's own client can't replace this parser: it closes the
 * connection at the first fault, and after a complete answer, although the bytes that were still to come may hold an id. Null if no complete head of a
 * final answer has arrived, or the connection switches to another protocol. Pure.
 */
export function readHttpAnswer(received: Buffer): HttpAnswer | null {
  for (let start = 0; ; ) {
    const head = readHead(received.toString("latin1", start, start + headBytes));
    if (head === null) return null;
    const rest = received.subarray(start + head.length);
    if (head.status >= 200) return withBody(head, { rest, isFirst: start === 0 });
    start += head.length;
  }
}

const strictHead =
  /^HTTP\/1\.[01] ((?!101)\d{3})(?: [\t\x20-\x7e\x80-\xff]*)?\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*\r\n/;

function readHead(text: string) {
  const [head, status] = strictHead.exec(text) ?? [];
  if (head === undefined) return null;
  const headers = [...head.matchAll(/^([^:\r\n]+):(.*)\r$/gm)];
  return {
    status: Number(status),
    valuesOf: (name: string) =>
      headers.flatMap(([, known, value = ""]) => (known?.toLowerCase() === name ? [value.trim()] : [])),
    length: head.length,
  };
}

function withBody(
  { status, valuesOf }: Pick<HttpAnswer, "status" | "valuesOf">,
  { rest, isFirst }: { rest: Buffer; isFirst: boolean },
): HttpAnswer {
  const lengths = valuesOf("content-length");
  const transfer = valuesOf("transfer-encoding").map((coding) => coding.toLowerCase());
  const isPlain = valuesOf("content-encoding").every((coding) => coding.toLowerCase() === "identity");
  const isFramedOnce =
    transfer.length === 0
      ? lengths.length < 2 && /^\d{1,15}$/.test(lengths[0] ?? "0")
      : transfer.join() === "chunked" && lengths.length === 0;
  const isChunked = transfer.some((coding) => coding.includes("chunked"));
  const { body, isWhole, after } = isChunked
    ? unchunked(rest)
    : lengths.length === 0
      ? { body: rest, isWhole: null, after: "" }
      : ofLength(rest, Number(lengths[0]));
  const isContradicted = /^\s*HTTP\//i.test(after) || likelyUuids(after).length > 0;
  return {
    ...{ status, valuesOf, body, isWhole },
    isAlone: isFirst && after === "",
    isAmbiguous: !isFramedOnce || !isPlain || isContradicted,
  };
}

interface Framed extends Pick<HttpAnswer, "body" | "isWhole"> {
  /** What came after the answer. */
  readonly after: string;
}

/** `length`: NaN if it can't be read. */
function ofLength(rest: Buffer, length: number): Framed {
  if (!(rest.length >= length)) return { body: rest, isWhole: false, after: "" };
  return { body: rest.subarray(0, length), isWhole: true, after: rest.toString("latin1", length) };
}

/** Far more than a chunk's size takes. */
const chunkSizeBytes = 256;

/** Reads a chunked body (RFC 9112, section 7.1) up to its last chunk, the end of the bytes, or whatever isn't a chunk, such as a trailer. */
function unchunked(bytes: Buffer): Framed {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r\n/i.exec(
      bytes.toString("latin1", at, at + chunkSizeBytes),
    );
    const start = at + (size?.[0].length ?? 0);
    const end = start + Number.parseInt(size?.[1] ?? "0", 16);
    pieces.push(bytes.subarray(start, end));
    at = end + 2;
    const isWhole = size !== null && bytes.toString("latin1", end, at) === "\r\n";
    if (isWhole && start < end) continue;
    return { body: Buffer.concat(pieces), isWhole, after: isWhole ? bytes.toString("latin1", at) : "" };
  }
}
