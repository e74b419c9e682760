import type net from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect } from "vitest";
import { type Answer, answers, http, otherId, says, saysAndWaits, story, storyId } from "../answers.ts";
import type { Behaviour } from "./misbehaving-server.ts";
import { afterNextReads, canary, type Outcome } from "./outcome.ts";

const acceptance = http({ body: JSON.stringify(story()) });
const otherAcceptance = http({ body: JSON.stringify(story({ id: otherId })) });
const no = JSON.stringify({ error: "The service says no.", code: "forbidden" });
const refusal = http({ status: 403, body: no });

function row(name: string, server: Behaviour, verdict: Outcome["verdict"]): Outcome {
  return { name, server, verdict, received: "whole" };
}

/** May exist: told with the ids that came, the likeliest first. */
function unclear(ids: readonly string[], cause = /./): Outcome["verdict"] {
  const received = expect.objectContaining({ ids, start: expect.anything() });
  return { kind: "uncertain", cause: expect.stringMatching(cause), received };
}

const refused = { kind: "refused", refusal: { status: 403, code: "forbidden" } };
const taken = { kind: "accepted", id: storyId };
const neverSent = {
  kind: expect.stringMatching(/^(notSent|notConnected)$/),
  cause: expect.stringMatching("before anything was written"),
};

function head(status: number, ...headers: readonly string[]): string {
  return [`HTTP/1.1 ${status} Whatever`, ...headers, "", ""].join("\r\n");
}

/** Writes something once the connection stands, without a word from the client. */
function atOnce(bytes: Buffer): Pick<Outcome, "server" | "meanwhile"> {
  return { server: ({ socket }) => void socket.write(bytes), meanwhile: afterNextReads };
}

/** As `atOnce`, but so late that the client has not read it when it comes to write. */
function inTheKernel(bytes: Buffer): Pick<Outcome, "server" | "meanwhile"> {
  let tell: (socket: net.Socket) => void = () => undefined;
  const peer = new Promise<net.Socket>((resolve) => {
    tell = resolve;
  });
  return {
    server: ({ socket }) => tell(socket),
    meanwhile: async () => void (await peer).write(bytes),
  };
}

const early: readonly Outcome[] = [
  ["an acceptance", acceptance] as const,
  ["a refusal", refusal] as const,
  ["an interim answer", Buffer.from("HTTP/1.1 100 Continue\r\n\r\n")] as const,
  ["a single byte", Buffer.from("H")] as const,
].flatMap(([what, bytes]) => [
  {
    name: `${what} lies on the connection before the request`,
    ...atOnce(bytes),
    verdict: neverSent,
    received: "nothing" as const,
  },
  {
    name: `${what} lies unread on the connection before the request`,
    ...inTheKernel(bytes),
    verdict: neverSent,
    received: "nothing" as const,
  },
]);

/** Writes these one after another, so that each is read by itself. */
function inPieces(pieces: readonly (string | Buffer)[], waitMs = 0): Behaviour {
  return async ({ socket }) => {
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    socket.end();
  };
}

function afterRequest(behaviour: Behaviour): Behaviour {
  return async (visit) => {
    await visit.request();
    await behaviour(visit);
  };
}

const alone: readonly Outcome[] = [
  row("a refusal with an acceptance behind it", says(Buffer.concat([refusal, acceptance])), {
    ...unclear([storyId], /another answer after it/),
    status: 403,
  }),
  row(
    "a refusal with an acceptance a third of a second behind it",
    afterRequest(inPieces([refusal, acceptance], 333)),
    unclear([storyId], /another answer after it/),
  ),
  row(
    "a refusal with a refusal behind it",
    says(Buffer.concat([refusal, refusal])),
    unclear([], /another answer/),
  ),
  row(
    "a refusal with a byte behind it",
    says(Buffer.concat([refusal, Buffer.from("\n")])),
    unclear([], /more bytes/),
  ),
  row(
    "a refusal after 100 Continue",
    says(`HTTP/1.1 100 Continue\r\n\r\n${refusal}`),
    unclear([], /interim/),
  ),
  row(
    "a refusal after 103 Early Hints",
    says(`HTTP/1.1 103 Hints\r\n\r\n${refusal}`),
    unclear([], /interim/),
  ),
  row("a refusal that comes byte by byte", afterRequest(inPieces([...refusal.toString()])), refused),
  row("a refusal on a connection that stays open", saysAndWaits(refusal), refused),
  row("an acceptance on a connection that stays open", saysAndWaits(acceptance), taken),
  row(
    "an acceptance with an empty line behind it",
    says(Buffer.concat([acceptance, Buffer.from("\r\n")])),
    taken,
  ),
  row("two acceptances of two stories", says(Buffer.concat([acceptance, otherAcceptance])), {
    ...unclear([storyId, otherId], /another answer/),
    status: 202,
  }),
  row("two acceptances of one story", says(Buffer.concat([acceptance, acceptance])), unclear([storyId])),
  row("an acceptance with a bare id behind it", says(`${acceptance}${otherId}`), unclear([storyId, otherId])),
];

/** The same body in a framing that two readers could read differently, as a refusal and as an acceptance. */
function framed(name: string, wrap: (status: number, body: string) => string, cause: RegExp): Outcome[] {
  return [
    row(`a refusal ${name}`, says(wrap(403, no)), unclear([], cause)),
    row(`an acceptance ${name}`, says(wrap(202, JSON.stringify(story()))), unclear([storyId], cause)),
  ];
}

const length = (body: string): string => `content-length: ${body.length}`;
const chunk = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

const framings: readonly Outcome[] = [
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
    /header that is none/,
  ),
  ...framed(
    "with a carriage return in a header",
    (status, body) => head(status, "x-note: a\rb", length(body)) + body,
    /header that is none/,
  ),
  ...framed(
    "with a length in words",
    (status, body) => head(status, "content-length: all") + body,
    /header that is none/,
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

const bodies: readonly Outcome[] = [
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

/** Answers that can't be believed, each with an id in it. */
const hidden: readonly Outcome[] = (
  [
    ["in the address of a 201", { status: 201, headers: { location: `/api/v1/stories/${storyId}` } }],
    ["in the address of a 303", { status: 303, headers: { location: `/api/v1/stories/${storyId}` } }],
    ["in the address of a refusal", { status: 403, headers: { location: `/stories/${storyId}` }, body: no }],
    ["in a header of a 202", { headers: { "x-story": storyId } }],
    [
      "in a page",
      { status: 502, headers: { "content-type": "text/html" }, body: `<a href="/s/${storyId}">` },
    ],
    ["in an envelope", { body: JSON.stringify({ data: story() }) }],
    ["in braces", { body: JSON.stringify({ id: `{${storyId.toUpperCase()}}` }) }],
    ["as an urn", { body: JSON.stringify({ id: `urn:uuid:${storyId}` }) }],
    ["without hyphens", { body: JSON.stringify({ id: storyId.replaceAll("-", "") }) }],
    ["behind escapes of JSON", { status: 500, body: `{"id":"${storyId.replaceAll("-", "\\u002D")}"}` }],
    ["in UTF-16", { body: Buffer.from(JSON.stringify(story()), "utf16le") }],
    ["in gzip", encoded("gzip", gzipSync)],
    ["in gzip that is cut off", { ...encoded("gzip", (text) => gzipSync(text).subarray(0, -12)) }],
    ["in gzip that does not say so", { body: gzipSync(JSON.stringify(story())) }],
    ["in deflate", encoded("deflate", deflateSync)],
    ["in raw deflate", encoded("deflate", deflateRawSync)],
    ["in brotli", encoded("br", brotliCompressSync)],
    ["in brotli in gzip", encoded("br, gzip", (text) => gzipSync(brotliCompressSync(text)))],
  ] satisfies readonly (readonly [string, Answer])[]
).map(([where, answer]) => row(`an id ${where}`, answers(answer), unclear([storyId])));

function encoded(coding: string, encode: (text: Buffer) => Buffer): Answer {
  return { headers: { "content-encoding": coding }, body: encode(Buffer.from(JSON.stringify(story()))) };
}

const bare: readonly Outcome[] = [
  row("an id without HTTP", says(`{"id":"${storyId}"}`), unclear([storyId], /not HTTP/)),
  row("an id split between chunks that are garbled", says(splitId()), unclear([storyId])),
  row(
    "an id behind an interim answer alone",
    says(`HTTP/1.1 102 Processing\r\nx: ${storyId}\r\n\r\n`),
    unclear([storyId]),
  ),
  row("more ids than anybody can look at", answers({ status: 500, body: manyIds() }), {
    kind: "uncertain",
    received: expect.objectContaining({ ids: expect.toSatisfy((ids: string[]) => ids.length === 20) }),
  }),
];

function splitId(): string {
  const text = JSON.stringify([story()]);
  const cut = text.indexOf(storyId) + 11;
  const pieces = [text.slice(0, cut), text.slice(cut)].map(
    (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
  );
  return `${head(202, "transfer-encoding: chunked")}${pieces.join("")}zz\r\n`;
}

function manyIds(): string {
  return Array.from({ length: 50 }, (_, index) => `${storyId.slice(0, -2)}${index + 10}`).join(" ");
}

// `JSON.stringify` of a buffer would hide what it holds.
const text = (start: Buffer | null): string => start?.toString("latin1") ?? "";
const withoutKey = expect.objectContaining({
  start: expect.toSatisfy(
    (start: Buffer) => text(start).includes("[secret]") && !text(start).includes(canary.slice(0, 20)),
  ),
});
const notKept = expect.objectContaining({ start: null });

const echoes: readonly Outcome[] = [
  row("an error that echoes the key", answers({ status: 500, body: `you sent ${canary}` }), {
    received: withoutKey,
  }),
  row(
    "an error that is cut off in an echo of the key",
    answers({ status: 500, headers: { "content-length": 900 }, body: `you sent ${canary.slice(0, 40)}` }),
    { received: withoutKey, answer: "you sent [secret]" },
  ),
  row(
    "an error that echoes the key in gzip",
    answers({ status: 500, headers: { "content-encoding": "gzip" }, body: gzipSync(`${canary} ${storyId}`) }),
    { received: notKept },
  ),
  row(
    "an error that echoes the key over two chunks",
    says(`${head(500, "transfer-encoding: chunked")}9\r\n${canary.slice(0, 9)}\r\n${chunk(canary.slice(9))}`),
    { received: notKept },
  ),
];

/** Answers that come too early, not alone, framed in two ways, or unreadable: whatever can't be believed, with what it shows. */
export const unclearOutcomes: readonly Outcome[] = [
  ...early,
  ...alone,
  ...framings,
  ...bodies,
  ...hidden,
  ...bare,
  ...echoes,
];
