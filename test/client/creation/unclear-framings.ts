import { answers, says, story, storyId } from "../answers.ts";
import type { Outcome } from "./outcome.ts";
import { chunk, head, length, no, refused, row, unclear } from "./outcome-rows.ts";

/** The same body in a framing that two readers could read differently, as a refusal and as an acceptance. */
function framed(name: string, wrap: (status: number, body: string) => string, cause: RegExp): Outcome[] {
  return [
    row(`a refusal ${name}`, says(wrap(403, no)), unclear([], cause)),
    row(`an acceptance ${name}`, says(wrap(202, JSON.stringify(story()))), unclear([storyId], cause)),
  ];
}

export const framings: readonly Outcome[] = [
  ...framed(
    "with both a length and chunks",
    (status, body) => head(status, length(body), "transfer-encoding: chunked") + chunk(body),
    /both a length and chunks/,
  ),
  ...framed(
    "with two lengths",
    (status, body) => head(status, length(body), "content-length: 3") + body,
    /two lengths/,
  ),
  ...framed(
    "with the same length twice",
    (status, body) => head(status, length(body), length(body)) + body,
    /two lengths/,
  ),
  ...framed(
    "with a list of lengths",
    (status, body) => head(status, `${length(body)}, ${body.length}`) + body,
    /two lengths/,
  ),
  ...framed(
    "with bare line feeds",
    (status, body) => `HTTP/1.1 ${status} No\n${length(body)}\n\n${body}`,
    /bare line feeds/,
  ),
  ...framed(
    "with one bare line feed",
    (status, body) => `HTTP/1.1 ${status} No\r\nx-a: b\n${length(body)}\r\n\r\n${body}`,
    /bare line feeds/,
  ),
  ...framed(
    "with a folded header",
    (status, body) => head(status, "x-note: one", "\ttwo", length(body)) + body,
    /folded header/,
  ),
  ...framed(
    "with a space before a colon",
    (status, body) => head(status, length(body), "transfer-encoding : chunked") + body,
    /invalid header/,
  ),
  ...framed(
    "with a carriage return in a header",
    (status, body) => head(status, "x-note: a\rb", length(body)) + body,
    /invalid header/,
  ),
  ...framed(
    "with a length in words",
    (status, body) => head(status, "content-length: all") + body,
    /invalid header/,
  ),
  ...framed(
    "in a transfer coding nobody asked for",
    (status, body) => head(status, "transfer-encoding: gzip, chunked") + chunk(body),
    /transfer coding/,
  ),
  ...framed(
    "with headers of more than 16 KiB",
    (status, body) => head(status, ...Array(20).fill(`x-filler: ${"y".repeat(900)}`), length(body)) + body,
    /very long headers/,
  ),
  ...framed(
    "of another version",
    (status, body) => head(status, length(body)).replace("HTTP/1.1", "HTTP/2.0") + body,
    /status line/,
  ),
];

export const bodies: readonly Outcome[] = [
  row("a refusal with a second document", answers({ status: 403, body: `${no}${no}` }), unclear([])),
  row(
    "a refusal and a story in one body",
    answers({ status: 403, body: `${no}\n${JSON.stringify(story())}` }),
    unclear([storyId]),
  ),
  row(
    "a refusal with two codes",
    answers({ status: 403, body: `{"code":"not_found",${no.slice(1)}` }),
    unclear([]),
  ),
  row(
    "a refusal that names a story",
    answers({ status: 403, body: `{"id":"${storyId}",${no.slice(1)}` }),
    unclear([storyId]),
  ),
  row(
    "a refusal that is no UTF-8",
    answers({ status: 403, body: Buffer.from('{"error":"n\xf6","code":"forbidden"}', "latin1") }),
    unclear([]),
  ),
  row(
    "a refusal whose chunks are cut off",
    says(`${head(403, "transfer-encoding: chunked")}${chunk(no).slice(0, -5)}`),
    unclear([]),
  ),
  row("a refusal in chunks", says(`${head(403, "transfer-encoding: chunked")}${chunk(no)}`), refused),
  row(
    "a refusal in chunks with bare line feeds",
    says(`${head(403, "transfer-encoding: chunked")}${chunk(no).replaceAll("\r\n", "\n")}`),
    unclear([]),
  ),
  row("a refusal whose end is the connection's", says(`${head(403)}${no}`), refused),
];
