import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { bookPageSchema } from "../../../src/contract/books.ts";
import { errorBodySchema, errorCodeOf } from "../../../src/contract/errors.ts";
import { levelsSchema } from "../../../src/contract/levels.ts";
import { type OperationName, operations } from "../../../src/contract/operations.ts";
import { quoteSchema } from "../../../src/contract/quotes.ts";
import { storySchema } from "../../../src/contract/stories.ts";
import { balanceSchema } from "../../../src/story-service/money/prices.ts";
import { shareOf } from "../../share.ts";
import { call, type Reply } from "../call.ts";
import { type Fixture, keyOfAnn, plainStory, spokenStory, startRig } from "../fixtures.ts";

/** Requests for each endpoint; `npm run fuzz` sends a thousand. */
const runs = Math.ceil(1_000 / shareOf(8));

const config = `limits: { calls: 1000000/1m, paidStarts: 1000000/1m, badBearers: 1000000/1m }
accounts: [{ id: ann, unlimited: true, keys: [{ name: k, secret: ${keyOfAnn} }] }]`;

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary" }),
  fc.constantFrom(1e308, -0, 2 ** 53),
);

/** A valid value with a few of its members replaced by anything, taken away, or joined by others. */
function mutated(valid: object, more: readonly string[] = []): fc.Arbitrary<Record<string, unknown>> {
  const names = [...Object.keys(valid), ...more, "x", "__proto__", "constructor"];
  return fc
    .dictionary(fc.constantFrom(...names), fc.option(anything, { nil: undefined }), { maxKeys: 3 })
    .map((changes) => ({ ...valid, ...changes }));
}

const creations = mutated(plainStory, ["length", "genre", "form", "words", "visibility"]);
const prices = mutated({ lang: "es", difficulty: 3 }, ["length", "audiobook"]);
const bodies = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.oneof(
    values.map((value) => JSON.stringify(value)),
    fc.json(),
    fc.string({ unit: "binary" }),
  );

/** Text for a path or a query: encoded, so that it arrives, or raw printable characters. */
const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }).map(encodeURIComponent),
  fc.string({ unit: fc.constantFrom(..."abcXYZ019-._~%/&=+,:;@!$'()*"), maxLength: 40 }),
);
const queries = (...names: string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, "x"), texts), { maxLength: 3 })
    .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join("&"));

interface Endpoint {
  readonly sent: fc.Arbitrary<{ readonly tail: string; readonly body?: string }>;
  readonly schema: z.ZodType | null;
}

const endpoints: Readonly<Record<OperationName, Endpoint>> = {
  readLevels: { sent: queries("languages").map((text) => ({ tail: `?${text}` })), schema: levelsSchema },
  createStory: { sent: bodies(creations).map((body) => ({ tail: "", body })), schema: storySchema },
  quoteStory: { sent: bodies(prices).map((body) => ({ tail: "", body })), schema: quoteSchema },
  readStory: { sent: texts.map((tail) => ({ tail })), schema: storySchema },
  listBooks: {
    sent: queries("limit", "before").map((text) => ({ tail: `?${text}` })),
    schema: bookPageSchema,
  },
  exportBook: { sent: texts.map((tail) => ({ tail })), schema: null },
  readBalance: { sent: queries("account").map((text) => ({ tail: `?${text}` })), schema: balanceSchema },
};

function isFine(reply: Reply, schema: z.ZodType | null): void {
  expect(reply.text).not.toMatch(/\bat .*\.(ts|js):\d+/);
  if (reply.status < 300) {
    schema?.parse(reply.json);
    return;
  }
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(reply.status).toBeLessThan(500);
  expect(errorBodySchema.parse(reply.json).code).toBe(errorCodeOf(reply.status));
}

const errorsOf = (fixture: Fixture): unknown[] =>
  fixture.world.lines.filter((line) => line.level === "error");

describe("any input", () => {
  it.each(Object.entries(endpoints))(
    "to %s is answered or refused in the interface's form",
    async (name, endpoint) => {
      const fixture = await startRig({ config });
      const { method, path } = operations[name as OperationName];
      await fc.assert(
        fc.asyncProperty(endpoint.sent, async ({ tail, body }) => {
          const url = path.includes("{id}") ? path.replace("{id}", tail) : path + tail;
          const more = body === undefined ? {} : { body };
          isFine(await call(fixture.service.url + url, { method, key: keyOfAnn, ...more }), endpoint.schema);
        }),
        { numRuns: runs },
      );
      expect(errorsOf(fixture)).toEqual([]);
    },
  );

  it("to the MCP server is answered in the protocol's form, and a tool's refusal in the interface's", async () => {
    const fixture = await startRig({ config });
    const id = await fixture.order(spokenStory);
    const tool = fc.oneof(
      fc.record({
        name: fc.constant("create_story"),
        arguments: mutated(plainStory, ["maxCredits", "words"]),
      }),
      fc.record({ name: fc.constant("quote_story"), arguments: prices }),
      fc.record({ name: fc.constantFrom("get_story", "export_book"), arguments: mutated({ id }) }),
      fc.record({ name: fc.constant("list_books"), arguments: mutated({}, ["limit", "before"]) }),
      fc.record({ name: fc.constant("get_balance"), arguments: anything }),
      mutated({ name: "get_balance", arguments: {} }),
    );
    const message = fc.oneof(
      {
        weight: 3,
        arbitrary: tool.map((params) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params })),
      },
      { weight: 1, arbitrary: mutated({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }) },
    );
    await fc.assert(
      fc.asyncProperty(bodies(message), async (body) => {
        const headers = { accept: "application/json, text/event-stream" };
        const reply = await call(fixture.service.mcpUrl, { method: "POST", key: keyOfAnn, body, headers });
        expect(reply.status).toBeLessThan(500);
        expect(reply.text).not.toMatch(/\bat .*\.(ts|js):\d+/);
        for (const result of refusalsIn(reply.text)) errorBodySchema.parse(JSON.parse(result));
      }),
      { numRuns: runs },
    );
    expect(errorsOf(fixture)).toEqual([]);
  });
});

/** The texts of tools that refused, from a streamed or a plain answer. */
function refusalsIn(text: string): string[] {
  const documents = text.startsWith("{")
    ? [text]
    : [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = ""]) => data);
  return documents.flatMap((document) => {
    const { result } = JSON.parse(document) as {
      result?: { isError?: boolean; content?: { text: string }[] };
    };
    const first = result?.content?.[0]?.text;
    return result?.isError === true && first?.startsWith("{") ? [first] : [];
  });
}
