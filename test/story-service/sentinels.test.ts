import { describe, expect, it } from "vitest";
import { type Fixture, keyOfAnn, keyOfBen, plainStory, restart, spokenStory, startRig } from "./fixtures.ts";
import { postRequest, sendRaw } from "./http/raw-socket.ts";

const reserved = async (fixture: Fixture): Promise<number> => (await fixture.balance()).reserved;

// What the run's client gets for each marker is tested in test/client/interface.
describe("a sentinel topic", () => {
  it("[[hang]] creates and never answers, and the service can still be closed", async () => {
    const fixture = await startRig();
    const request = postRequest("/api/v1/stories", { ...plainStory, topic: "x [[hang]]" });
    const answer = sendRaw(fixture, request);
    while ((await reserved(fixture)) === 0) await new Promise((resolve) => setImmediate(resolve));
    await fixture.service.close();
    expect(await answer).toBe("");
  });

  it("[[rate-limit]] refuses the first attempt for two seconds, for each account and topic separately, across restarts", async () => {
    const fixture = await startRig();
    const story = { ...plainStory, topic: "A walk [[rate-limit]] home" };
    const first = await fixture.post("/stories", story);
    expect([first.status, first.headers["retry-after"], first.json.retryAfterSeconds]).toEqual([429, "2", 2]);
    fixture.world.pass(1_000);
    expect((await fixture.post("/stories", story)).headers["retry-after"]).toBe("1");
    const again = await restart(fixture);
    again.world.pass(1_000);
    expect((await again.post("/stories", story)).status).toBe(202);
    expect((await again.post("/stories", story, keyOfBen)).status).toBe(429);
    expect(await reserved(again)).toBe(13);
  });

  it("[[slow]] takes ten times as long", async () => {
    const fixture = await startRig();
    const id = await fixture.order({ ...plainStory, topic: "A walk [[slow]] home" });
    fixture.world.pass(7_900);
    expect((await fixture.story(id)).status).toBe("writing");
    fixture.world.pass(4_100);
    await fixture.world.logged("story written");
    expect((await fixture.story(id)).status).toBe("ready");
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
