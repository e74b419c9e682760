import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spread } from "../../share.ts";
import { compileAll } from "../compile.ts";
import { type Hunt, huntInPorts, huntInSource } from "../hunt.ts";
import { missingGuards } from "./planted-guards.ts";
import { portBugs } from "./planted-in-ports.ts";
import { sourceBugs } from "./planted-in-source.ts";

// Far more than the rarest bug needs, whose median is some hundreds of histories.
const hunt: Hunt = { from: 1, seeds: 12_000, finds: 1 };

test("there are enough planted bugs, each with a unique name", () => {
  const names = [...portBugs, ...sourceBugs, ...missingGuards].map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(new Set(names).size).toBe(names.length);
});

describe("the simulation finds it when", () => {
  let compiled = "";

  beforeAll(() => {
    compiled = compileAll();
  });

  afterAll(() => rmSync(compiled, { recursive: true }));

  test.each(spread(portBugs, 12))("$name", async (bug) => {
    expect(await huntInPorts(bug, hunt)).toHaveLength(1);
  });

  test.each(spread([...sourceBugs, ...missingGuards], 12))("$name", async (bug) => {
    expect(
      await huntInSource(bug, compiled, {
        ...hunt,
        from: bug.from ?? hunt.from,
        emphasis: bug.emphasis ?? null,
      }),
    ).toHaveLength(1);
  });

  test("nothing is planted, and then it finds nothing", async () => {
    expect(await huntInSource({ name: "none", changes: [] }, compiled, { ...hunt, seeds: 300 })).toEqual([]);
  });
});
