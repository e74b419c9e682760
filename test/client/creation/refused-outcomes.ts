import { expect } from "vitest";
import { type Answer, answers, says, story } from "../answers.ts";
import type { Outcome } from "./outcome.ts";

// Interface, part 7, and a few statuses that it only knows as "other".
const codes: readonly (readonly [number, string])[] = [
  [400, "invalid_request"],
  [401, "unauthorized"],
  [402, "payment_required"],
  [403, "forbidden"],
  [404, "not_found"],
  [409, "conflict"],
  [413, "too_large"],
  [429, "rate_limited"],
  [503, "unavailable"],
  [408, "refused"],
  [418, "refused"],
  [421, "refused"],
  [422, "refused"],
  [451, "refused"],
];

const sentence = "The service says no.";

function row(name: string, answer: Answer, verdict: Outcome["verdict"]): Outcome {
  return { name, server: answers(answer), verdict, received: "whole" };
}

function errorBody(code: string, more: object = {}): string {
  return JSON.stringify({ error: sentence, code, ...more });
}

function refused(status: number, code: string, retryAfterMs: number | null): Outcome["verdict"] {
  return { kind: "refused", refusal: { status, code, message: sentence, retryAfterMs } };
}

function unproven(status: number): Outcome["verdict"] {
  return { kind: "uncertain", status, cause: expect.stringMatching("without a proof of refusal") };
}

/** One status in every dressing: only the service's own words, whole and fitting, prove that nothing was created. */
function dressings([status, code]: readonly [number, string]): readonly Outcome[] {
  const wrongCode = code === "not_found" ? "forbidden" : "not_found";
  const body = errorBody(code);
  const damaged: readonly (readonly [string, Answer])[] = [
    ["with another status's code", { body: errorBody(wrongCode) }],
    ["with a code nobody knows", { body: errorBody("teapot") }],
    ["without a code", { body: JSON.stringify({ error: sentence }) }],
    ["without a sentence", { body: JSON.stringify({ code }) }],
    ["with a page", { headers: { "content-type": "text/html" }, body: "<html>no</html>" }],
    ["with an empty body", {}],
    ["with half of its JSON", { body: body.slice(0, -9) }],
    ["cut off behind its JSON", { headers: { "content-length": body.length + 1 }, body }],
    ["with the error in a list", { body: `[${body}]` }],
    ["with a story", { body: JSON.stringify(story()) }],
  ];
  return [
    row(`${status} in the service's own words`, { status, body }, refused(status, code, null)),
    row(
      `${status} with more than the words`,
      { status, body: errorBody(code, { issues: [{ path: ["topic"] }], trace: null }) },
      refused(status, code, null),
    ),
    ...damaged.map(([name, answer]) => row(`${status} ${name}`, { ...answer, status }, unproven(status))),
  ];
}

function limited(
  name: string,
  parts: { header?: string; seconds?: unknown },
  retryAfterMs: number | null,
): Outcome {
  const headers = parts.header === undefined ? {} : { "retry-after": parts.header };
  const more = parts.seconds === undefined ? {} : { retryAfterSeconds: parts.seconds };
  return row(
    `429 ${name}`,
    { status: 429, headers, body: errorBody("rate_limited", more) },
    refused(429, "rate_limited", retryAfterMs),
  );
}

const limits: readonly Outcome[] = [
  limited("that names the same wait twice", { header: "7", seconds: 7 }, 7_000),
  limited("whose header is longer", { header: "90", seconds: 7 }, 90_000),
  limited("whose body is longer", { header: "7", seconds: 90 }, 90_000),
  limited("with the header alone", { header: "12" }, 12_000),
  limited("with the body alone", { seconds: 12 }, 12_000),
  limited("that names no wait", {}, null),
  limited("whose header is a word", { header: "soon" }, null),
  limited("whose header is a date", { header: "Mon, 16 Nov 2026 08:00:00 GMT" }, null),
  limited("whose header is zero", { header: "0" }, null),
  row(
    "429 whose body names a wait of no length",
    { status: 429, body: errorBody("rate_limited", { retryAfterSeconds: 0 }) },
    unproven(429),
  ),
];

// The service's own errors may come after the story was made: only `unavailable` promises that it did not begin.
const serverErrors: readonly Outcome[] = [
  ...[500, 501, 502, 504, 507, 599].flatMap((status) => [
    row(
      `${status} in the service's own words`,
      { status, body: errorBody("server_error") },
      unproven(status),
    ),
    row(
      `${status} that calls itself unavailable`,
      { status, body: errorBody("unavailable") },
      unproven(status),
    ),
    row(`${status} with a page`, { status, body: "<html>Bad gateway</html>" }, unproven(status)),
    row(`${status} with an empty body`, { status }, unproven(status)),
  ]),
  row(
    "503 that calls itself a server error",
    { status: 503, body: errorBody("server_error") },
    unproven(503),
  ),
  row(
    "503 that names a wait",
    { status: 503, headers: { "retry-after": "30" }, body: errorBody("unavailable") },
    refused(503, "unavailable", 30_000),
  ),
];

const odd: readonly Outcome[] = [
  ...[300, 301, 302, 303, 304, 305, 307, 308].map(
    (status): Outcome => ({
      name: `${status} that leads to the same address`,
      server: says(`HTTP/1.1 ${status} Elsewhere\r\nlocation: /api/v1/stories\r\ncontent-length: 0\r\n\r\n`),
      verdict: unproven(status),
      received: "whole",
    }),
  ),
  row(
    "303 that leads to a story",
    { status: 303, headers: { location: "/api/v1/stories/1" }, body: JSON.stringify(story()) },
    unproven(303),
  ),
  row("a status beyond all known ones", { status: 799, body: errorBody("refused") }, unproven(799)),
  row(
    "a refusal with a sentence full of controls",
    {
      status: 403,
      body: JSON.stringify({ error: "The\u001b[31m service\n\u202e says no.", code: "forbidden" }),
    },
    {
      kind: "refused",
      refusal: { message: "The[31m service says no." },
    },
  ),
];

/** Answers that are no 2xx. */
export const refusedOutcomes: readonly Outcome[] = [
  ...codes.flatMap(dressings),
  ...limits,
  ...serverErrors,
  ...odd,
];
