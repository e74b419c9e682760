import fc from "fast-check";
import { expect, test } from "vitest";
import { readCreationReply } from "../../../src/client/creation/creation-reply.ts";
import type { CreationAnswer } from "../../../src/client/http/raw-reply.ts";
import { errorCodeOf, errorCodes } from "../../../src/contract/errors.ts";
import { asked, nothingReceived, otherId, story, storyId } from "../answers.ts";

const success = fc.integer({ min: 200, max: 299 });
const cut = fc.option(fc.constantFrom("ECONNRESET", "the body ended early"), { nil: null, freq: 2 });

/** An object's members as they may be written: any names but `id`, any values, any white space. */
const members = fc.array(
  fc.tuple(
    fc.string({ unit: "binary" }).filter((name) => name !== "id"),
    fc.oneof(fc.jsonValue(), fc.constant({ id: otherId }), fc.constant(`"id":"${otherId}"`)),
  ),
  { maxLength: 6 },
);
const space = fc.constantFrom("", " ", "\n", "\t\r\n  ");

const dressed = fc
  .record({ before: members, after: members, space, id: fc.uuid() })
  .map(({ before, after, space, id }) => {
    const written = (pairs: readonly (readonly [string, unknown])[]) =>
      pairs.map(([name, value]) => `${JSON.stringify(name)}${space}:${space}${JSON.stringify(value)}`);
    const all = [...written(before), `"id"${space}:${space}"${id}"`, ...written(after)];
    return { id, text: `${space}{${space}${all.join(`${space},${space}`)}${space}}${space}` };
  });

test("A 2xx that names one id is accepted with that id, however its JSON is formatted", () => {
  fc.assert(
    fc.property(dressed, success, cut, ({ id, text }, status, cut) => {
      expect(readCreationReply(answer({ status, body: Buffer.from(text), cut }), asked)).toMatchObject({
        kind: "accepted",
        id,
        status,
      });
    }),
    { numRuns: 500 },
  );
});

test("A reformatted 2xx truncated at any byte is accepted once the id is readable, and uncertain before", () => {
  fc.assert(
    fc.property(dressed, ({ id, text }) => {
      const body = Buffer.from(text);
      const readable = body.indexOf(`"${id}"`) + id.length + 2;
      for (let length = 0; length <= body.length; length++) {
        const reply = readCreationReply(answer({ body: body.subarray(0, length), cut: "ECONNRESET" }), asked);
        const told = reply.kind === "accepted" ? reply.id : reply.kind;
        if (told !== (length >= readable ? id : "uncertain")) {
          throw new Error(`${told} at ${length} of ${JSON.stringify(text)}`);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("The service's own answer truncated at any byte never loses a received id, and never proves a refusal", () => {
  const body = Buffer.from(JSON.stringify(story({ text: "Ana va al mercado. ¡Qué día!" })));
  const readable = body.indexOf(storyId) + storyId.length + 1;
  const verdicts = Array.from({ length: body.length }, (_, length) =>
    readCreationReply(answer({ body: body.subarray(0, length), cut: "the body ended early" }), asked),
  );
  expect(verdicts.filter(({ kind }) => kind === "uncertain")).toHaveLength(readable);
  expect(verdicts.slice(readable).every((reply) => reply.kind === "accepted" && reply.id === storyId)).toBe(
    true,
  );
});

test("A 2xx with any bytes is accepted or uncertain, never refused and never unsent", () => {
  fc.assert(
    fc.property(success, fc.uint8Array({ maxLength: 300 }), cut, (status, bytes, cut) => {
      const { kind } = readCreationReply(answer({ status, body: Buffer.from(bytes), cut }), asked);
      expect(["accepted", "uncertain"]).toContain(kind);
    }),
  );
});

test("A 2xx with a damaged story is accepted under its own id or uncertain", () => {
  const body = Buffer.from(JSON.stringify(story()));
  const idAt = body.indexOf(storyId);
  fc.assert(
    fc.property(
      fc.nat({ max: body.length - 1 }).filter((at) => at < idAt || at >= idAt + storyId.length),
      fc.nat({ max: 255 }),
      (at, byte) => {
        const damaged = Buffer.from(body);
        damaged[at] = byte;
        const reply = readCreationReply(answer({ body: damaged }), asked);
        expect(reply.kind === "accepted" ? reply.id : reply.kind).toSatisfy((told: string) =>
          [storyId, "uncertain"].includes(told),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});

test("Only a complete error body whose code fits the status is a refusal, whatever bytes come with whatever status", () => {
  const error = fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue());
  const seconds = fc.option(fc.oneof(fc.integer(), fc.double(), fc.jsonValue()), { nil: undefined, freq: 2 });
  const code = fc.oneof(fc.constantFrom(...errorCodes), fc.jsonValue());
  const answers = fc
    .record({
      status: fc.oneof(fc.constantFrom(400, 403, 404, 418, 422, 429, 500, 503), fc.nat({ max: 999 })),
      form: fc.constantFrom("fitting", "worded", "json", "bytes"),
      error,
      code,
      seconds,
      json: fc.json(),
      bytes: fc.uint8Array({ maxLength: 200 }),
      retryAfter: fc.option(fc.oneof(fc.string(), fc.nat().map(String)), { nil: null }),
      cut,
    })
    .map(({ form, error, code, seconds, json, bytes, ...rest }) => {
      const fitting = form === "fitting" ? errorCodeOf(rest.status) : code;
      const worded = JSON.stringify({ error, code: fitting, retryAfterSeconds: seconds });
      return { ...rest, body: Buffer.from(form === "bytes" ? bytes : form === "json" ? json : worded) };
    });
  let refusals = 0;
  fc.assert(
    fc.property(answers, ({ status, body, retryAfter, cut }) => {
      const reply = readCreationReply(answer({ status, body, retryAfter, cut }), asked);
      expect(reply.kind).not.toBe("notSent");
      if (reply.kind !== "refused") return;
      refusals += 1;
      expect(cut).toBeNull();
      expect(JSON.parse(body.toString())).toMatchObject({ code: errorCodeOf(status) });
      expect(reply.refusal.code).not.toBe("server_error");
      expect(reply.refusal.retryAfterMs ?? 1).toBeGreaterThan(0);
    }),
    { numRuns: 3_000 },
  );
  expect(refusals).toBeGreaterThan(20);
});

test("An accepted answer with other invalid fields gives a warning for each", () => {
  const warningsOf = (change: Partial<CreationAnswer>) => {
    const reply = readCreationReply(answer(change), asked);
    return reply.kind === "accepted" ? reply.warnings : reply.kind;
  };
  const bodyOf = (change: Readonly<Record<string, unknown>>) => Buffer.from(JSON.stringify(story(change)));
  expect(warningsOf({ body: bodyOf({}) })).toEqual([]);
  expect(warningsOf({ status: 200, body: bodyOf({}) })).toEqual(["answered 200, not 202"]);
  expect(warningsOf({ body: bodyOf({ topic: "Another" }) })).toEqual(["the answer names another topic"]);
  expect(warningsOf({ body: bodyOf({ lang: "fr" }) })).toEqual(["the answer names another language"]);
  expect(warningsOf({ body: bodyOf({ difficulty: 3 }) })).toEqual(["the answer names another difficulty"]);
  expect(warningsOf({ body: Buffer.from(`{"id":"${storyId}"}`) })).toEqual([
    "the answer is not of the interface's shape",
  ]);
  expect(warningsOf({ body: Buffer.from(`{"id":"${storyId}",`), cut: "ECONNRESET" })).toEqual([
    "the answer was cut off: ECONNRESET",
    "the answer is not of the interface's shape",
  ]);
});

test("An answer that proves nothing is reported with its status and with what truncated it", () => {
  const causeOf = (change: Partial<CreationAnswer>) => {
    const reply = readCreationReply(answer(change), asked);
    return reply.kind === "uncertain" ? reply.cause : reply.kind;
  };
  expect(causeOf({ status: 502 })).toBe("answered 502 without a proof of refusal");
  expect(causeOf({ status: 400, cut: "ECONNRESET" })).toBe(
    "answered 400 without a proof of refusal, cut off: ECONNRESET",
  );
  expect(causeOf({ status: 202 })).toBe("accepted without a readable id");
});

test("Two ids, an invalid one, and an answer that is neither success nor error prove nothing", () => {
  const kindOf = (change: Partial<CreationAnswer>) => readCreationReply(answer(change), asked).kind;
  const bodyOf = (text: string) => ({ body: Buffer.from(text) });
  expect(kindOf(bodyOf(`{"id":"${storyId}","id":"${storyId}"}`))).toBe("accepted");
  expect(kindOf(bodyOf(`{"id":"${storyId}","id":"${otherId}"}`))).toBe("uncertain");
  expect(kindOf(bodyOf(`{"id":"${storyId}","lang":"es"}{"id":"${otherId}"}`))).toBe("uncertain");
  expect(kindOf(bodyOf('{"id":"17"}'))).toBe("uncertain");
  expect(kindOf(bodyOf(`["id","${storyId}"]`))).toBe("uncertain");
  expect(kindOf(bodyOf(`<script>page = {"id":"${storyId}"}</script>`))).toBe("uncertain");
  for (const status of [100, 199, 300]) {
    expect(kindOf({ status, body: Buffer.from(JSON.stringify(story())) })).toBe("uncertain");
  }
});

test("A refusal with a missing end is not a refusal", () => {
  const body = Buffer.from(JSON.stringify({ error: "no", code: errorCodeOf(402) }));
  expect(readCreationReply(answer({ status: 402, body }), asked).kind).toBe("refused");
  expect(readCreationReply(answer({ status: 402, body, cut: "ECONNRESET" }), asked).kind).toBe("uncertain");
});

test("An id nested inside something else is not the story's id", () => {
  for (const value of [{ id: storyId }, { [storyId]: storyId }, [storyId], { a: storyId }]) {
    const body = Buffer.from(JSON.stringify({ ...story(), id: value }));
    expect(readCreationReply(answer({ body }), asked).kind).toBe("uncertain");
  }
});

test("A refusal says how long to wait: the longer of header and body, a minute if neither is readable, and only for rate limits", () => {
  const waitOf = (status: number, retryAfter: string | null, retryAfterSeconds?: number) => {
    const body = Buffer.from(JSON.stringify({ error: "no", code: errorCodeOf(status), retryAfterSeconds }));
    const reply = readCreationReply(answer({ status, retryAfter, body }), asked);
    return reply.kind === "refused" ? reply.refusal.retryAfterMs : reply.kind;
  };
  expect(waitOf(429, "30")).toBe(30_000);
  expect(waitOf(429, " 30 ")).toBe(30_000);
  expect(waitOf(429, "30", 40)).toBe(40_000);
  expect(waitOf(429, "40", 30)).toBe(40_000);
  expect(waitOf(429, null, 7)).toBe(7_000);
  for (const header of [null, "", "0", "soon", "-5", "1.5", "30 s", "9999999999"]) {
    expect(waitOf(429, header)).toBe(60_000);
    expect(waitOf(503, header)).toBeNull();
  }
  expect(waitOf(503, "9")).toBe(9_000);
  expect(waitOf(402, "30")).toBeNull();
});

test("A body nested too deeply to parse is judged at once", () => {
  const deep = Buffer.from('{"a":'.repeat(200_000));
  expect(readCreationReply(answer({ body: deep }), asked).kind).toBe("uncertain");
  const id = Buffer.from(`{"id":"${storyId}","a":${"[".repeat(1_000_000)}`);
  expect(readCreationReply(answer({ body: id }), asked)).toMatchObject({ kind: "accepted", id: storyId });
});

test("Bytes that were never written prove that nothing was sent, and silence proves nothing", () => {
  expect(readCreationReply({ kind: "unsent", cause: "closed" }, asked)).toEqual({
    kind: "notSent",
    cause: "closed",
  });
  expect(readCreationReply({ kind: "silence", cause: "ECONNRESET", received: null }, asked)).toEqual({
    kind: "uncertain",
    cause: "ECONNRESET",
    status: null,
    answer: null,
    received: null,
  });
});

test("An answer that proves nothing is kept as one clean line of bounded length", () => {
  const body = Buffer.from(`\u001b]8;;evil\u0007${"no\r\n\u202e ".repeat(2_000)}`);
  const reply = readCreationReply(answer({ status: 502, body }), asked);
  const kept = reply.kind === "uncertain" ? reply.answer : null;
  expect(kept).toMatch(/^\]8;;evilno no no [^\p{Cc}\p{Bidi_Control}]*…$/u);
  expect(kept).toHaveLength(2_000);
});

function answer(change: Partial<CreationAnswer>): CreationAnswer {
  return {
    kind: "answer",
    status: 202,
    retryAfter: null,
    contentType: null,
    body: Buffer.alloc(0),
    cut: null,
    faults: [],
    received: nothingReceived,
    ...change,
  };
}
