import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceBugs } from "../simulation/hunt.ts";
import { everyGuard } from "./guards.ts";

const sources = join(import.meta.dirname, "..", "..", "src");

test("every line that tests remove, or that the simulation plants a bug in, is still in the source, once", () => {
  const bugs = [...sourceBugs.file, ...sourceBugs.postgres];
  const changes = [
    ...everyGuard,
    ...bugs.flatMap(({ name, changes }) => changes.map((one) => ({ ...one, name }))),
  ];
  const astray = changes.filter(
    ({ file, from }) => readFileSync(join(sources, file), "utf8").split(from).length !== 2,
  );
  expect(astray.map(({ name }) => name)).toEqual([]);
});

test("each guard has a name of its own", () => {
  expect(new Set(everyGuard.map(({ name }) => name)).size).toBe(everyGuard.length);
});
