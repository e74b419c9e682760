import { describe, expect, it } from "vitest";
import { errorBodySchema } from "../../src/contract/errors.ts";
import { type Fixture, keyOfAnn, keyOfBen, plainStory, restart, spokenStory, startRig } from "./fixtures.ts";
import { postRequest, sendRaw } from "./http/raw-socket.ts";

const create = (fixture: Fixture, marker: string) =>
  fixture.post("/stories", { ...plainStory, topic: `A walk [[${marker}]] home` });
const reserved = async (fixture: Fixture): Promise<number> => (await fixture.balance()).reserved;

/** Sends a creation over a bare socket; resolves with what came until the service ended the connection. */
const bareCreation = (fixture: Fixture, topic: string): Promise<string> =>
  sendRaw(fixture, postRequest("/api/v1/stories", { ...plainStory, topic }));

describe("a sentinel topic", () => {
  it.each([
    ["server-error", 500, 0],
    ["unavailable", 503, 0],
    ["unavailable-bare", 503, 0],
    ["payment", 402, 0],
    ["forbidden", 403, 0],
    ["conflict", 409, 0],
    ["server-error-after", 500, 13],
    ["no-id", 202, 13],
  ])("[[%s]] is answered with %i, and %i credits are reserved", async (marker, status, credits) => {
    const fixture = await startRig();
    const { status: answered, json } = await create(fixture, marker);
    expect(answered).toBe(status);
    if (marker === "unavailable-bare") expect(json).toBeUndefined();
    else if (status === 202) expect([json.status, json.id]).toEqual(["writing", undefined]);
    else errorBodySchema.parse(json);
    expect(await reserved(fixture)).toBe(credits);
  });

  it.each([
    ["drop-before", 0],
    ["lose-reply", 13],
  ])("[[%s]] breaks the connection without an answer, and %i credits are spent", async (marker, credits) => {
    const fixture = await startRig();
    expect(await bareCreation(fixture, `x [[${marker}]]`)).toBe("");
    expect(await reserved(fixture)).toBe(credits);
    if (credits > 0) await fixture.write();
    expect(await fixture.balance()).toMatchObject({ credits: 1000 - credits, reserved: 0 });
  });

  it("[[cut-reply]] creates, and truncates the body after the id", async () => {
    const fixture = await startRig();
    const [head = "", body = ""] = (await bareCreation(fixture, "x [[cut-reply]]")).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 202 /);
    const promised = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    expect(Buffer.byteLength(body)).toBeLessThan(promised);
    const id = /"id":"([0-9a-f-]{36})"/.exec(body)?.[1] ?? "";
    expect((await fixture.story(id)).topic).toBe("x [[cut-reply]]");
  });

  it("[[hang]] creates and never answers, and the service can still be closed", async () => {
    const fixture = await startRig();
    const answer = bareCreation(fixture, "x [[hang]]");
    while ((await reserved(fixture)) === 0) await new Promise((resolve) => setImmediate(resolve));
    await fixture.service.close();
    expect(await answer).toBe("");
  });

  it("[[rate-limit]] refuses the first attempt for two seconds, for each account and topic separately, across restarts", async () => {
    const fixture = await startRig();
    const first = await create(fixture, "rate-limit");
    expect([first.status, first.headers["retry-after"], first.json.retryAfterSeconds]).toEqual([429, "2", 2]);
    fixture.world.pass(1_000);
    expect((await create(fixture, "rate-limit")).headers["retry-after"]).toBe("1");
    const again = await restart(fixture);
    again.world.pass(1_000);
    expect((await create(again, "rate-limit")).status).toBe(202);
    const other = { ...plainStory, topic: "A walk [[rate-limit]] home" };
    expect((await again.post("/stories", other, keyOfBen)).status).toBe(429);
    expect(await reserved(again)).toBe(13);
  });

  it("[[slow]] takes ten times as long", async () => {
    const fixture = await startRig();
    const { id } = (await create(fixture, "slow")).json;
    fixture.world.pass(7_900);
    expect((await fixture.story(id)).status).toBe("writing");
    fixture.world.pass(4_100);
    await fixture.world.logged("story written");
    expect((await fixture.story(id)).status).toBe("ready");
  });

  it("[[book-payment]] answers 402 to the read that would start the audiobook, once", async () => {
    const fixture = await startRig();
    const id = await fixture.order({ ...spokenStory, topic: "[[book-payment]]" });
    await fixture.write();
    expect((await fixture.get(`/stories/${id}`)).status).toBe(402);
    expect(await fixture.balance()).toMatchObject({ credits: 987, reserved: 12 });
    expect((await fixture.story(id)).status).toBe("making_audiobook");
  });

  it("[[export-error]] makes every export answer 500", async () => {
    const fixture = await startRig();
    const { bookId } = await fixture.makeBook({ topic: "[[export-error]]" });
    for (let n = 0; n < 2; n += 1) {
      const reply = await fixture.get(`/books/${bookId}/export`);
      expect([reply.status, reply.json.code]).toEqual([500, "server_error"]);
    }
  });
});

it("A fault happens to exactly the configured topic, or to a topic with its marker", async () => {
  const fixture = await startRig({
    config: `faults:
  - { topic: it fails, writing: fail }
  - { topic: it stops, writing: cancel }
  - { topic: it is mute, narration: fail }
accounts: [{ id: ann, credits: 999, keys: [{ name: k, secret: ${keyOfAnn} }] }]`,
  });
  const topics = ["it fails", "it stops", "it is mute", "it fails.", "x [[book-error]]"];
  const ids = await Promise.all(topics.map((topic) => fixture.order({ ...spokenStory, topic })));
  fixture.world.pass(1_200);
  await fixture.world.logged("story written", 3);
  await fixture.world.logged("writing failed");
  await fixture.world.logged("story canceled");
  for (const id of ids) await fixture.story(id);
  fixture.world.pass(3_600);
  await fixture.world.logged("audiobook ready");
  await fixture.world.logged("narration failed", 2);
  const statuses = await Promise.all(ids.map(async (id) => (await fixture.story(id)).status));
  expect(statuses).toEqual(["failed", "canceled", "failed", "done", "failed"]);
});
