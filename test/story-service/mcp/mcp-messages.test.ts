import { describe, expect, it } from "vitest";
import { errorBodySchema } from "../../../src/contract/errors.ts";
import { call, type Reply } from "../call.ts";
import { type Fixture, keyOfAnn, keyOfBen, plainStory, startRig } from "../fixtures.ts";
import { connectMcp } from "./mcp-client.ts";

/** Six calls a minute, and so sixty other messages. */
const config = `
limits: { calls: 6/1m }
accounts:
  - { id: ann, credits: 1000, keys: [{ name: main, secret: ${keyOfAnn} }] }
  - { id: ben, credits: 1000, keys: [{ name: main, secret: ${keyOfBen} }] }
`;

const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const initialize = message("initialize", {
  protocolVersion: "2025-03-26",
  capabilities: {},
  clientInfo: { name: "c", version: "1" },
});

function send(
  fixture: Fixture,
  body: unknown,
  { key = keyOfAnn, method = "POST" as "POST" | "GET" | "DELETE" } = {},
): Promise<Reply> {
  const headers = { accept: "application/json, text/event-stream" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return call(fixture.service.mcpUrl, { method, key, headers, ...(method === "POST" ? { body: text } : {}) });
}

function isLimited(reply: Reply): void {
  expect(reply.status).toBe(429);
  const { code, retryAfterSeconds } = errorBodySchema.parse(reply.json);
  expect([code, String(retryAfterSeconds)]).toEqual(["rate_limited", reply.headers["retry-after"]]);
}

describe("MCP messages other than tool calls", () => {
  it.each<[string, unknown, ("POST" | "GET" | "DELETE")?]>([
    ["initialize", initialize],
    ["ping", message("ping")],
    ["tools/list", message("tools/list")],
    ["a method that nobody knows", message("no/such/method")],
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }],
    ["an answer to nobody", { jsonrpc: "2.0", id: 9, result: {} }],
    ["no JSON", "{"],
    ["an empty batch", []],
    ["a call that is none", { jsonrpc: "2.0", id: 1, params: { method: "tools/call" } }],
    ["a stream", null, "GET"],
    ["the end of a session", null, "DELETE"],
  ])(
    "%s: sixty in a minute, and then this key has to wait, but no other",
    async (_what, body, method = "POST") => {
      const fixture = await startRig({ config });
      for (let n = 0; n < 60; n += 1) expect((await send(fixture, body, { method })).status).not.toBe(429);
      isLimited(await send(fixture, body, { method }));
      expect((await send(fixture, body, { method, key: keyOfBen })).status).not.toBe(429);
      fixture.world.pass(59_999);
      isLimited(await send(fixture, body, { method }));
      fixture.world.pass(1);
      expect((await send(fixture, body, { method })).status).not.toBe(429);
    },
  );

  it("in a batch are counted one by one, and an oversized request is not read", async () => {
    const fixture = await startRig({ config });
    expect((await send(fixture, Array(60).fill(message("tools/list")))).status).not.toBe(429);
    isLimited(await send(fixture, message("ping")));
    const large = await send(fixture, `"${"x".repeat(70_000)}"`, { key: keyOfBen });
    expect([large.status, large.json.code]).toEqual([413, "too_large"]);
  });

  it("do not use up the calls of the key, nor calls the messages", async () => {
    const fixture = await startRig({ config });
    const { client, call: tool } = await connectMcp(fixture);
    for (let n = 0; n < 40; n += 1) await client.ping();
    for (let n = 0; n < 6; n += 1)
      expect((await tool("quote_story", { lang: "es", difficulty: 3 })).refused).toBe(false);
    const seventh = await tool("create_story", plainStory);
    expect([seventh.refused, seventh.json.code]).toEqual([true, "rate_limited"]);
    await client.ping();
    for (let n = 0; n < 12; n += 1) await (await connectMcp(fixture, keyOfBen)).call("get_balance");
  });

  it("and calls in one batch are counted separately", async () => {
    const fixture = await startRig({ config });
    const quote = message("tools/call", { name: "quote_story", arguments: { lang: "es", difficulty: 3 } });
    const reply = await send(fixture, [
      ...Array.from({ length: 7 }, (_, id) => ({ ...quote, id })),
      { ...message("ping"), id: 99 },
    ]);
    expect(reply.text.match(/rate_limited/g)?.length ?? 0).toBeGreaterThanOrEqual(1);
    expect((await fixture.get("/balance")).status).toBe(429);
  });
});
