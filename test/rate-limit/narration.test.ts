import { expect, test } from "vitest";
import { narrationInPolicy } from "../../src/rate-limit/narration.ts";
import { limitPolicy } from "../../src/story-service/limits.ts";
import { clientWhere, json } from "../client/plain-service.ts";

const counted = '"calls";q=60;w=60, "paid-starts";q=20;w=600;audiobooks';

test.each([
  [counted, "counts"],
  ['"paid-starts" ; q=20 ; audiobooks=?1 ; w=600', "counts"],
  ['"paid-starts";q=20;w=600;audiobooks=?0, "calls";q=60;w=60', "free"],
  ['"paid-starts";q=20;w=600', "unknown"],
  ['"calls";q=60;w=60;audiobooks', "unknown"],
  ['"paid-starts";q=20, "calls";audiobooks', "unknown"],
  ['"paid-starts";audiobooks-not=?1;audiobooks=yes', "unknown"],
  [`"paid-starts"${";x".repeat(5_000)}`, "unknown"],
  ["", "unknown"],
  [null, "unknown"],
] as const)("If a service names the limits %s, narrations count as: %s", (header, result) => {
  expect(narrationInPolicy(header)).toBe(result);
});

test("The local service names its limits so that a client learns that audiobooks are paid starts", () => {
  const rates = { calls: { count: 60, windowMs: 1_000 }, paidStarts: { count: 20, windowMs: 2_500 } };
  expect(limitPolicy(rates)).toBe('"calls";q=60;w=1, "paid-starts";q=20;w=3;audiobooks');
  expect(narrationInPolicy(limitPolicy(rates))).toBe("counts");
});

test("A client keeps what any answer said about narrations, even a refusal, until another says otherwise", async () => {
  const headers = [null, counted, null, '"paid-starts";q=20;w=600;audiobooks=?0'];
  const { remote } = await clientWhere((response) => {
    const header = headers.shift();
    if (header != null) response.setHeader("ratelimit-policy", header);
    json(response, { message: "no", code: "not_found" }, 404);
  });
  const said: unknown[] = [remote.narrationResult()];
  for (let calls = 0; calls < 4; calls++) {
    await remote.levels([]);
    said.push(remote.narrationResult());
  }
  expect(said).toEqual(["unknown", "unknown", "counts", "counts", "free"]);
});
