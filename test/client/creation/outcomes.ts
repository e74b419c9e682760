import type net from "node:net";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import {
  type Answer,
  accepts,
  answers,
  http,
  otherId,
  says,
  saysAndWaits,
  story,
  storyId,
} from "../answers.ts";
import type { Behaviour, MisbehavingServer } from "./misbehaving-server.ts";
import { afterNextReads, canary, type Outcome } from "./outcome.ts";

type Proof = Outcome["verdict"];

const whole = JSON.stringify(story());
const sentence = "The service says no.";
const no = errorBody("forbidden");
export const acceptance = http({ body: whole });
const otherAcceptance = http({ body: JSON.stringify(story({ id: otherId })) });
const refusal = http({ status: 403, body: no });
const mebibyte = 1024 * 1024;

/** A deadline for the rows in which it passes; the others end long before theirs. */
const shortMs = 250;

/** More than the buffers between two sockets take, so that a request can be caught half sent. */
const hugeTopic = "x".repeat(24 * mebibyte);

/** An outcome of a request that the server received completely, unless `more` says otherwise. */
function row(name: string, server: Behaviour, verdict: Proof, more: Partial<Outcome> = {}): Outcome {
  return { name, server, verdict, received: "whole", ...more };
}

function errorBody(code: string, more: object = {}): string {
  return JSON.stringify({ error: sentence, code, ...more });
}

function head(status: number, ...headers: readonly string[]): string {
  return [`HTTP/1.1 ${status} Whatever`, ...headers, "", ""].join("\r\n");
}

const length = (body: string): string => `content-length: ${body.length}`;
const piece = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunk = (body: string): string => `${piece(body)}0\r\n\r\n`;
const chunked = (status: number, ...pieces: readonly string[]): string =>
  head(status, "transfer-encoding: chunked") + pieces.join("");
const cutAt = (end: number): Behaviour => says(`${head(202, length(whole))}${whole.slice(0, end)}`);
const both = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((one) => Buffer.from(one)));

// What an answer proves.
const accepted = (...warnings: string[]): Proof => ({
  kind: "accepted",
  id: storyId,
  warnings: warnings.map((warning) => expect.stringMatching(warning)),
});
const taken: Proof = { kind: "accepted", id: storyId };
const refused: Proof = { kind: "refused", refusal: { status: 403, code: "forbidden" } };
const withoutId: Proof = { kind: "uncertain", status: 202, cause: "accepted without a readable id" };
const unproven = (status: number, cause = "without proof of refusal"): Proof => ({
  kind: "uncertain",
  status,
  cause: expect.stringMatching(cause),
});
const odd202 = unproven(202, "in a form that can't be trusted");
const silence = (cause: string | RegExp, answer: unknown = null): Proof => ({
  kind: "uncertain",
  status: null,
  answer,
  cause: expect.stringMatching(cause),
});
/** The story may exist. `ids`: those in the answer, the most likely first. */
const unclear = (ids: readonly string[], cause = /./): Proof => ({
  kind: "uncertain",
  cause: expect.stringMatching(cause),
  received: expect.objectContaining({ ids, start: expect.anything() }),
});
/** Found as soon as the connection stands, or at the request. */
const neverSent: Proof = {
  kind: expect.stringMatching(/^(notSent|notConnected)$/),
  cause: expect.stringMatching("before anything was written"),
};
const oddShape = "doesn't match the interface";
const tooLate = `no answer within ${shortMs / 1000} s`;

type Act = (socket: net.Socket) => void;
const hangUp: Act = (socket) => socket.end();
const reset: Act = (socket) => socket.resetAndDestroy();

/** Does something with the connection once the first byte, or the whole request, has come. */
const atFirstByte =
  (act: Act): Behaviour =>
  async (visit) => {
    await visit.bytes(1);
    act(visit.socket);
  };
const atRequest =
  (act: Act): Behaviour =>
  async (visit) => {
    await visit.request();
    act(visit.socket);
  };
const atOnce =
  (act: Act): Behaviour =>
  ({ socket }) =>
    act(socket);

/** Writes these one after another once the request has come, so that each is read by itself. */
function inPieces(pieces: readonly (string | Buffer)[], waitMs = 0): Behaviour {
  return async (visit) => {
    await visit.request();
    for (const one of pieces) {
      visit.socket.write(one);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    visit.socket.end();
  };
}

const nothing = { received: "nothing" } as const;
const half = { topic: hugeTopic, received: "part" } as const;
const late = { deadlineMs: shortMs } as const;
const interim = "HTTP/1.1 100 Continue\r\n\r\n";
const hints = "HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n";
const hintsLine = "HTTP/1.1 103 Early Hints link: </a.css>";
const gone = /ECONNRESET|closed/;
const brokenOff = /ECONNRESET|EPIPE|closed/;

/** Before the request, once the server has closed the connection. */
const closed: Partial<Outcome> = {
  ...nothing,
  meanwhile: async (server) => {
    await server.quiet();
    await afterNextReads();
  },
};
const resetSoon: Act = (socket) => void afterNextReads().then(() => socket.resetAndDestroy());
const readOnlyAPart: Act = (socket) => {
  socket.pause();
  setTimeout(() => socket.resume(), 2 * shortMs);
};
const http2 = Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100]);
const longHeaders = `HTTP/1.1 202 Accepted\r\n${`x-filler: ${"y".repeat(900)}\r\n`.repeat(40)}\r\n`;
const upgrade = head(101, "upgrade: h2c", "connection: upgrade");
const tooShort = head(202, "content-length: 9000") + whole;
const writes408: Act = (socket) => void socket.write(http({ status: 408 }));

/** Connections that break, stall or say what is no answer. */
const connections: readonly Outcome[] = [
  row("a hang-up before the request", atOnce(hangUp), neverSent, closed),
  row("a reset before the request", atOnce(resetSoon), neverSent, closed),
  row("408 before the request", atOnce(writes408), neverSent, { ...nothing, meanwhile: afterNextReads }),
  row("a hang-up at the first byte", atFirstByte(hangUp), silence(gone)),
  row("a reset in the middle of the request", atFirstByte(reset), silence(brokenOff), half),
  row("a request of which a part is read", atFirstByte(readOnlyAPart), silence(tooLate), {
    ...half,
    ...late,
  }),
  row("a hang-up after the request", says(""), silence(gone)),
  row("a reset after the request", atRequest(reset), silence(gone)),
  row("silence until the deadline", saysAndWaits(""), silence(tooLate), late),
  row(
    "half of a status line",
    says("HTTP/1.1 20"),
    silence("no complete HTTP answer: .*closed", "HTTP/1.1 20"),
  ),
  row(
    "half of the headers",
    saysAndWaits("HTTP/1.1 202 A\r\nx: y"),
    silence(tooLate, "HTTP/1.1 202 A x: y"),
    late,
  ),
  row("a page without a status line", says("<html>Works!"), silence("no complete HTTP", "<html>Works!")),
  row("HTTP/2", says(http2), silence("no complete HTTP", "d")),
  row("bytes of TLS", says(Buffer.from("15030300020228", "hex")), silence("no complete HTTP", "(")),
  row("a flood of headers", says(longHeaders), silence("closed", expect.any(String))),
  row("100 Continue alone", says(interim), silence("closed", "HTTP/1.1 100 Continue")),
  row("103 Early Hints alone until the deadline", saysAndWaits(hints), silence(tooLate, hintsLine), late),
  row("another protocol", says(upgrade), silence("closed", expect.any(String))),
  row(
    "an error without its body",
    saysAndWaits(head(503, "content-length: 90")),
    unproven(503, tooLate),
    late,
  ),
  row("a story whose end comes too late", saysAndWaits(tooShort), accepted(`cut off: ${tooLate}`), late),
];

const afterId = whole.indexOf(storyId) + storyId.length + 1;

const garbledChunks = chunked(202, piece(whole.slice(0, 90)), "zz\r\n");
const writeAndReset: Act = (socket) => void socket.write(tooShort, () => reset(socket));
const long = (first: object, last: object = {}): Buffer =>
  http({ body: JSON.stringify({ ...first, text: "x".repeat(2 * mebibyte), ...last }) });

/** Answers that say 2xx, whole and damaged. */
const acceptances: readonly Outcome[] = [
  row("202", accepts(story()), accepted()),
  row("200", answers({ status: 200, body: whole }), accepted("answered 200, not 202")),
  row("201", answers({ status: 201, body: whole }), accepted("answered 201, not 202")),
  row("202 with nothing but the id", accepts({ id: storyId }), accepted(oddShape)),
  row("202 with unknown members", accepts(story({ mood: "cheerful", links: [{ id: otherId }] })), accepted()),
  row("202 with an unknown status", accepts(story({ status: "dreaming" })), accepted()),
  row("202 with a price in words", accepts(story({ credits: "thirteen" })), accepted(oddShape)),
  ...Object.entries({ topic: "Rain", lang: "fr", difficulty: 9 }).map(([name, value]) => {
    const shows = { [name]: value };
    return row(`202 with another ${name}`, accepts(story(shows)), { ...accepted(), shows });
  }),
  row("202 with the book's id first", accepts({ book: { id: otherId }, ...story() }), accepted()),
  row("202 with the same id twice", answers({ body: `{"id":"${storyId}",${whole.slice(1)}` }), accepted()),
  row("202 with an id in capitals", accepts(story({ id: storyId.toUpperCase() })), taken),
  row("202 with an escaped name", answers({ body: whole.replace('"id"', '"\\u0069d"') }), accepted()),
  row("202 over several lines", answers({ body: JSON.stringify(story(), null, 2) }), accepted()),
  row("202 with a byte order mark", answers({ body: `\ufeff${whole}` }), accepted(oddShape)),
  row("202 without a content type", says(head(202, length(whole)) + whole), accepted()),
  row("202 until the connection's end", says(head(202) + whole), accepted()),
  row("202 in chunks", says(chunked(202, piece(whole.slice(0, 40)), chunk(whole.slice(40)))), accepted()),
  row("202 after 100 Continue", says(both(interim, acceptance)), accepted()),
  row("202 after 103 Early Hints", says(both(hints, acceptance)), accepted()),
  row("202 cut off after the id", cutAt(afterId), accepted("cut off", oddShape)),
  row("202 in chunks, garbled", says(garbledChunks), accepted("cut off", oddShape)),
  row("202 reset after the id", atRequest(writeAndReset), accepted("cut off")),
  row("202 of more than 1 MiB, the id first", saysAndWaits(long(story())), accepted("longer than", oddShape)),
  row("202 of more than 1 MiB, the id last", saysAndWaits(long({}, { id: storyId })), withoutId),
  row("202 cut off before the id", cutAt(whole.indexOf(storyId)), withoutId),
  row("202 cut off within the id", cutAt(afterId - 9), withoutId),
  row("202 with a book's id alone", accepts(story({ id: undefined, book: { id: otherId } })), withoutId),
  row("202 in an envelope", accepts({ data: story() }), withoutId),
  row("202 with a list", accepts([story()]), withoutId),
  ...["story-17", 17, null].map((id) => row(`202 with the id ${id}`, accepts(story({ id })), withoutId)),
  row("202 with two ids", answers({ body: `{"id":"${otherId}",${whole.slice(1)}` }), withoutId),
  row("202 with an empty body", answers({}), withoutId),
  row("202 with a page", answers({ body: "<h1>Thank you</h1>" }), withoutId),
  row("202 with a script", answers({ body: `<script>x = {"id":"${otherId}"}</script>` }), withoutId),
  row("202 in chunks that are garbage", says(chunked(202, "hello\r\n")), withoutId),
  row("202 with zeros", answers({ body: Buffer.alloc(200) }), withoutId),
  row("202 without its body", saysAndWaits(head(202, "content-length: 900")), withoutId, late),
  row("204", says("HTTP/1.1 204 No Content\r\n\r\n"), { ...withoutId, status: 204 }),
  row("299 with an error", answers({ status: 299, body: no }), { ...withoutId, status: 299 }),
  row("202 in gzip", answers(gzipped(whole)), odd202),
];

/** Interface, part 7, and a few statuses that it only knows as "other". */
const codes: readonly (readonly [code: string, ...statuses: number[]])[] = [
  ["invalid_request", 400],
  ["unauthorized", 401],
  ["payment_required", 402],
  ["forbidden", 403],
  ["not_found", 404],
  ["conflict", 409],
  ["too_large", 413],
  ["rate_limited", 429],
  ["unavailable", 503],
  ["refused", 408, 418, 421, 422, 451],
];

/** One status in every dressing: only the service's own words, whole and fitting, prove that nothing was created. */
function dressings(status: number, code: string): readonly Outcome[] {
  const body = errorBody(code);
  const proof = { kind: "refused", refusal: { status, code, message: sentence, retryAfterMs: null } };
  const more = errorBody(code, { issues: [{ path: ["topic"] }], trace: null });
  const damaged: Readonly<Record<string, Answer>> = {
    "another status's code": { body: errorBody(code === "not_found" ? "forbidden" : "not_found") },
    "an unknown code": { body: errorBody("teapot") },
    "no code": { body: JSON.stringify({ error: sentence }) },
    "no sentence": { body: JSON.stringify({ code }) },
    "a page": { headers: { "content-type": "text/html" }, body: "<html>no</html>" },
    "an empty body": {},
    "half of its JSON": { body: body.slice(0, -9) },
    "an end that is cut off": { headers: { "content-length": body.length + 1 }, body },
    "the error in a list": { body: `[${body}]` },
    "a story": { body: whole },
  };
  return [
    row(`${status} in the service's own words`, answers({ status, body }), proof),
    row(`${status} with more than the words`, answers({ status, body: more }), proof),
    ...Object.entries(damaged).map(([what, answer]) =>
      row(`${status} with ${what}`, answers({ ...answer, status }), unproven(status)),
    ),
  ];
}

const odd = (name: string, answer: Answer & { status: number }): Outcome =>
  row(name, answers(answer), unproven(answer.status));

const controls = errorBody("forbidden", { error: "The\u001b[31m service\n\u202e says no." });

/** Answers that are no 2xx. The service's own errors may come after the story was made: only `unavailable` promises that it did not begin. */
const refusals: readonly Outcome[] = [
  ...codes.flatMap(([code, ...statuses]) => statuses.flatMap((status) => dressings(status, code))),
  odd("429 with a wait of 0 s", { status: 429, body: errorBody("rate_limited", { retryAfterSeconds: 0 }) }),
  ...[500, 501, 502, 504, 507, 599].flatMap((status) => [
    odd(`${status} in the service's own words`, { status, body: errorBody("server_error") }),
    odd(`${status} that calls itself unavailable`, { status, body: errorBody("unavailable") }),
    odd(`${status} with a page`, { status, body: "<html>Bad gateway</html>" }),
    odd(`${status} with an empty body`, { status }),
  ]),
  odd("503 that calls itself a server error", { status: 503, body: errorBody("server_error") }),
  ...[300, 301, 302, 303, 304, 305, 307, 308].map((status) =>
    odd(`${status} to here`, { status, headers: { location: "/api/v1/stories" } }),
  ),
  odd("303 to a story", { status: 303, headers: { location: "/api/v1/stories/1" }, body: whole }),
  odd("an unknown status", { status: 799, body: errorBody("refused") }),
  row("a refusal full of controls", answers({ status: 403, body: controls }), {
    kind: "refused",
    refusal: { message: "The[31m service says no." },
  }),
];

/** Bytes that come before the request: read by then, or so late that they are still in the system's buffers. */
const early: readonly Outcome[] = Object.entries({
  "an acceptance": acceptance,
  "a refusal": refusal,
  "an interim answer": Buffer.from(interim),
  "a single byte": Buffer.from("H"),
}).flatMap(([what, bytes]) => {
  const write: Act = (socket) => void socket.write(bytes);
  const unread = async (server: MisbehavingServer) => write((await server.visit()).socket);
  const ignore: Act = () => undefined;
  return [
    row(`${what} before the request`, atOnce(write), neverSent, { ...nothing, meanwhile: afterNextReads }),
    row(`${what} unread before it`, atOnce(ignore), neverSent, { ...nothing, meanwhile: unread }),
  ];
});

const contradicted = unclear([storyId]);
const twoStories = unclear([storyId, otherId]);
const stalling = acceptance.subarray(0, acceptance.indexOf("writing"));
const stalled = "the answer was cut off: nothing more came";

/** Answers that are not the only one on their connection. */
const several: readonly Outcome[] = [
  row("a refusal, an acceptance", says(both(refusal, acceptance)), { ...contradicted, status: 403 }),
  row("a refusal, later an acceptance", inPieces([refusal, acceptance], 333), contradicted),
  row("two refusals", says(both(refusal, refusal)), unclear([])),
  row("a refusal and a byte", says(both(refusal, "\n")), unclear([])),
  row("a refusal after 100 Continue", says(both(interim, refusal)), unclear([])),
  row("a refusal after 103 Early Hints", says(both(hints, refusal)), unclear([])),
  row("a refusal byte by byte", inPieces([...refusal.toString()]), refused),
  row("a refusal, the connection stays open", saysAndWaits(refusal), refused),
  row("an acceptance, the connection stays open", saysAndWaits(acceptance), taken),
  row("an acceptance and an empty line", says(both(acceptance, "\r\n")), taken),
  row("an acceptance, later another story's", inPieces([acceptance, otherAcceptance], 333), taken, {
    contradiction: twoStories,
  }),
  row("an acceptance, later a refusal", inPieces([acceptance, refusal], 333), taken, {
    contradiction: contradicted,
  }),
  row("an acceptance, later a line feed", inPieces([acceptance, "\n"], 333), taken),
  row("an acceptance that stalls after its id", saysAndWaits(stalling), accepted(stalled, oddShape)),
  row("acceptances of two stories", says(both(acceptance, otherAcceptance)), { ...twoStories, status: 202 }),
  row("two acceptances of a story", says(both(acceptance, acceptance)), unclear([storyId])),
  row("an acceptance and an id", says(both(acceptance, otherId)), unclear([storyId, otherId])),
];

const chunking = "transfer-encoding: chunked";
const manyHeaders = Array<string>(20).fill(`x: ${"y".repeat(900)}`);
type Framing = readonly [name: string, wrap: (status: number, body: string) => string];

/** Framings that two readers could read differently: each of a refusal and of an acceptance. */
const framings: readonly Framing[] = [
  ["a length and chunks", (s, b) => head(s, length(b), chunking) + chunk(b)],
  ["two lengths", (s, b) => head(s, length(b), "content-length: 3") + b],
  ["the same length twice", (s, b) => head(s, length(b), length(b)) + b],
  ["a list of lengths", (s, b) => head(s, `${length(b)}, ${b.length}`) + b],
  ["bare line feeds", (s, b) => `HTTP/1.1 ${s} No\n${length(b)}\n\n${b}`],
  ["one bare line feed", (s, b) => `HTTP/1.1 ${s} No\r\nx-a: b\n${length(b)}\r\n\r\n${b}`],
  ["a folded header", (s, b) => head(s, "x-note: one", "\ttwo", length(b)) + b],
  ["a space before a colon", (s, b) => head(s, length(b), chunking.replace(":", " :")) + b],
  ["a return in a header", (s, b) => head(s, "x-note: a\rb", length(b)) + b],
  ["a length in words", (s, b) => head(s, "content-length: all") + b],
  ["an odd coding", (s, b) => head(s, "transfer-encoding: gzip, chunked") + chunk(b)],
  ["long headers", (s, b) => head(s, ...manyHeaders, length(b)) + b],
  ["another version", (s, b) => head(s, length(b)).replace("HTTP/1.1", "HTTP/2.0") + b],
];

const bareFeeds = chunk(no).replaceAll("\r\n", "\n");

/** Refusals whose body says more, or less, than that. */
const bodies: readonly Outcome[] = [
  ...Object.entries<[body: string | Buffer, ids: string[]]>({
    "a second document": [no + no, []],
    "a story in the same body": [`${no}\n${whole}`, [storyId]],
    "two codes": [`{"code":"not_found",${no.slice(1)}`, []],
    "an id": [`{"id":"${storyId}",${no.slice(1)}`, [storyId]],
    "letters in Latin-1": [Buffer.from(no.replace("no", "n\xf6"), "latin1"), []],
  }).map(([what, [body, ids]]) =>
    row(`a refusal with ${what}`, answers({ status: 403, body }), unclear(ids)),
  ),
  row("a refusal in chunks, cut off", says(chunked(403, chunk(no).slice(0, -5))), unclear([])),
  row("a refusal in chunks", says(chunked(403, chunk(no))), refused),
  row("a refusal in chunks with bare line feeds", says(chunked(403, bareFeeds)), unclear([])),
  row("a refusal until the connection's end", says(head(403) + no), refused),
  row(
    "a refusal with an id of no story",
    answers({ status: 403, body: `{"id":"r-17",${no.slice(1)}` }),
    refused,
  ),
];

function gzipped(text: string): Answer {
  return { headers: { "content-encoding": "gzip" }, body: gzipSync(text) };
}

const list = JSON.stringify([story()]);
const splitAt = list.indexOf(storyId) + 11;
const splitId = chunked(202, piece(list.slice(0, splitAt)), piece(list.slice(splitAt)), "zz\r\n");
const manyIds = Array.from({ length: 50 }, (_, index) => `${storyId.slice(0, -2)}${index + 10}`).join(" ");

/** Ids in answers that can't be believed. */
const hidden: readonly Outcome[] = [
  ...Object.entries<Answer>({
    "in the address of a 201": { status: 201, headers: { location: `/api/v1/stories/${storyId}` } },
    "in the address of a 303": { status: 303, headers: { location: `/api/v1/stories/${storyId}` } },
    "in the address of a refusal": { status: 403, headers: { location: `/stories/${storyId}` }, body: no },
    "in the content's address": {
      status: 502,
      headers: { "content-location": `/s/${storyId.toUpperCase()}` },
    },
    "in a header of a 202": { headers: { "x-story": storyId } },
    "in a page": { status: 502, headers: { "content-type": "text/html" }, body: `<a href="/s/${storyId}">` },
    "in an envelope": { body: JSON.stringify({ data: story() }) },
    "in braces": { body: JSON.stringify({ id: `{${storyId.toUpperCase()}}` }) },
    "as an urn": { body: JSON.stringify({ id: `urn:uuid:${storyId}` }) },
    "without hyphens": { body: JSON.stringify({ id: storyId.replaceAll("-", "") }) },
    "in gzip": gzipped(whole),
    "in gzip that is cut off": { ...gzipped(whole), body: gzipSync(whole).subarray(0, -12) },
    "in gzip that does not say so": { body: gzipSync(whole) },
  }).map(([where, answer]) => row(`an id ${where}`, answers(answer), unclear([storyId]))),
  row("an id without HTTP", says(`{"id":"${storyId}"}`), unclear([storyId], /no complete HTTP answer/)),
  row("an id split between garbled chunks", says(splitId), unclear([storyId])),
  row("an id in an interim answer", says(`HTTP/1.1 102 So\r\nx: ${storyId}\r\n\r\n`), unclear([storyId])),
  row("more ids than anybody can look at", answers({ status: 500, body: manyIds }), {
    kind: "uncertain",
    received: expect.objectContaining({ ids: expect.toSatisfy((ids: string[]) => ids.length === 20) }),
  }),
];

// `JSON.stringify` of a buffer would hide what it holds.
const textOf = (start: Buffer | null): string => start?.toString("latin1") ?? "";
const isWithoutKey = (start: Buffer): boolean =>
  textOf(start).includes("[secret]") && !textOf(start).includes(canary.slice(0, 20));
const withoutKey = expect.objectContaining({ start: expect.toSatisfy(isWithoutKey) });
const notKept = expect.objectContaining({ start: null });

const echo = errorBody("unauthorized", { error: `No such key: ${canary}` });
const cutEcho = { headers: { "content-length": 900 }, body: `you sent ${canary.slice(0, 40)}` };

/** Errors that echo the key. */
const echoes: readonly Outcome[] = [
  row("the key in a refusal", answers({ status: 401, body: echo }), {
    kind: "refused",
    refusal: { message: "No such key: [secret]" },
  }),
  row("the key in an error", answers({ status: 500, body: `you sent ${canary}` }), { received: withoutKey }),
  row("the key in an error that is cut off", answers({ ...cutEcho, status: 500 }), {
    received: withoutKey,
    answer: "you sent [secret]",
  }),
  row("the key in gzip", answers({ ...gzipped(`${canary} ${storyId}`), status: 500 }), { received: notKept }),
  row("the key in two chunks", says(chunked(500, piece(canary.slice(0, 9)), chunk(canary.slice(9)))), {
    received: notKept,
  }),
];

/** Everything that a connection may do to a creation, and what each proves about money. */
export const outcomes: readonly Outcome[] = [
  ...connections,
  ...acceptances,
  ...refusals,
  ...early,
  ...several,
  ...framings.flatMap(([name, wrap]) => [
    row(`a refusal with ${name}`, says(wrap(403, no)), unclear([])),
    row(`an acceptance with ${name}`, says(wrap(202, whole)), unclear([storyId])),
  ]),
  ...bodies,
  ...hidden,
  ...echoes,
];
