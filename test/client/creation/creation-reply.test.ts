import fc from "fast-check";
import { expect, test } from "vitest";
import { type CreationReply, readCreationReply } from "../../../src/client/creation-reply.ts";
import { Secret } from "../../../src/client/secret.ts";
import { closed } from "../../../src/client/socket.ts";
import { errorCodeOf, errorCodes } from "../../../src/contract/errors.ts";
import { http, isAnswering, otherId, story, storyId } from "../answers.ts";
import { canary } from "./outcome.ts";
import { outcomes } from "./outcomes.ts";

interface Given {
  readonly status?: number;
  readonly body?: string | Buffer;
  readonly retryAfter?: string | null;
  /** Why the connection broke off behind the body; null if it is whole. */
  readonly cut?: string | null;
}

function read({ status = 202, body = "", retryAfter = null, cut = null }: Given): CreationReply {
  const headers = {
    "content-length": Buffer.from(body).length + (cut === null ? 0 : 1),
    ...(retryAfter === null ? {} : { "retry-after": retryAfter }),
  };
  const bytes = http({ status, headers, body });
  return readCreationReply({ bytes, total: bytes.length }, cut, new Secret(canary));
}

const success = fc.integer({ min: 200, max: 299 }).filter((status) => status !== 204);
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

const plainAnswers = outcomes.flatMap(({ server, ...row }) =>
  isAnswering(server) ? [{ ...row, ...server }] : [],
);

test.for(plainAnswers)("These bytes and a closed connection: $name", ({ bytes, verdict }) => {
  const ending = "the connection was closed";
  expect(readCreationReply({ bytes, total: bytes.length }, ending, new Secret(canary))).toMatchObject(
    verdict,
  );
});

test("A refusal without a length is believed only once the service has closed the connection", () => {
  const body = JSON.stringify({ error: "no", code: "forbidden" });
  const bytes = http({ status: 403, headers: { connection: "close" }, body });
  const kindAt = (ending: Parameters<typeof readCreationReply>[1]) =>
    readCreationReply({ bytes, total: bytes.length }, ending, new Secret(canary)).kind;
  expect(kindAt(closed)).toBe("refused");
  expect(kindAt("ECONNRESET")).toBe("uncertain");
  expect(kindAt(null)).toBe("uncertain");
});

test("A 2xx that names one id is accepted with that id, however its JSON is formatted", () => {
  fc.assert(
    fc.property(dressed, success, cut, ({ id, text }, status, cut) => {
      expect(read({ status, body: text, cut })).toMatchObject({ kind: "accepted", id, status });
    }),
    { numRuns: 500 },
  );
});

test("A 2xx truncated at any byte is accepted once the id is readable, and uncertain before", () => {
  fc.assert(
    fc.property(dressed, ({ id, text }) => {
      const body = Buffer.from(text);
      const readable = body.indexOf(`"${id}"`) + id.length + 2;
      for (let length = 0; length <= body.length; length++) {
        const reply = read({ body: body.subarray(0, length), cut: "ECONNRESET" });
        const shown = reply.kind === "accepted" ? reply.id : reply.kind;
        if (shown !== (length >= readable ? id : "uncertain")) {
          throw new Error(`${shown} at ${length} of ${JSON.stringify(text)}`);
        }
      }
    }),
    { numRuns: 15 },
  );
});

test("A 2xx with any bytes is accepted or uncertain", () => {
  fc.assert(
    fc.property(success, fc.uint8Array({ maxLength: 300 }), cut, (status, bytes, cut) => {
      expect(["accepted", "uncertain"]).toContain(read({ status, body: Buffer.from(bytes), cut }).kind);
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
        const reply = read({ body: damaged });
        expect([storyId, "uncertain"]).toContain(reply.kind === "accepted" ? reply.id : reply.kind);
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
      status: fc.oneof(
        fc.constantFrom(400, 403, 404, 418, 422, 429, 500, 503),
        fc.integer({ min: 200, max: 999 }),
      ),
      form: fc.constantFrom("fitting", "worded", "json", "bytes"),
      error,
      code,
      seconds,
      json: fc.json(),
      bytes: fc.uint8Array({ maxLength: 200 }),
      retryAfter: fc.option(fc.nat().map(String), { nil: null }),
      cut,
    })
    .map(({ form, error, code, seconds, json, bytes, ...rest }) => {
      const fitting = form === "fitting" ? errorCodeOf(rest.status) : code;
      const worded = JSON.stringify({ error, code: fitting, retryAfterSeconds: seconds });
      return { ...rest, body: Buffer.from(form === "bytes" ? bytes : form === "json" ? json : worded) };
    });
  let refusals = 0;
  fc.assert(
    fc.property(answers, (given) => {
      const reply = read(given);
      expect(reply.kind).not.toBe("notSent");
      if (reply.kind !== "refused") return;
      refusals += 1;
      expect(given.cut).toBeNull();
      expect(JSON.parse(given.body.toString())).toMatchObject({ code: errorCodeOf(given.status) });
      expect(reply.refusal.code).not.toBe("server_error");
      expect(reply.refusal.retryAfterMs ?? 1).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
  expect(refusals).toBeGreaterThan(5);
});

test("An id nested in something else, or in a second document, is not the story's id", () => {
  const second = `{"id":"${storyId}","lang":"es"}{"id":"${otherId}"}`;
  const nested = [{ id: storyId }, { [storyId]: storyId }, [storyId], { a: storyId }].map((id) =>
    JSON.stringify({ ...story(), id }),
  );
  for (const body of [second, ...nested, `["id","${storyId}"]`])
    expect(read({ body }).kind).toBe("uncertain");
});

test("A refusal has the longer wait of header and body, and none if neither can be read", () => {
  const waitOf = (status: number, retryAfter: string | null, retryAfterSeconds?: number) => {
    const body = JSON.stringify({ error: "no", code: errorCodeOf(status), retryAfterSeconds });
    const reply = read({ status, retryAfter, body });
    return reply.kind === "refused" ? reply.refusal.retryAfterMs : reply.kind;
  };
  expect(waitOf(429, "30")).toBe(30_000);
  expect(waitOf(429, "30", 40)).toBe(40_000);
  expect(waitOf(429, "40", 30)).toBe(40_000);
  expect(waitOf(429, null, 7)).toBe(7_000);
  for (const header of [null, "", "0", "soon", "-5", "1.5", "30 s", "Mon, 30 Nov 2026 11:30:00 GMT"]) {
    expect(waitOf(429, header)).toBeNull();
    expect(waitOf(503, header)).toBeNull();
  }
  expect(waitOf(429, "99999999999999999999")).toBe(1_000_000_000);
  expect(waitOf(503, "9")).toBe(9_000);
  expect(waitOf(402, "30")).toBeNull();
});

test("A body nested too deeply to parse, or without an end, is judged at once", () => {
  expect(read({ body: '{"a":'.repeat(200_000) }).kind).toBe("uncertain");
  const id = `{"id":"${storyId}","a":`;
  for (const endless of ["[".repeat(900_000), `"${"\\n".repeat(450_000)}`])
    expect(read({ body: id + endless })).toMatchObject({ kind: "accepted", id: storyId });
});

test("An answer that proves nothing is kept as one clean line of bounded length", () => {
  const reply = read({ status: 502, body: `\u001b]8;;evil\u0007${"no\r\n\u202e ".repeat(2_000)}` });
  const kept = reply.kind === "uncertain" ? reply.answer : null;
  expect(kept).toMatch(/^\]8;;evilno no no [^\p{Cc}\p{Bidi_Control}]*…$/u);
  expect(kept).toHaveLength(2_000);
});
