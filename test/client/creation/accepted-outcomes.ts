import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { accepts, answers, http, otherId, says, saysAndWaits, story, storyId } from "../answers.ts";
import type { Outcome } from "./outcome.ts";

const whole = JSON.stringify(story());
const afterId = whole.indexOf(storyId) + storyId.length + 1;
const mebibyte = 1024 * 1024;

const accepted = (...warnings: string[]) => ({
  kind: "accepted",
  id: storyId,
  warnings: warnings.map((warning) => expect.stringMatching(warning)),
});
const withoutId = { kind: "uncertain", status: 202, cause: "accepted without a readable id" };
const oddShape = "not of the interface's shape";

function row(name: string, server: Outcome["server"], verdict: Outcome["verdict"]): Outcome {
  return { name, server, verdict, received: "whole" };
}

/** A chunked 202 of these pieces, each framed as it is given. */
function chunked(...pieces: readonly string[]): string {
  return `HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\n\r\n${pieces.join("")}`;
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

function cutAt(length: number): Outcome["server"] {
  return answers({ headers: { "content-length": whole.length }, body: whole.slice(0, length) });
}

/** Answers that say 2xx, whole and damaged. */
export const acceptedOutcomes: readonly Outcome[] = [
  row("202 with the story", accepts(story()), accepted()),
  row("200 with the story", answers({ status: 200, body: whole }), accepted("answered 200, not 202")),
  row("201 with the story", answers({ status: 201, body: whole }), accepted("answered 201, not 202")),
  row("202 with nothing but the id", accepts({ id: storyId }), accepted(oddShape)),
  row(
    "202 with members nobody knows",
    accepts(story({ mood: "cheerful", links: [{ id: otherId }] })),
    accepted(),
  ),
  row("202 with a status nobody knows", accepts(story({ status: "dreaming" })), accepted()),
  row("202 with a price in words", accepts(story({ credits: "thirteen" })), accepted(oddShape)),
  row("202 about another topic", accepts(story({ topic: "Rain" })), {
    ...accepted(),
    shows: { topic: "Rain" },
  }),
  row("202 in another language", accepts(story({ lang: "fr" })), { ...accepted(), shows: { lang: "fr" } }),
  row("202 at another difficulty", accepts(story({ difficulty: 9 })), {
    ...accepted(),
    shows: { difficulty: 9 },
  }),
  row(
    "202 with the book's own id before the story's",
    accepts({ book: { id: otherId }, ...story() }),
    accepted(),
  ),
  row("202 with the same id twice", answers({ body: `{"id":"${storyId}",${whole.slice(1)}` }), accepted()),
  row("202 with an id in capitals", accepts(story({ id: storyId.toUpperCase() })), {
    kind: "accepted",
    id: storyId,
  }),
  row("202 with an escaped member name", answers({ body: whole.replace('"id"', '"\\u0069d"') }), accepted()),
  row("202 spread over lines", answers({ body: JSON.stringify(story(), null, 2) }), accepted()),
  row("202 behind a byte order mark", answers({ body: `\ufeff${whole}` }), accepted(oddShape)),
  row(
    "202 without a content type",
    says(`HTTP/1.1 202 A\r\ncontent-length: ${whole.length}\r\n\r\n${whole}`),
    accepted(),
  ),
  row(
    "202 whose end is the connection's",
    answers({ headers: { connection: "close" }, body: whole }),
    accepted(),
  ),
  row(
    "202 in chunks",
    says(chunked(chunk(whole.slice(0, 40)), chunk(whole.slice(40)), "0\r\n\r\n")),
    accepted(),
  ),
  row("202 after 100 Continue", says(`HTTP/1.1 100 Continue\r\n\r\n${http({ body: whole })}`), accepted()),
  row(
    "202 after 103 Early Hints",
    says(`HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n${http({ body: whole })}`),
    accepted(),
  ),
  row("202 cut off right after the id", cutAt(afterId), accepted("cut off", oddShape)),
  row(
    "202 in chunks that turn to garbage after the id",
    says(chunked(chunk(whole.slice(0, 90)), "zz\r\n")),
    accepted("cut off", oddShape),
  ),
  row(
    "202 that is reset after the id",
    async (visit) => {
      await visit.request();
      visit.socket.write(http({ headers: { "content-length": 5_000 }, body: whole }), () => {
        visit.socket.resetAndDestroy();
      });
    },
    accepted("cut off"),
  ),
  {
    ...row(
      "202 that is longer than 1 MiB, the id first",
      saysAndWaits(http({ body: JSON.stringify(story({ text: "x".repeat(2 * mebibyte) })) })),
      accepted("longer than", oddShape),
    ),
  },
  row("202 cut off right before the id", cutAt(whole.indexOf(storyId)), withoutId),
  row("202 cut off in the middle of the id", cutAt(afterId - 9), withoutId),
  row(
    "202 that is longer than 1 MiB, the id last",
    saysAndWaits(http({ body: JSON.stringify({ text: "x".repeat(2 * mebibyte), id: storyId }) })),
    withoutId,
  ),
  row("202 with an id in the book only", accepts(story({ id: undefined, book: { id: otherId } })), withoutId),
  row("202 with the story in an envelope", accepts({ data: story() }), withoutId),
  row("202 with a list", accepts([story()]), withoutId),
  row("202 with an id that is no UUID", accepts(story({ id: "story-17" })), withoutId),
  row("202 with a number for an id", accepts(story({ id: 17 })), withoutId),
  row("202 with a null id", accepts(story({ id: null })), withoutId),
  row("202 with two different ids", answers({ body: `{"id":"${otherId}",${whole.slice(1)}` }), withoutId),
  row("202 with an empty body", answers({}), withoutId),
  row(
    "202 with a page",
    answers({ headers: { "content-type": "text/html" }, body: "<h1>Thank you</h1>" }),
    withoutId,
  ),
  row(
    "202 with a page whose script names an id",
    answers({ body: `<script>x = {"id":"${otherId}"}</script>` }),
    withoutId,
  ),
  row(
    "202 in gzip, which was not asked for",
    answers({ headers: { "content-encoding": "gzip" }, body: gzipSync(whole) }),
    { kind: "uncertain", status: 202, cause: expect.stringMatching("content coding that was not asked for") },
  ),
  row("202 in chunks that are garbage", says(chunked("hello\r\n")), withoutId),
  row("202 with a body of zeros", answers({ body: Buffer.alloc(200) }), withoutId),
  {
    ...row(
      "202 whose body never comes",
      saysAndWaits(http({ headers: { "content-length": 900 } })),
      withoutId,
    ),
    deadlineMs: 250,
  },
  row("204", says("HTTP/1.1 204 No Content\r\n\r\n"), { ...withoutId, status: 204 }),
  row("299 with an error's body", answers({ status: 299, body: '{"error":"no","code":"forbidden"}' }), {
    ...withoutId,
    status: 299,
  }),
];
