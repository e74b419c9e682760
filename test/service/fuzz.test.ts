import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorBodySchema, errorCodeOf } from "../../src/contract/errors.ts";
import { storySchema } from "../../src/contract/stories.ts";
import { call } from "./call.ts";
import { keyOfAnn, plainStory, startRig } from "./rig.ts";

const fields = [
  "topic",
  "lang",
  "difficulty",
  "length",
  "genre",
  "form",
  "words",
  "audiobook",
  "visibility",
  "x",
  "__proto__",
];
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary" }),
  fc.constantFrom(1e308, -0, 2 ** 53),
);
/** A valid creation with a few of its fields replaced by anything, or taken away. */
const bodies = fc
  .dictionary(fc.constantFrom(...fields), fc.option(odd, { nil: undefined }), { maxKeys: 3 })
  .map((changes) => JSON.stringify({ ...plainStory, ...changes }));
const anyText = fc.oneof(bodies, fc.json(), fc.string({ unit: "binary" }));

describe("whatever is sent", () => {
  it("is accepted or refused in the interface's form, never with a 500", async () => {
    const rig = await startRig({
      config: `limits: { calls: 100000/1m, paidStarts: 100000/1m }
accounts: [{ id: ann, unlimited: true, keys: [{ name: k, secret: ${keyOfAnn} }] }]`,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("/stories", "/stories/quote"), anyText, async (path, body) => {
        const reply = await call(rig.service.url + path, { method: "POST", key: keyOfAnn, body });
        if (reply.status === 202) storySchema.parse(reply.json);
        else if (reply.status !== 200) {
          expect(reply.status).toBe(400);
          expect(errorBodySchema.parse(reply.json).code).toBe(errorCodeOf(400));
          expect(reply.json.issues.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 600 },
    );
    const segment = fc.string({ unit: "grapheme", maxLength: 40 }).map(encodeURIComponent);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("/levels?", "/books?limit=", "/books?before=", "/stories/", "/books/"),
        segment,
        async (path, tail) => {
          const reply = await rig.get(path + tail);
          expect(reply.status).toBeLessThan(500);
          if (reply.status !== 200) errorBodySchema.parse(reply.json);
        },
      ),
      { numRuns: 400 },
    );
    expect(rig.world.lines.filter((line) => line.level === "error")).toEqual([]);
  });
});
