import { describe, expect, test } from "vitest";
import { prefetch } from "../../src/shared/prefetch.ts";

/** Makes tens of numbers and notes when each is begun; one of them may fail. */
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

describe("things that are made one ahead", () => {
  test("come in their order, each begun before the one before it is used, and none sooner", async () => {
    const { notes, make } = workshop();
    for await (const made of prefetch([1, 2, 3], { make })) notes.push(`use ${made}`);
    expect(notes).toEqual(["make 1", "make 2", "use 10", "make 3", "use 20", "use 30"]);
  });

  test("wait where one is to be used up alone", async () => {
    const { notes, make } = workshop();
    const made = prefetch([1, 2, 3], { make, alone: (item) => item === 1 });
    for await (const one of made) notes.push(`use ${one}`);
    expect(notes).toEqual(["make 1", "use 10", "make 2", "make 3", "use 20", "use 30"]);
  });

  test("fail when the turn of the broken one comes, and nothing is begun behind it", async () => {
    const { notes, make } = workshop(2);
    const using = async () => {
      for await (const one of prefetch([1, 2, 3], { make })) notes.push(`use ${one}`);
    };
    await expect(using()).rejects.toThrow("no 2");
    expect(notes).toEqual(["make 1", "make 2", "use 10"]);
  });

  test("leave nothing going on, and no error unmet, where whoever uses them stops", async () => {
    const { notes, make } = workshop(2);
    for await (const one of prefetch([1, 2, 3], { make })) {
      notes.push(`use ${one}`);
      break;
    }
    expect(notes).toEqual(["make 1", "make 2", "use 10"]);
  });

  test("are none where there is nothing to make", async () => {
    const { notes, make } = workshop();
    for await (const one of prefetch([], { make })) notes.push(`use ${one}`);
    expect(notes).toEqual([]);
  });
});
