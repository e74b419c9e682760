import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { LessonDocument } from "../../../src/review/documents.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { shareOf } from "../../share.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";
import { OpenedDesk, type Reply } from "./opened-desk.ts";

/** The points reach from the request to well after its answer, which takes 1. */
const reach = 3;
const job = "first.es.2";

let served: Served;

beforeAll(async () => {
  served = await rig({ plan: smallCourse(["First"], "review: { required: 1 }") });
  await served.runHere();
});

type Send = (desk: OpenedDesk, shown: LessonDocument, about: { id: string; kill: number }) => Promise<Reply>;

/** Sends something to a desk that was just opened; `after`: when it is killed, in ms from then, or null: once it has answered. */
async function sendAndKill(
  send: Send,
  about: { id: string; kill: number },
  after: number | null,
): Promise<{ isConfirmed: boolean; tookMs: number }> {
  const desk = await OpenedDesk.enter(served);
  const shown = await desk.lesson(job);
  const begun = performance.now();
  const replied = send(desk, shown, about).then(
    ({ status }) => status === 200,
    () => false,
  );
  if (after === null) await replied;
  const tookMs = performance.now() - begun;
  // A timer would be too coarse for what takes a few milliseconds.
  while (after !== null && performance.now() < begun + after)
    await new Promise((resolve) => setImmediate(resolve));
  desk.running.process.kill("SIGKILL");
  const isConfirmed = await replied;
  await desk.running.finished;
  return { isConfirmed, tookMs };
}

const decide: Send = (desk, shown, { id, kill }) =>
  desk.decide(shown, kill % 2 === 0 ? "approved" : "held", { id });
const correct: Send = (desk, shown, { id, kill }) => {
  const { sheets, edited } = shown;
  const item = sheets[0]?.exercises[0]?.keys[0] ?? "";
  const was = edited.find((one) => one.item === item)?.was;
  const change =
    kill % 2 === 0
      ? ({ kind: "sentence", sentence: 0, text: `Frase ${kill}.` } as const)
      : ({ kind: "item", item, text: was ?? "" } as const);
  return desk.correct(shown, change, { id });
};

it.each([
  { name: "decision", kills: 50 / shareOf(5), send: decide },
  { name: "correction", kills: 30 / shareOf(3), send: correct },
])(
  "a desk that is killed at any point of a $name has recorded it whole or not at all, and never loses one that it confirmed",
  async ({ name, kills, send }) => {
    const sent: string[] = [];
    const confirmed: string[] = [];
    let usualMs = 0;
    for (let kill = 0; kill <= kills; kill += 1) {
      const id = randomUUID();
      sent.push(id);
      // However slow the machine is, one comes before the request, and the first and the last after the answer.
      const after = kill === 0 || kill === kills ? null : (reach * usualMs * (kill - 1)) / kills;
      const { isConfirmed, tookMs } = await sendAndKill(send, { id, kill }, after);
      if (kill === 0) usualMs = tookMs;
      if (isConfirmed) confirmed.push(id);
    }
    const recorded = served.events().filter((event) => event[name] !== undefined);
    const ids = recorded.map((event) => String(event[name]));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of confirmed) expect(ids).toContain(id);
    for (const id of ids) expect(sent).toContain(id);
    for (const event of recorded) expect(event).toMatchObject({ who: "Ana Ruiz", job });
    for (const { overlay } of recorded) {
      if (overlay === undefined) continue;
      const { file, sha256: hash } = overlay as { file: string; sha256: string };
      expect(sha256(readFileSync(join(served.folder, "out", "course", file)))).toBe(hash);
    }
    // The points cover both: what was killed before it was recorded, and after.
    expect(confirmed.length).toBeGreaterThan(1);
    expect(ids.length).toBeLessThan(sent.length);
    expect(await served.commandHere(["ledger", "verify", "course.yaml"])).toMatchObject({ code: 0 });
    const desk = await OpenedDesk.enter(served);
    expect((await desk.decide(await desk.lesson(job), "approved")).status).toBe(200);
    await desk.stop();
    expect(served.proxy.creations).toBe(1);
  },
);
