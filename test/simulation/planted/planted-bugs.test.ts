import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spread } from "../../share.ts";
import { compileAll } from "../compile.ts";
import { hunt, sourceBugs } from "../hunt.ts";

test("there are enough planted bugs, each with a unique name", () => {
  const names = [...sourceBugs.file, ...sourceBugs.postgres].map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(50);
  expect(new Set(names).size).toBe(names.length);
});

describe("the simulation finds it when", () => {
  let compiled = "";

  beforeAll(() => {
    compiled = compileAll();
  });

  afterAll(() => rmSync(compiled, { recursive: true }));

  // Far more than the rarest bug needs, whose median is some hundreds of histories.
  const most = { seeds: 12_000, finds: 1 };

  test.each(spread(sourceBugs.file, 12))("$name", async (bug) => {
    expect(await hunt(bug, compiled, { ...most, from: bug.seed })).toHaveLength(1);
  });

  test.each(spread(sourceBugs.postgres, 12))("with a ledger in a database $name", async (bug) => {
    const shared = { from: bug.seed, seeds: 400, finds: 1, postgres: true };
    expect(await hunt(bug, compiled, shared)).toHaveLength(1);
  });

  test("nothing is planted, and then it finds nothing", async () => {
    const none = { emphasis: null, changes: [] };
    expect(await hunt(none, compiled, { ...most, from: 1, seeds: 300 })).toEqual([]);
  });
});
