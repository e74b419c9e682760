import type net from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect } from "vitest";
import { type Answer, answers, http, otherId, says, saysAndWaits, story, storyId } from "../answers.ts";
import type { Behaviour } from "./misbehaving-server.ts";
import { afterNextReads, canary, type Outcome } from "./outcome.ts";
import { acceptance, chunk, head, no, refused, row, taken, unclear } from "./outcome-rows.ts";
import { bodies, framings } from "./unclear-framings.ts";

const otherAcceptance = http({ body: JSON.stringify(story({ id: otherId })) });
const refusal = http({ status: 403, body: no });

const neverSent = {
  kind: expect.stringMatching(/^(notSent|notConnected)$/),
  cause: expect.stringMatching("before anything was written"),
};

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
  {
    ...row(
      "an acceptance, and a third of a second later one of another story",
      afterRequest(inPieces([acceptance, otherAcceptance], 333)),
      taken,
    ),
    contradiction: unclear([storyId, otherId], /another answer/),
  },
  {
    ...row(
      "an acceptance, and a third of a second later a refusal",
      afterRequest(inPieces([acceptance, refusal], 333)),
      taken,
    ),
    contradiction: unclear([storyId], /another answer/),
  },
  row(
    "an acceptance, and a third of a second later a line feed",
    afterRequest(inPieces([acceptance, Buffer.from("\n")], 333)),
    taken,
  ),
  row(
    "an acceptance that stalls behind its id on a connection that stays open",
    saysAndWaits(acceptance.subarray(0, acceptance.indexOf("writing"))),
    { ...taken, warnings: ["the answer was cut off: nothing more came", expect.any(String)] },
  ),
  row("two acceptances of two stories", says(Buffer.concat([acceptance, otherAcceptance])), {
    ...unclear([storyId, otherId], /another answer/),
    status: 202,
  }),
  row("two acceptances of one story", says(Buffer.concat([acceptance, acceptance])), unclear([storyId])),
  row("an acceptance with a bare id behind it", says(`${acceptance}${otherId}`), unclear([storyId, otherId])),
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
