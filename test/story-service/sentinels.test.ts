import { describe, expect, it } from "vitest";
import { errorBodySchema } from "../../src/contract/errors.ts";
import { type Fixture, keyOfAnn, keyOfBen, plainStory, spokenStory, startRig } from "./fixtures.ts";
import { sendRaw } from "./http/raw-socket.ts";

const create = (fixture: Fixture, marker: string) =>
  fixture.post("/stories", { ...plainStory, topic: `A walk [[${marker}]] home` });
const reserved = async (fixture: Fixture): Promise<number> => (await fixture.get("/balance")).json.reserved;

/** Sends a creation over a bare socket; resolves with what came until the service ended the connection. */
function bareCreation(fixture: Fixture, topic: string): Promise<string> {
  const body = JSON.stringify({ ...plainStory, topic });
  return sendRaw(
    fixture,
    `POST /api/v1/stories HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${keyOfAnn}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

describe("a sentinel topic", () => {
  it("refuses with its status, creating nothing", async () => {
    const fixture = await startRig();
    const statuses = { "server-error": 500, unavailable: 503, payment: 402, forbidden: 403, conflict: 409 };
    for (const [marker, status] of Object.entries(statuses)) {
      const reply = await create(fixture, marker);
      expect(reply.status, marker).toBe(status);
      errorBodySchema.parse(reply.json);
    }
    const bare = await create(fixture, "unavailable-bare");
    expect([bare.status, bare.json]).toEqual([503, undefined]);
    expect(await reserved(fixture)).toBe(0);
  });

  it("[[drop-before]] breaks the connection with nothing created", async () => {
    const fixture = await startRig();
    expect(await bareCreation(fixture, "x [[drop-before]]")).toBe("");
    expect(await reserved(fixture)).toBe(0);
  });

  it("[[lose-reply]] creates and reserves, then breaks the connection", async () => {
    const fixture = await startRig();
    expect(await bareCreation(fixture, "x [[lose-reply]]")).toBe("");
    expect(await reserved(fixture)).toBe(13);
    await fixture.write();
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 987, reserved: 0 });
  });

  it("[[server-error-after]] creates and reserves, then answers 500", async () => {
    const fixture = await startRig();
    expect((await create(fixture, "server-error-after")).status).toBe(500);
    expect(await reserved(fixture)).toBe(13);
  });

  it("[[no-id]] creates, and answers 202 without the id", async () => {
    const fixture = await startRig();
    const reply = await create(fixture, "no-id");
    expect([reply.status, reply.json.status, reply.json.id]).toEqual([202, "writing", undefined]);
    expect(await reserved(fixture)).toBe(13);
  });

  it("[[cut-reply]] creates, and truncates the body after the id", async () => {
    const fixture = await startRig();
    const [head = "", body = ""] = (await bareCreation(fixture, "x [[cut-reply]]")).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 202 /);
    const promised = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    expect(Buffer.byteLength(body)).toBeLessThan(promised);
    const id = /"id":"([0-9a-f-]{36})"/.exec(body)?.[1];
    expect((await fixture.get(`/stories/${id}`)).json.topic).toBe("x [[cut-reply]]");
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
    await fixture.service.close();
    const again = await startRig({ dataFolder: fixture.dataFolder, world: fixture.world });
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
    expect((await fixture.get(`/stories/${id}`)).json.status).toBe("writing");
    fixture.world.pass(4_100);
    await fixture.world.logged("story written");
    expect((await fixture.get(`/stories/${id}`)).json.status).toBe("ready");
  });

  it("[[book-payment]] answers 402 to the read that would start the audiobook, once", async () => {
    const fixture = await startRig();
    const { id } = (await fixture.post("/stories", { ...spokenStory, topic: "[[book-payment]]" })).json;
    await fixture.write();
    expect((await fixture.get(`/stories/${id}`)).status).toBe(402);
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 987, reserved: 12 });
    expect((await fixture.get(`/stories/${id}`)).json.status).toBe("making_audiobook");
  });

  it("[[book-error]] fails the narration and refunds it", async () => {
    const fixture = await startRig();
    const { id } = (await fixture.post("/stories", { ...spokenStory, topic: "[[book-error]]" })).json;
    await fixture.write();
    await fixture.get(`/stories/${id}`);
    fixture.world.pass(3_600);
    await fixture.world.logged("narration failed");
    expect((await fixture.get(`/stories/${id}`)).json).toMatchObject({
      status: "failed",
      book: { status: "error" },
    });
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 987, reserved: 0 });
  });

  it("[[export-error]] makes every export answer 500", async () => {
    const fixture = await startRig();
    const { id } = (await fixture.post("/stories", { ...spokenStory, topic: "[[export-error]]" })).json;
    await fixture.write();
    const bookId = (await fixture.get(`/stories/${id}`)).json.book.id;
    await fixture.narrate();
    for (let n = 0; n < 2; n += 1) {
      const reply = await fixture.get(`/books/${bookId}/export`);
      expect([reply.status, reply.json.code]).toEqual([500, "server_error"]);
    }
  });
});

describe("a configured fault", () => {
  it("happens to exactly its topic", async () => {
    const fixture = await startRig({
      config: `faults:
  - { topic: it fails, writing: fail }
  - { topic: it stops, writing: cancel }
  - { topic: it is mute, narration: fail }
accounts: [{ id: ann, credits: 999, keys: [{ name: k, secret: ${keyOfAnn} }] }]`,
    });
    const idOf = async (topic: string): Promise<string> =>
      (await fixture.post("/stories", { ...spokenStory, topic })).json.id;
    const ids = [
      await idOf("it fails"),
      await idOf("it stops"),
      await idOf("it is mute"),
      await idOf("it fails."),
    ];
    fixture.world.pass(1_200);
    await fixture.world.logged("story written", 2);
    await fixture.world.logged("writing failed");
    await fixture.world.logged("story canceled");
    await Promise.all(ids.map((id) => fixture.get(`/stories/${id}`)));
    fixture.world.pass(3_600);
    await fixture.world.logged("audiobook ready");
    await fixture.world.logged("narration failed");
    const statuses = await Promise.all(
      ids.map(async (id) => (await fixture.get(`/stories/${id}`)).json.status),
    );
    expect(statuses).toEqual(["failed", "canceled", "failed", "done"]);
  });
});
