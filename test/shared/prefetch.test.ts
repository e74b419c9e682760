import { describe, expect, test } from "vitest";
import { prefetch } from "../../src/shared/prefetch.ts";

/** Multiplies numbers by ten and records when each starts; one of them may fail. */
function workshop(failing: number | null = null) {
  const notes: string[] = [];
  const make = async (item: number) => {
    notes.push(`make ${item}`);
    await Promise.resolve();
    if (item === failing) throw new Error(`no ${item}`);
    return item * 10;
  };
  return { notes, make };
}

describe("items that are prefetched one ahead", () => {
  test("come in order, each started before the previous one is used, and none earlier", async () => {
    const { notes, make } = workshop();
    for await (const made of prefetch([1, 2, 3], { make })) notes.push(`use ${made}`);
    expect(notes).toEqual(["make 1", "make 2", "use 10", "make 3", "use 20", "use 30"]);
  });

  test("come in order with several made ahead, and none beyond one that must be consumed alone", async () => {
    const { notes, make } = workshop();
    const made = prefetch([1, 2, 3, 4, 5], { make, ahead: 2, alone: (item) => item === 3 });
    for await (const one of made) notes.push(`use ${one}`);
    const [begin, alone] = [["make 1", "make 2", "make 3", "use 10", "use 20"], ["use 30"]];
    expect(notes).toEqual([...begin, ...alone, "make 4", "make 5", "use 40", "use 50"]);
  });

  test("with several made ahead, fail when the broken item is reached, after the others have ended", async () => {
    const ended: number[] = [];
    const make = async (item: number) => {
      for (let turn = 0; turn < 10 * item; turn += 1) await Promise.resolve();
      ended.push(item);
      if (item === 1) throw new Error("no 1");
    };
    const using = async () => {
      for await (const _ of prefetch([0, 1, 2, 3, 4], { make, ahead: 3 }));
    };
    await expect(using()).rejects.toThrow("no 1");
    expect(ended).toEqual([0, 1, 2, 3]);
  });

  test("fail when the broken item is reached, and start nothing after it", async () => {
    const { notes, make } = workshop(2);
    const using = async () => {
      for await (const one of prefetch([1, 2, 3], { make })) notes.push(`use ${one}`);
    };
    await expect(using()).rejects.toThrow("no 2");
    expect(notes).toEqual(["make 1", "make 2", "use 10"]);
  });

  test("leave nothing running and no error unhandled if the consumer stops", async () => {
    const { notes, make } = workshop(2);
    for await (const one of prefetch([1, 2, 3], { make })) {
      notes.push(`use ${one}`);
      break;
    }
    expect(notes).toEqual(["make 1", "make 2", "use 10"]);
  });
});
