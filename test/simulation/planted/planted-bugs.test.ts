import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spread } from "../../share.ts";
import { compileAll } from "../compile.ts";
import { huntInPorts, huntInSource } from "../hunt.ts";
import { sourceBugs } from "./planted.ts";
import { portBugs } from "./planted-in-ports.ts";

test("there are enough planted bugs, each with a unique name", () => {
  const names = [...portBugs, ...sourceBugs.file, ...sourceBugs.postgres].map(({ name }) => name);
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
  const hunt = { seeds: 12_000, finds: 1 };

  test.each(spread(portBugs, 12))("$name", async (bug) => {
    expect(await huntInPorts(bug, { ...hunt, from: 1 })).toHaveLength(1);
  });

  test.each(spread(sourceBugs.file, 12))("$name", async (bug) => {
    expect(await huntInSource(bug, compiled, { ...hunt, from: bug.seed })).toHaveLength(1);
  });

  test.each(spread(sourceBugs.postgres, 12))("with a ledger in a database $name", async (bug) => {
    const shared = { from: bug.seed, seeds: 400, finds: 1, postgres: true };
    expect(await huntInSource(bug, compiled, shared)).toHaveLength(1);
  });

  test("nothing is planted, and then it finds nothing", async () => {
    const none = { name: "none", seed: 1, emphasis: null, changes: [] };
    expect(await huntInSource(none, compiled, { ...hunt, from: 1, seeds: 300 })).toEqual([]);
  });
});
