import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shareOf } from "../../share.ts";
import { Served } from "../fixtures/served.ts";
import { OpenedDesk } from "./opened-desk.ts";

const kills = 50 / shareOf(5);
/** The points reach from the request to well after its answer, which takes 1. */
const reach = 3;

const firstDecision = randomUUID();

let served: Served;

beforeAll(async () => {
  served = await Served.start();
  served.plan(`course: course
title: A small course
budget: { credits: 500 }
package: { formats: [words] }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
topics: [First]
review: { required: 1 }
`);
  await served.run();
});

afterAll(() => served.dispose());

/** How long a desk that was just opened takes for a decision, in ms. */
async function usualDecision(): Promise<number> {
  const desk = await OpenedDesk.enter(served);
  const shown = await desk.lesson("first.es.2");
  const begun = performance.now();
  await desk.decide(shown, "held", { id: firstDecision });
  const took = performance.now() - begun;
  await desk.stop();
  return took;
}

it("a desk that is killed at any point of a decision has recorded it whole or not at all, and never loses one that it confirmed", async () => {
  const decisionMs = await usualDecision();
  const confirmed: string[] = [];
  const sent: string[] = [firstDecision];
  for (let kill = 0; kill < kills; kill += 1) {
    const desk = await OpenedDesk.enter(served);
    const shown = await desk.lesson("first.es.2");
    const id = randomUUID();
    sent.push(id);
    const kind = kill % 2 === 0 ? "approved" : "held";
    const replied = desk.decide(shown, kind, { id }).then(
      ({ status }) => status === 200,
      () => false,
    );
    const after = performance.now() + (reach * decisionMs * kill) / kills;
    // A timer would be too coarse for a decision that takes a few milliseconds.
    while (performance.now() < after) await new Promise((resolve) => setImmediate(resolve));
    // However slow the machine is, the last one comes after the answer, as the first comes before the request.
    if (kill === kills - 1) await replied;
    desk.running.process.kill("SIGKILL");
    if (await replied) confirmed.push(id);
    await desk.running.finished;
  }
  const recorded = served.events().filter(({ type }) => type.startsWith("lesson."));
  const ids = recorded.map(({ decision }) => String(decision));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of confirmed) expect(ids).toContain(id);
  for (const id of ids) expect(sent).toContain(id);
  for (const event of recorded)
    expect(event).toMatchObject({ who: "Ana Ruiz", job: "first.es.2", why: null });
  // The points cover both: decisions that were killed before they were recorded, and after.
  expect(confirmed.length).toBeGreaterThan(0);
  expect(ids.length).toBeLessThan(kills + 1);
  expect(await served.command(["ledger", "verify", "course.yaml"])).toMatchObject({ code: 0 });
  const desk = await OpenedDesk.enter(served);
  expect((await desk.decide(await desk.lesson("first.es.2"), "approved")).status).toBe(200);
  await desk.stop();
  expect(served.proxy.creations).toBe(1);
});
