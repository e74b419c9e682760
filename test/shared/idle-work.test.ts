import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { IdleWork } from "../../src/shared/idle-work.ts";

function work(count: number) {
  const idle = new IdleWork();
  const done: number[] = [];
  for (let number = 1; number <= count; number += 1) idle.add(() => done.push(number));
  return { idle, done };
}

/** Resolves when the event loop has turned that many times. */
async function turns(count: number): Promise<string> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
  return "there";
}

test("steps are done in order while something is awaited, and the rest later", async () => {
  const { idle, done } = work(100);
  expect(await idle.during(turns(3))).toBe("there");
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThan(100);
  await idle.during(turns(200));
  expect(done).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test("no step delays what is there already", async () => {
  const { idle, done } = work(1);
  expect(await idle.during(Promise.resolve("there"))).toBe("there");
  expect(done).toEqual([]);
});

test("an error of what is awaited, and one of a step, reaches whoever waits", async () => {
  const { idle } = work(3);
  await expect(idle.during(turns(2).then(() => Promise.reject(new Error("no"))))).rejects.toThrow("no");
  idle.add(() => {
    throw new Error("step");
  });
  let isOver = false;
  const awaited = turns(10).then(() => {
    isOver = true;
  });
  await expect(idle.during(awaited)).rejects.toThrow("step");
  expect(isOver).toBe(true);
});
