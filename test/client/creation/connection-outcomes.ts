import { expect } from "vitest";
import { http, says, saysAndWaits, story } from "../answers.ts";
import type { MisbehavingServer } from "./misbehaving-server.ts";
import { afterNextReads, type Outcome } from "./outcome.ts";

/** A deadline for the rows in which it passes; the others end long before theirs. */
const shortMs = 250;

/** More than the buffers between two sockets take, so that a request can be caught half sent. */
const hugeTopic = "x".repeat(24 * 1024 * 1024);

const silence = (cause: string | RegExp, answer: string | null = null) => ({
  kind: "uncertain",
  status: null,
  answer,
  cause: expect.stringMatching(cause),
});

/** Found as soon as the connection stands, or at the request. */
const neverSent = {
  kind: expect.stringMatching(/^(notSent|notConnected)$/),
  cause: expect.stringMatching("before anything was written"),
};

async function theServerHasClosed(server: MisbehavingServer): Promise<void> {
  await server.quiet();
  await afterNextReads();
}

/** Connections that break, stall or say what is no answer. */
export const connectionOutcomes: readonly Outcome[] = [
  {
    name: "the service hangs up before anything was written",
    server: ({ socket }) => void socket.end(),
    meanwhile: theServerHasClosed,
    verdict: neverSent,
    received: "nothing",
  },
  {
    name: "the service resets the connection before anything was written",
    server: async ({ socket }) => {
      await afterNextReads();
      socket.resetAndDestroy();
    },
    meanwhile: theServerHasClosed,
    verdict: neverSent,
    received: "nothing",
  },
  {
    name: "the service hangs up once the first byte has come",
    server: async (visit) => {
      await visit.bytes(1);
      visit.socket.end();
    },
    verdict: silence(/ECONNRESET|closed/),
    received: "whole",
  },
  {
    name: "the service resets the connection in the middle of the request",
    server: async (visit) => {
      await visit.bytes(1);
      visit.socket.resetAndDestroy();
    },
    topic: hugeTopic,
    verdict: silence(/ECONNRESET|EPIPE|closed/),
    received: "part",
  },
  {
    name: "the service reads a part of the request and no more until the deadline",
    server: async (visit) => {
      await visit.bytes(1);
      visit.socket.pause();
      setTimeout(() => visit.socket.resume(), 2 * shortMs);
    },
    topic: hugeTopic,
    deadlineMs: shortMs,
    verdict: silence("no answer within 0.25 s"),
    received: "part",
  },
  {
    name: "the service hangs up after the whole request",
    server: says(""),
    verdict: silence(/ECONNRESET|closed/),
    received: "whole",
  },
  {
    name: "the service resets the connection after the whole request",
    server: async (visit) => {
      await visit.request();
      visit.socket.resetAndDestroy();
    },
    verdict: silence(/ECONNRESET|closed/),
    received: "whole",
  },
  {
    name: "the service says nothing until the deadline",
    server: saysAndWaits(""),
    deadlineMs: shortMs,
    verdict: silence("no answer within 0.25 s"),
    received: "whole",
  },
  {
    name: "the service stops in the middle of the status line",
    server: says("HTTP/1.1 20"),
    verdict: silence("closed", "HTTP/1.1 20"),
    received: "whole",
  },
  {
    name: "the service stops in the middle of the headers, until the deadline",
    server: saysAndWaits("HTTP/1.1 202 Accepted\r\ncontent-type: appl"),
    deadlineMs: shortMs,
    verdict: silence("no answer within 0.25 s", "HTTP/1.1 202 Accepted content-type: appl"),
    received: "whole",
  },
  {
    name: "an old-fashioned server answers with a page and no status line",
    server: says("<html><body>It works!</body></html>"),
    verdict: silence("not HTTP", "<html><body>It works!</body></html>"),
    received: "whole",
  },
  {
    name: "the service answers in HTTP/2",
    server: says(Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100])),
    verdict: silence("not HTTP", "d"),
    received: "whole",
  },
  {
    name: "the service answers with bytes of TLS on a plain connection",
    server: says(Buffer.from("15030300020228", "hex")),
    verdict: silence("not HTTP", "("),
    received: "whole",
  },
  {
    name: "the service floods the headers",
    server: says(`HTTP/1.1 202 Accepted\r\n${`x-filler: ${"y".repeat(900)}\r\n`.repeat(40)}\r\n`),
    verdict: { kind: "uncertain", status: 202, cause: expect.stringMatching("very long headers") },
    received: "whole",
  },
  {
    name: "the headers name two lengths",
    server: says(`HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n{}`),
    verdict: { kind: "uncertain", status: 202, cause: expect.stringMatching("two lengths") },
    received: "whole",
  },
  {
    name: "the service says only 100 Continue and hangs up",
    server: says("HTTP/1.1 100 Continue\r\n\r\n"),
    verdict: silence("closed", "HTTP/1.1 100 Continue"),
    received: "whole",
  },
  {
    name: "the service says only 103 Early Hints until the deadline",
    server: saysAndWaits("HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n"),
    deadlineMs: shortMs,
    verdict: silence("no answer within 0.25 s", "HTTP/1.1 103 Early Hints link: </a.css>"),
    received: "whole",
  },
  {
    name: "the service switches to another protocol",
    server: says("HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n"),
    verdict: { kind: "uncertain", status: 101, cause: expect.stringMatching("another protocol") },
    received: "whole",
  },
  {
    name: "an impatient proxy has answered 408 before the request was written",
    server: ({ socket }) => void socket.write(http({ status: 408, body: "<html>too slow</html>" })),
    meanwhile: afterNextReads,
    verdict: neverSent,
    received: "nothing",
  },
  {
    name: "the service announces an error and never sends its body",
    server: saysAndWaits(http({ status: 503, headers: { "content-length": 90 } })),
    deadlineMs: shortMs,
    verdict: { kind: "uncertain", status: 503, cause: expect.stringMatching("no answer within") },
    received: "whole",
  },
  {
    name: "the story comes while the deadline is being missed by its own body",
    server: saysAndWaits(http({ headers: { "content-length": 9_000 }, body: JSON.stringify(story()) })),
    deadlineMs: shortMs,
    verdict: { kind: "accepted", warnings: [expect.stringMatching("cut off: no answer within 0.25 s")] },
    received: "whole",
  },
];
