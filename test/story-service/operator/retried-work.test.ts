import { describe, expect, it } from "vitest";
import { capUse } from "../../../src/story-service/money/movements.ts";
import type { Operator } from "../../../src/story-service/operator/operator.ts";
import { listWork, retryWork } from "../../../src/story-service/operator/work.ts";
import { TemporaryFailure } from "../../../src/story-service/ports.ts";
import {
  type Fixture,
  keyOfAnn,
  plainStory,
  silentMp3,
  spokenStory,
  startRig,
  withStore,
} from "../fixtures.ts";
import { operate, operatorOf, passUntilLogged } from "./operator-fixtures.ts";

/** A model's server that is away until it is repaired. */
class Repairable {
  isAway = true;

  async answer<Answer>(answer: Answer): Promise<Answer> {
    if (this.isAway) throw new TemporaryFailure("the model's server does not answer");
    return answer;
  }
}

interface GivenUp {
  readonly fixture: Fixture;
  readonly operator: Operator;
  readonly server: Repairable;
  readonly storyId: string;
  readonly job: string;
}

const cappedAt = (cap: number) =>
  `accounts: [{ id: ann, credits: 100, keys: [{ name: main, secret: ${keyOfAnn}, cap: ${cap} }] }]`;

/** A story whose writing, or whose narration, was given up. */
async function givenUp(
  what: "writing" | "narration",
  { config = cappedAt(1000), story = spokenStory as object } = {},
): Promise<GivenUp> {
  const server = new Repairable();
  const covers = () => true;
  const recording = { bytes: silentMp3(40), contentType: "audio/mpeg", durationMs: 1045 } as const;
  const fixture = await startRig({
    config,
    ...(what === "writing"
      ? { writer: { covers, write: () => server.answer({ title: "T", text: "A text." }) } }
      : { narrator: { covers, narrate: () => server.answer(recording) } }),
  });
  const operator = await operatorOf(fixture);
  const storyId = what === "writing" ? await fixture.order(story) : (await fixture.beginBook()).storyId;
  await passUntilLogged(fixture, `${what} failed`);
  const [dead] = await listWork(operator.store, operator.now());
  expect(dead).toMatchObject({ state: "dead", accountId: "ann", attempts: 5 });
  expect(dead?.reason).toContain("the model's server does not answer");
  return { fixture, operator, server, storyId, job: String(dead?.id) };
}

/** What Ann's key has used of its cap in March and in April. */
const capUses = ({ fixture }: GivenUp) =>
  withStore(fixture.dataFolder, async (store) => {
    const key = await store.get<{ id: string }>("SELECT id FROM credentials WHERE account_id = 'ann'");
    return [await capUse(store, key?.id ?? "", "2026-03"), await capUse(store, key?.id ?? "", "2026-04")];
  });

describe("work that was given up, and is ordered again by the operator,", () => {
  it("is written by the running service without a restart, and charged once", async () => {
    const made = await givenUp("writing");
    const { fixture, operator, server, storyId, job } = made;
    expect(await fixture.balance()).toMatchObject({ credits: 100, reserved: 0 });
    server.isAway = false;
    const { document } = await retryWork(operator, job);
    expect(document).toMatchObject({ kind: "writing", story: storyId, credits: 25 });
    expect(await fixture.balance()).toMatchObject({ credits: 100, reserved: 25 });
    // Refused either way: the work waits or is under way, or the service has done it already.
    const code = expect.stringMatching(/^(?:work_not_retried|no_such_work)$/);
    await expect(retryWork(operator, job)).rejects.toMatchObject({ problem: { code } });
    await passUntilLogged(fixture, "story written");
    expect(await fixture.balance()).toMatchObject({ credits: 87, reserved: 12 });
    expect(await capUses(made)).toEqual([25, 0]);
    expect(await fixture.imbalances()).toEqual([]);
    await expect(retryWork(operator, job)).rejects.toMatchObject({ problem: { code: "no_such_work" } });
  });

  it("is narrated, charged to the cap of the month in which it is ordered again, and returned there if it fails again", async () => {
    const made = await givenUp("narration");
    const { fixture, operator, server, storyId, job } = made;
    fixture.world.pass(30 * 86_400_000);
    await fixture.world.logged("expired data was removed");
    await retryWork(operator, job);
    expect(await fixture.balance()).toMatchObject({ credits: 75, reserved: 0 });
    expect(await capUses(made)).toEqual([13, 12]);
    await passUntilLogged(fixture, "narration failed", 2);
    expect(await fixture.balance()).toMatchObject({ credits: 87, reserved: 0 });
    expect(await capUses(made)).toEqual([13, 0]);
    server.isAway = false;
    await retryWork(operator, job);
    await passUntilLogged(fixture, "audiobook ready");
    expect((await fixture.story(storyId)).status).toBe("done");
    expect(await fixture.balance()).toMatchObject({ credits: 75, reserved: 0 });
    expect(await fixture.imbalances()).toEqual([]);
  });

  it("is refused without the credits, the cap or the open account and key for it, and changes nothing then", async () => {
    const made = await givenUp("writing", { config: cappedAt(30) });
    const { fixture, operator, job } = made;
    const expectRefused = async (problem: object): Promise<void> => {
      await expect(retryWork(operator, job)).rejects.toMatchObject({ problem });
      expect((await fixture.get("/balance", keyOfAnn)).json.reserved ?? 0).toBeLessThanOrEqual(13);
      expect(await fixture.imbalances()).toEqual([]);
    };
    const move = (credits: number) => operate(operator, "credits", "ann", { add: credits, reason: "test" });
    await move(-80);
    await expectRefused({ code: "retry_not_paid", reason: "Not enough credits: 25 needed, 20 available." });
    await move(79);
    await fixture.post("/stories", plainStory);
    await expectRefused({ code: "retry_not_paid", reason: expect.stringContaining("monthly cap") });
    await operate(operator, "accounts ban", "ann");
    await expectRefused({ code: "work_not_retried", why: "account-closed" });
    await operate(operator, "accounts unban", "ann");
    await operator.store.run("UPDATE credentials SET revoked_at = 1");
    await expectRefused({ code: "work_not_retried", why: "key-revoked" });
  });

  it("is refused once its owner has ordered the same again, who would pay twice", async () => {
    const { fixture, operator, job } = await givenUp("writing");
    fixture.world.pass(1);
    await fixture.post("/stories", spokenStory);
    await expect(retryWork(operator, job)).rejects.toMatchObject({ problem: { why: "ordered-again" } });
  });

  it("is counted today against the budget of the free accounts", async () => {
    const config = `limits: { freeDailyCredits: 40 }
accounts: [{ id: ann, plan: free, credits: 100, native: [es], keys: [{ name: main, secret: ${keyOfAnn} }] }]`;
    const story = { ...spokenStory, visibility: "public" };
    const { fixture, operator, job } = await givenUp("writing", { config, story });
    await fixture.post("/stories", { ...story, topic: "Another", audiobook: true });
    await expect(retryWork(operator, job)).rejects.toMatchObject({
      problem: { code: "retry_not_paid", reason: expect.stringContaining("budget for free accounts") },
    });
    await passUntilLogged(fixture, "writing failed", 2);
    fixture.world.pass(86_400_000);
    await fixture.world.logged("expired data was removed");
    expect((await retryWork(operator, job)).document).toMatchObject({ credits: 25 });
  });
});
