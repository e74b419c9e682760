import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sha256 } from "../../../src/shared/hash.ts";
import { shareOf } from "../../share.ts";
import { Served } from "../fixtures/served.ts";
import { OpenedDesk } from "./opened-desk.ts";

const kills = 30 / shareOf(3);
/** The points reach from the request to well after its answer, which takes 1. */
const reach = 3;
const job = "first.es.2";

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

/** Sends a correction to a desk that was just opened; `after`: when it is killed, in ms from then, or null. Resolves with how long it took. */
async function correct(
  text: string,
  after: number | null,
): Promise<{ isConfirmed: boolean; tookMs: number }> {
  const desk = await OpenedDesk.enter(served);
  const { story, seen } = await desk.lesson(job);
  const change = { kind: "sentence", sentence: 0, text };
  const begun = performance.now();
  const replied = desk
    .post("/api/corrections", { job, story, seen, who: "Ana Ruiz", id: randomUUID(), change })
    .then(
      ({ status }) => status === 200,
      () => false,
    );
  if (after === null) await replied;
  const tookMs = performance.now() - begun;
  // A timer would be too coarse for a correction that takes a few milliseconds.
  while (after !== null && performance.now() < begun + after)
    await new Promise((resolve) => setImmediate(resolve));
  desk.running.process.kill("SIGKILL");
  const isConfirmed = await replied;
  await desk.running.finished;
  return { isConfirmed, tookMs };
}

it("a desk that is killed at any point of a correction has recorded it whole or not at all, and its lesson can always be read", async () => {
  const { tookMs } = await correct("Frase cero.", null);
  const confirmed: string[] = ["Frase cero."];
  for (let kill = 1; kill <= kills; kill += 1) {
    const text = `Frase ${kill}.`;
    // However slow the machine is, the first one comes before the request, and the last one after the answer.
    const after = kill === kills ? null : (reach * tookMs * (kill - 1)) / kills;
    const { isConfirmed } = await correct(text, after);
    if (isConfirmed) confirmed.push(text);
  }
  const recorded = served.events().filter(({ type }) => type === "lesson.corrected");
  const texts = recorded.map(({ overlay }) => {
    const { file, sha256: hash } = overlay as { file: string; sha256: string };
    const content = readFileSync(join(served.folder, "out", "course", file));
    expect(sha256(content)).toBe(hash);
    const { sentences } = JSON.parse(String(content)) as { sentences: { corrected: string }[] };
    return sentences[0]?.corrected ?? "";
  });
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of confirmed) expect(texts).toContain(text);
  // The points cover both: corrections that were killed before they were recorded, and after.
  expect(confirmed.length).toBeGreaterThan(1);
  expect(texts.length).toBeLessThan(kills + 1);
  expect(await served.command(["ledger", "verify", "course.yaml"])).toMatchObject({ code: 0 });
  const desk = await OpenedDesk.enter(served);
  expect((await desk.lesson(job)).sentences[0]?.corrected).toBe(texts.at(-1));
  await desk.stop();
  expect(served.proxy.creations).toBe(1);
});
