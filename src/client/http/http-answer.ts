import { likelyUuids } from "../../shared/uuid.ts";
import { readChunks } from "./chunked-body.ts";

/** Why an answer is not the only, complete and unambiguous one on its connection. */
export type AnswerFault =
  | "interim-answer"
  | "more-after-it"
  | "second-answer"
  | "names-story"
  | "odd-status-line"
  | "odd-header"
  | "folded-header"
  | "bare-line-feeds"
  | "long-headers"
  | "two-lengths"
  | "length-and-chunks"
  | "odd-transfer"
  | "encoded"
  | "other-protocol";

/** The final answer on a connection, parsed from the received bytes. */
export interface HttpAnswer {
  readonly status: number;
  /** All values of a header, in order. `name` in lower case. */
  readonly valuesOf: (name: string) => readonly string[];
  /** The bytes received, without chunk framing but still in their content encoding. */
  readonly body: Buffer;
  /** The body's content encodings, in the order in which they were applied. */
  readonly encodings: readonly string[];
  /** `whole`: by its own framing. `until-close`: delimited by the connection's end. `broken`: invalid chunks. */
  readonly extent: "whole" | "partial" | "until-close" | "broken";
  readonly faults: ReadonlySet<AnswerFault>;
}

/** No server sends this many interim answers, so stop parsing. */
const mostInterims = 10;

/** Node's own limit, and far more than any service sends. */
const headBytes = 16 * 1024;

/**
 * Parses the final answer (RFC 9112) from everything that a connection received. Tolerant, so that a received id is found, and strict:
 * anything that two parsers could read differently is a fault. Null if no complete head of a final answer has arrived. Pure.
 */
export function readHttpAnswer(received: Buffer): HttpAnswer | null {
  const faults = new Set<AnswerFault>();
  let rest = received;
  for (let interims = 0; interims <= mostInterims; interims++) {
    const head = readHead(rest, faults);
    if (head === null) return null;
    if (head.status >= 200 || head.status === 101) return withBody(head, faults);
    faults.add("interim-answer");
    rest = head.rest;
  }
  return null;
}

interface Head {
  readonly status: number;
  readonly valuesOf: HttpAnswer["valuesOf"];
  readonly rest: Buffer;
}

function readHead(bytes: Buffer, faults: Set<AnswerFault>): Head | null {
  const text = bytes.toString("latin1");
  const end = /\n\r?\n/.exec(text);
  if (end === null) return null;
  if (end.index > headBytes) faults.add("long-headers");
  const lines = text.slice(0, end.index).split("\n");
  if (end[0] !== "\n\r\n" || !lines.every((line) => line.endsWith("\r"))) faults.add("bare-line-feeds");
  const [first = "", ...others] = lines.map((line) => line.replace(/\r$/, ""));
  const status = /^HTTP\/\d+(?:\.\d+)? +(\d{3})(?!\d)/i.exec(first)?.[1];
  if (status === undefined) return null;
  if (!/^HTTP\/1\.[01] \d{3}(?: [\t\x20-\x7e\x80-\xff]*)?$/.test(first)) faults.add("odd-status-line");
  const headers = readHeaders(others, faults);
  return {
    status: Number(status),
    valuesOf: (name) => headers.filter(([known]) => known === name).map(([, value]) => value),
    rest: bytes.subarray(end.index + end[0].length),
  };
}

const headerLine = /^([!#$%&'*+.^_`|~0-9a-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/i;

function readHeaders(lines: readonly string[], faults: Set<AnswerFault>): [name: string, value: string][] {
  const headers: [string, string][] = [];
  for (const line of lines) {
    const [, name = "", value = ""] = headerLine.exec(line) ?? [];
    if (name !== "") headers.push([name.toLowerCase(), value.trimEnd()]);
    else faults.add(/^[ \t]/.test(line) ? "folded-header" : "odd-header");
  }
  return headers;
}

function withBody({ status, valuesOf, rest }: Head, faults: Set<AnswerFault>): HttpAnswer {
  const lengths = itemsOf(valuesOf("content-length"));
  const transfer = itemsOf(valuesOf("transfer-encoding"));
  const encodings = itemsOf(valuesOf("content-encoding")).filter((coding) => coding !== "identity");
  const isChunked = transfer.includes("chunked");
  if (lengths.length > 1) faults.add("two-lengths");
  if (lengths.some((length) => !/^\d{1,15}$/.test(length))) faults.add("odd-header");
  if (lengths.length > 0 && transfer.length > 0) faults.add("length-and-chunks");
  if (transfer.length > 0 && transfer.join() !== "chunked") faults.add("odd-transfer");
  if (encodings.length > 0) faults.add("encoded");
  if (status === 101) faults.add("other-protocol");
  if (status >= 400 && likelyUuids(valuesOf("location").join(" ")).length > 0) faults.add("names-story");
  const { body, extent, after } = bodyOf(rest, { status, length: lengths[0], isChunked });
  if (after.length > 0) faults.add(isAnotherAnswer(after) ? "second-answer" : "more-after-it");
  const others = transfer.filter((coding) => coding !== "chunked");
  return { status, valuesOf, body, encodings: [...encodings, ...others], extent, faults };
}

interface Body extends Pick<HttpAnswer, "body" | "extent"> {
  readonly after: Buffer;
}

const nothing = Buffer.alloc(0);

function bodyOf(
  rest: Buffer,
  framing: { status: number; length: string | undefined; isChunked: boolean },
): Body {
  const { status, length, isChunked } = framing;
  if (status === 204 || status === 304) return { body: nothing, extent: "whole", after: rest };
  if (isChunked) {
    const { body, rest: after, isBroken } = readChunks(rest);
    return {
      body,
      extent: isBroken ? "broken" : after === null ? "partial" : "whole",
      after: after ?? nothing,
    };
  }
  if (length === undefined) return { body: rest, extent: "until-close", after: nothing };
  const end = Number(length);
  if (!(rest.length >= end)) return { body: rest, extent: "partial", after: nothing };
  return { body: rest.subarray(0, end), extent: "whole", after: rest.subarray(end) };
}

/** The items of a list that may span several headers, in lower case. */
function itemsOf(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(",")).map((item) => item.trim().toLowerCase());
}

function isAnotherAnswer(after: Buffer): boolean {
  const text = after.toString("latin1");
  return /^\s*HTTP\//i.test(text) || likelyUuids(text).length > 0;
}
