import { describe, expect, it } from "vitest";
import { handWorld, keyOfAnn, plainStory, restart, secretOf, startRig } from "../fixtures.ts";

const ann = (more: string, key = keyOfAnn): string =>
  `accounts: [{ id: ann, ${more} keys: [{ name: main, secret: ${key} }] }]`;

describe("a restart", () => {
  it("resumes a story in the middle of its writing and a book in the middle of its narration", async () => {
    const fixture = await startRig();
    const { storyId: spoken } = await fixture.beginBook();
    const plain = await fixture.order(plainStory);
    const again = await restart(fixture);
    expect((await again.story(plain)).status).toBe("writing");
    again.world.pass(3_600);
    await again.world.logged("story written");
    await again.world.logged("audiobook ready");
    expect(await again.story(plain)).toMatchObject({ status: "ready", credits: 13 });
    expect(await again.story(spoken)).toMatchObject({ status: "done", credits: 13 });
    expect(await again.balance()).toMatchObject({ credits: 962, reserved: 0 });
  });

  it("leaves a configured account, its keys and its secret as they are, and says that the file says something else", async () => {
    const config = (credits: number, more: string, key: string) =>
      `accounts: [{ id: ann, credits: ${credits}, ${more} keys: [{ name: main, ${key} }] }]`;
    const scoped = `secret: ${keyOfAnn}, scopes: [books:read, stories:write, account:read]`;
    const fixture = await startRig({ config: config(100, "", scoped) });
    await fixture.post("/stories", plainStory);
    await fixture.write();
    const other = `${config(5000, "learning: [fr],", `secret: ${secretOf("n")}`).slice(0, -1)}, { id: eve, keys: [{ name: main, secret: ${keyOfAnn} }] }]`;
    const again = await restart(fixture, { config: other });
    expect((await again.balance()).credits).toBe(87);
    expect((await again.get("/levels")).status).toBe(403);
    expect((await again.get("/balance", secretOf("n"))).status).toBe(401);
    expect(again.world.lines.filter(({ level }) => level === "warn")).toMatchObject([
      // Which stays the key of its first owner.
      { fields: { account: "eve", key: "main" }, message: expect.stringContaining("to another account") },
      { fields: { accounts: ["ann"] }, message: expect.stringContaining("the database takes precedence") },
    ]);
  });

  it("on the same data with a later clock is a jump in time", async () => {
    const at = (clock: string) =>
      `clock: "${clock}"\n${ann("credits: 100,").replace("main,", "main, cap: 13,")}`;
    const fixture = await startRig({ config: at("2026-01-31T23:59:50Z") });
    fixture.world.pass(3_000);
    expect((await fixture.post("/stories", plainStory)).json.createdAt).toBe("2026-01-31T23:59:53.000Z");
    expect((await fixture.post("/stories", plainStory)).status).toBe(402);
    const again = await restart(fixture, { config: at("2026-02-01T00:00:00+00:00"), world: handWorld() });
    expect((await again.post("/stories", plainStory)).json.createdAt).toBe("2026-02-01T00:00:00.000Z");
  });
});
