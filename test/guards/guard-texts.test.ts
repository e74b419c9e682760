import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { missingGuards } from "../simulation/planted/planted-guards.ts";
import { sourceBugs } from "../simulation/planted/planted-in-source.ts";
import { postgresBugs } from "../simulation/postgres/planted-in-postgres.ts";
import { guards } from "./guards.ts";

const sources = join(import.meta.dirname, "..", "..", "src");

test("every guard that tests remove is still in the source under its text, once", () => {
  const astray = guards.filter(
    ({ file, text }) => readFileSync(join(sources, file), "utf8").split(text).length !== 2,
  );
  expect(astray.map(({ name }) => name)).toEqual([]);
});

test("so is every line that the simulation plants a bug in", () => {
  const astray = [...sourceBugs, ...missingGuards, ...postgresBugs].filter(({ changes }) =>
    changes.some(
      ({ file, from }) => readFileSync(join(sources, "..", file), "utf8").split(from).length !== 2,
    ),
  );
  expect(astray.map(({ name }) => name)).toEqual([]);
});
