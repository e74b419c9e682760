import { likelyUuids } from "../shared/uuid.ts";

/** The final answer on a connection, parsed from the received bytes. */
export interface HttpAnswer {
  readonly status: number;
  /** All values of a header, in order. `name` in lower case. */
  readonly valuesOf: (name: string) => readonly string[];
  /** The bytes received, without chunk framing but still in their content encoding. */
  readonly body: Buffer;
  /** `whole`: by its own framing. `until-close`: delimited by the connection's end. `broken`: invalid chunks. */
  readonly extent: "whole" | "partial" | "until-close" | "broken";
  /** Why it is not the only, complete and unambiguous answer on its connection, as clauses. */
  readonly faults: ReadonlySet<string>;
}

const interimFault = "after an interim answer";
const moreFault = "with more bytes after it";

/** Faults that leave no doubt about which answer an id belongs to. */
export const harmlessToAcceptance: ReadonlySet<string> = new Set([interimFault, moreFault]);

/** No server sends this many interim answers, so stop parsing. */
const mostInterims = 10;

/** Node's own limit, and far more than any service sends. */
const headBytes = 16 * 1024;

/**
 * Parses the final answer (RFC 9112) from everything that a connection received. Tolerant enough to find a received id, but strict: anything that two
 * parsers could read differently is a fault. Node's own client can't replace this parser: it closes the connection at the first fault, and after a
 * complete answer, although the bytes that were still to come may hold an id. Null if no complete head of a final answer has arrived. Pure.
 */
export function readHttpAnswer(received: Buffer): HttpAnswer | null {
  const faults = new Set<string>();
  let rest = received;
  for (let interims = 0; interims <= mostInterims; interims++) {
    const head = readHead(rest, faults);
    if (head === null) return null;
    if (head.status >= 200 || head.status === 101) return withBody(head, faults);
    faults.add(interimFault);
    rest = head.rest;
  }
  return null;
}

interface Head extends Pick<HttpAnswer, "status" | "valuesOf"> {
  readonly rest: Buffer;
}

const headerLine = /^([!#$%&'*+.^_`|~0-9a-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/i;

function readHead(bytes: Buffer, faults: Set<string>): Head | null {
  const text = bytes.toString("latin1");
  const end = /\n\r?\n/.exec(text);
  if (end === null) return null;
  if (end.index > headBytes) faults.add("with very long headers");
  const lines = text.slice(0, end.index).split("\n");
  if (end[0] !== "\n\r\n" || !lines.every((line) => line.endsWith("\r"))) faults.add("with bare line feeds");
  const [first = "", ...others] = lines.map((line) => line.replace(/\r$/, ""));
  const status = /^HTTP\/\d+(?:\.\d+)? +(\d{3})(?!\d)/i.exec(first)?.[1];
  if (status === undefined) return null;
  if (!/^HTTP\/1\.[01] \d{3}(?: [\t\x20-\x7e\x80-\xff]*)?$/.test(first))
    faults.add("with an odd status line");
  const headers: [name: string, value: string][] = [];
  for (const line of others) {
    const [, name, value = ""] = headerLine.exec(line) ?? [];
    if (name !== undefined) headers.push([name.toLowerCase(), value.trimEnd()]);
    else faults.add(/^[ \t]/.test(line) ? "with a folded header" : "with an invalid header");
  }
  return {
    status: Number(status),
    valuesOf: (name) => headers.filter(([known]) => known === name).map(([, value]) => value),
    rest: bytes.subarray(end.index + end[0].length),
  };
}

function withBody({ status, valuesOf, rest }: Head, faults: Set<string>): HttpAnswer {
  const [length, ...lengths] = itemsOf(valuesOf("content-length"));
  const transfer = itemsOf(valuesOf("transfer-encoding"));
  const isPlain = itemsOf(valuesOf("content-encoding")).every((coding) => coding === "identity");
  if (lengths.length > 0) faults.add("with two lengths");
  if (length !== undefined && !/^\d{1,15}$/.test(length)) faults.add("with an invalid header");
  if (length !== undefined && transfer.length > 0) faults.add("with both a length and chunks");
  if (transfer.length > 0 && transfer.join() !== "chunked")
    faults.add("in a transfer coding that was not asked for");
  if (!isPlain) faults.add("in a content coding that was not asked for");
  if (status === 101) faults.add("in another protocol");
  if (status >= 400 && likelyUuids(valuesOf("location").join(" ")).length > 0)
    faults.add("with the address of a story");
  const framed =
    status === 204 || status === 304
      ? ofLength(rest, 0)
      : transfer.includes("chunked")
        ? unchunked(rest)
        : length === undefined
          ? { body: rest, extent: "until-close" as const, after: "" }
          : ofLength(rest, Number(length));
  const { body, extent, after } = framed;
  const isAnother = /^\s*HTTP\//i.test(after) || likelyUuids(after).length > 0;
  if (after !== "") faults.add(isAnother ? "with another answer after it" : moreFault);
  return { status, valuesOf, body, extent, faults };
}

interface Framed extends Pick<HttpAnswer, "body" | "extent"> {
  /** What came after the answer. */
  readonly after: string;
}

function ofLength(rest: Buffer, length: number): Framed {
  if (!(rest.length >= length)) return { body: rest, extent: "partial", after: "" };
  return { body: rest.subarray(0, length), extent: "whole", after: rest.toString("latin1", length) };
}

const chunkSize = /^([0-9a-f]{1,8})[ \t]*(?:;[^\r]*)?\r$/i;

/** Reads a chunked body (RFC 9112, section 7.1) up to its last chunk and trailers, the end of the bytes, or the first invalid chunk. */
function unchunked(bytes: Buffer): Framed {
  const pieces: Buffer[] = [];
  let isLast = false;
  const until = (extent: Framed["extent"], end = bytes.length): Framed => ({
    body: Buffer.concat(pieces),
    extent,
    after: bytes.toString("latin1", end),
  });
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\n", at);
    if (end === -1) return until("partial");
    const line = bytes.toString("latin1", at, end);
    at = end + 1;
    if (isLast) {
      if (line === "\r") return until("whole", at);
      if (!/^[^\r\0]+\r$/.test(line)) return until("broken");
      continue;
    }
    const size = chunkSize.exec(line)?.[1];
    if (size === undefined) return until("broken");
    const length = Number.parseInt(size, 16);
    isLast = length === 0;
    if (isLast) continue;
    pieces.push(bytes.subarray(at, at + length));
    at += length + 2;
    if (bytes.length < at) return until("partial");
    if (bytes.toString("latin1", at - 2, at) !== "\r\n") return until("broken");
  }
}

/** The items of a list that may span several headers, in lower case. */
function itemsOf(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(",")).map((item) => item.trim().toLowerCase());
}
