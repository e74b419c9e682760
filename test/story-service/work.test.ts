import { describe, expect, it } from "vitest";
import { healthOf } from "../../src/story-service/operator/health.ts";
import {
  type Narrator,
  type StoryOrder,
  TemporaryFailure,
  type Writer,
} from "../../src/story-service/ports.ts";
import { until } from "./call.ts";
import {
  type Fixture,
  handWorld,
  keyOfBen,
  plainStory,
  query,
  restart,
  spokenStory,
  startRig,
  withStore,
} from "./fixtures.ts";
import { gatedWriter } from "./gated-writer.ts";
import { operatorOf } from "./operator/operator-fixtures.ts";

/** How many stories a process writes at once. */
const atOnce = 16;

const text = { title: "A title", text: "A text." };

/** A writer whose first answers are these, and then a story. */
function writerAfter(...failures: readonly Error[]): Writer & { readonly asked: StoryOrder[] } {
  const left = [...failures];
  const asked: StoryOrder[] = [];
  return {
    asked,
    covers: () => true,
    async write(order) {
      asked.push(order);
      const failure = left.shift();
      if (failure !== undefined) throw failure;
      return text;
    },
  };
}

const away = (): Error => new TemporaryFailure("the model's server does not answer");

/** Lets the waits between attempts pass, one after the other. */
async function passAttempts({ world }: Fixture, retries: number): Promise<void> {
  for (let retry = 1; retry <= retries; retry += 1) {
    await world.logged("work on a story failed and will be retried", retry);
    world.pass(5_000);
  }
}

const movements = ({ dataFolder }: Fixture, reason: string) =>
  query(dataFolder, `SELECT credits FROM movements WHERE reason = '${reason}'`);
const jobs = ({ dataFolder }: Fixture) => query(dataFolder, "SELECT kind, attempts, holder FROM jobs");

describe("the work of a service", () => {
  it("of one account with many stories does not hold up the first story of another", async () => {
    const writer = gatedWriter();
    const fixture = await startRig({ writer });
    await Promise.all(Array.from({ length: 100 }, () => fixture.post("/stories", plainStory)));
    fixture.world.pass(1_200);
    await writer.asked(atOnce);
    await fixture.post("/stories", { ...plainStory, topic: "Ben's first" }, keyOfBen);
    fixture.world.pass(1_200);
    expect(new Set(writer.orders.map(({ topic }) => topic))).toEqual(new Set([plainStory.topic]));
    expect(writer.orders).toHaveLength(atOnce);
    writer.answer();
    await writer.asked(atOnce + 1);
    expect(writer.orders.at(-1)?.topic).toBe("Ben's first");
  });

  it("is tried again after a failure that may pass, and charged once", async () => {
    const writer = writerAfter(away(), away());
    const fixture = await startRig({ writer });
    const id = await fixture.order(plainStory);
    fixture.world.pass(1_200);
    await passAttempts(fixture, 2);
    await fixture.world.logged("story written");
    expect(await fixture.story(id)).toMatchObject({ status: "ready", credits: 13 });
    expect(writer.asked).toHaveLength(3);
    expect(await movements(fixture, "writing")).toEqual([{ credits: 13 }]);
    expect(await jobs(fixture)).toEqual([]);
  });

  it("has ten minutes for all its tries, and a minute for each at least", async () => {
    const left: number[] = [];
    const writer: Writer = {
      covers: () => true,
      async write(_, leftMs = 0) {
        left.push(leftMs);
        throw away();
      },
    };
    const fixture = await startRig({ writer });
    await fixture.order(plainStory);
    fixture.world.pass(1_200);
    await expect.poll(() => jobs(fixture)).toMatchObject([{ attempts: 1, holder: null }]);
    fixture.world.pass(3_600_000);
    await fixture.world.logged("work on a story was given up");
    expect(left).toEqual([600_000, 60_000]);
  });

  it.each<[string, Writer]>([
    ["any other failure", writerAfter(new Error("no such thing"))],
    ["a story without text", { covers: () => true, write: async () => ({ title: "A title", text: " \n" }) }],
  ])("is not tried again after %s", async (_, writer) => {
    const fixture = await startRig({ writer });
    const id = await fixture.order(plainStory);
    fixture.world.pass(1_200);
    await until(async () => (await fixture.story(id)).status !== "writing");
    expect(await fixture.story(id)).toMatchObject({ status: "failed", credits: 0 });
    expect(await fixture.balance()).toMatchObject({ credits: 1000, reserved: 0 });
    expect(await jobs(fixture)).toEqual([]);
  });

  it("is given up after five attempts: the reservation is released once, and the operator learns why", async () => {
    const writer = writerAfter(...Array.from({ length: 9 }, away));
    const fixture = await startRig({ writer });
    const id = await fixture.order(spokenStory);
    fixture.world.pass(1_200);
    await passAttempts(fixture, 4);
    await fixture.world.logged("writing failed");
    const error = "The story could not be written: the model's server does not answer.";
    expect(await fixture.story(id)).toMatchObject({ status: "failed", error });
    expect(await fixture.balance()).toMatchObject({ credits: 1000, reserved: 0 });
    expect(await jobs(fixture)).toEqual([]);
    expect((await healthOf(await operatorOf(fixture))).findings).toEqual([
      expect.stringMatching(/^the latest writing \(ordered at .*\) failed: The story could not be written/),
    ]);
    const again = await restart(fixture);
    await again.post("/stories", plainStory);
    await again.write();
    expect(writer.asked).toHaveLength(5);
    expect(await movements(again, "release")).toEqual([{ credits: 25 }]);
    expect(await again.imbalances()).toEqual([]);
  });

  it("on an audiobook that is given up refunds it once", async () => {
    const narrator: Narrator = { covers: () => true, narrate: async () => Promise.reject(away()) };
    const fixture = await startRig({ narrator });
    const { storyId: id } = await fixture.beginBook();
    fixture.world.pass(3_600);
    await passAttempts(fixture, 4);
    await fixture.world.logged("narration failed");
    expect(await fixture.story(id)).toMatchObject({ status: "failed", credits: 13 });
    expect(await fixture.balance()).toMatchObject({ credits: 987, reserved: 0 });
    expect(await movements(fixture, "refund")).toEqual([{ credits: 12 }]);
    expect(await fixture.imbalances()).toEqual([]);
  });

  it("that was interrupted ten times is not begun again: its reservation is released", async () => {
    const writer = writerAfter();
    const fixture = await startRig({ writer });
    await fixture.post("/stories", plainStory);
    await withStore(fixture.dataFolder, (store) => store.run("UPDATE jobs SET attempts = 10"));
    fixture.world.pass(1_200);
    await fixture.world.logged("writing failed");
    expect(writer.asked).toEqual([]);
    expect(await fixture.balance()).toMatchObject({ credits: 1000, reserved: 0 });
    expect(await fixture.imbalances()).toEqual([]);
  });

  it("waits at most as long as it can take if the clock is set back", async () => {
    const fixture = await startRig();
    const id = await fixture.order(plainStory);
    const again = await restart(fixture, { world: handWorld(fixture.world.now() - 86_400_000) });
    await again.world.logged("story written");
    expect(await again.story(id)).toMatchObject({ status: "ready", credits: 13 });
  });
});
