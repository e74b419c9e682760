import { likelyUuids } from "../shared/uuid.ts";

/** The final answer on a connection, parsed from the received bytes. */
export interface HttpAnswer {
  readonly status: number;
  /** All values of a header, in order. `name` in lower case. */
  readonly valuesOf: (name: string) => readonly string[];
  /** The bytes received, without chunk framing but still in their content encoding. */
  readonly body: Buffer;
  /** `whole`: by its own framing. `until-close`: delimited by the connection's end. */
  readonly extent: "whole" | "partial" | "until-close";
  /** Whether nothing came before it or after it. */
  readonly isAlone: boolean;
  /** Whether two parsers could read it differently, or another answer follows it: then it proves nothing. */
  readonly isAmbiguous: boolean;
}

/** No server sends this many interim answers, so stop parsing. */
const mostInterims = 10;

/** Node's own limit, and far more than any service sends. */
const headBytes = 16 * 1024;

/**
 * Parses the final answer (RFC 9112) from everything that a connection received. Tolerant enough to find a received id, but strict: whatever two
 * parsers could read differently makes it ambiguous. Node's own client can't replace this parser: it closes the connection at the first fault, and
 * after a complete answer, although the bytes that were still to come may hold an id. Null if no complete head of a final answer has arrived. Pure.
 */
export function readHttpAnswer(received: Buffer): HttpAnswer | null {
  let rest = received;
  let isOdd = false;
  for (let interims = 0; interims <= mostInterims; interims++) {
    const head = readHead(rest);
    if (head === null) return null;
    isOdd ||= head.isOdd;
    if (head.status >= 200 || head.status === 101)
      return withBody({ ...head, isOdd }, { isFirst: interims === 0 });
    rest = head.rest;
  }
  return null;
}

interface Head extends Pick<HttpAnswer, "status" | "valuesOf"> {
  readonly isOdd: boolean;
  readonly rest: Buffer;
}

const statusLine = /^HTTP\/\d+(?:\.\d+)? +(\d{3})(?!\d)/i;
const headerLine = /^([!#$%&'*+.^_`|~0-9a-z-]+):([^\r\n]*)/gim;
const strictHead =
  /^HTTP\/1\.[01] \d{3}(?: [\t\x20-\x7e\x80-\xff]*)?\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*\r\n$/;

function readHead(bytes: Buffer): Head | null {
  const text = bytes.toString("latin1");
  const end = /\n\r?\n/.exec(text);
  const status = statusLine.exec(text)?.[1];
  if (end === null || status === undefined) return null;
  const length = end.index + end[0].length;
  const head = text.slice(0, length);
  const headers = [...head.matchAll(headerLine)];
  return {
    status: Number(status),
    valuesOf: (name) =>
      headers.flatMap(([, known, value = ""]) => (known?.toLowerCase() === name ? [value.trim()] : [])),
    isOdd: end.index > headBytes || !strictHead.test(head),
    rest: bytes.subarray(length),
  };
}

function withBody({ status, valuesOf, isOdd, rest }: Head, { isFirst }: { isFirst: boolean }): HttpAnswer {
  const [length, ...lengths] = itemsOf(valuesOf("content-length"));
  const transfer = itemsOf(valuesOf("transfer-encoding"));
  const isPlain = itemsOf(valuesOf("content-encoding")).every((coding) => coding === "identity");
  const isFramedOnce =
    transfer.length === 0
      ? lengths.length === 0 && /^\d{1,15}$/.test(length ?? "0")
      : length === undefined && transfer.join() === "chunked";
  const framed =
    status === 204 || status === 304
      ? ofLength(rest, 0)
      : transfer.includes("chunked")
        ? unchunked(rest)
        : length === undefined
          ? { body: rest, extent: "until-close" as const, after: "" }
          : ofLength(rest, Number(length));
  const { body, extent, after } = framed;
  const isContradicted = /^\s*HTTP\//i.test(after) || likelyUuids(after).length > 0;
  return {
    ...{ status, valuesOf, body, extent },
    isAlone: isFirst && after === "",
    isAmbiguous: isOdd || !isFramedOnce || !isPlain || status === 101 || isContradicted,
  };
}

interface Framed extends Pick<HttpAnswer, "body" | "extent"> {
  /** What came after the answer. */
  readonly after: string;
}

function ofLength(rest: Buffer, length: number): Framed {
  if (!(rest.length >= length)) return { body: rest, extent: "partial", after: "" };
  return { body: rest.subarray(0, length), extent: "whole", after: rest.toString("latin1", length) };
}

const chunkSize = /^([0-9a-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r\n/i;
/** Far more than a chunk's size takes. */
const chunkSizeBytes = 256;

/** Reads a chunked body (RFC 9112, section 7.1) up to its last chunk, the end of the bytes, or whatever isn't a chunk, such as a trailer. */
function unchunked(bytes: Buffer): Framed {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const size = chunkSize.exec(bytes.toString("latin1", at, at + chunkSizeBytes));
    if (size === null) return { body: Buffer.concat(pieces), extent: "partial", after: "" };
    const start = at + size[0].length;
    const end = start + Number.parseInt(size[1] ?? "", 16);
    pieces.push(bytes.subarray(start, end));
    at = end + 2;
    const isWhole = bytes.toString("latin1", end, at) === "\r\n";
    if (isWhole && start < end) continue;
    const after = isWhole ? bytes.toString("latin1", at) : "";
    return { body: Buffer.concat(pieces), extent: isWhole ? "whole" : "partial", after };
  }
}

/** The items of a list that may span several headers, in lower case. */
function itemsOf(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(",")).map((item) => item.trim().toLowerCase());
}
