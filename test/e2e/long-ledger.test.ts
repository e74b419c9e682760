import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { writeLongLedger } from "../bench/long-ledger.ts";
import { coursebinder, documentOf, start, temporaryFolder } from "../fixtures.ts";

const topicOf = (lesson: number): string =>
  `The night train that never arrived, and what the ${lesson}th traveller saw from its window`;
const lesson = "the-night-train-that-never-arrived";

// The first edition's lessons, and one that nobody made.
const longCourse = `course: weekly
title: A weekly course
budget: { credits: 500 }
edition: "2026-1"
languages: [es]
difficulties: [3]
topics:
${Array.from({ length: 25 }, (_, topic) => `  - { id: ${lesson}-${topic}, topic: "${topicOf(topic)}" }`).join("\n")}
`;

/** A course in a folder of its own, with a ledger of 24,000 events. */
function longLedger() {
  const { path: folder, dispose } = temporaryFolder();
  onTestFinished(dispose);
  mkdirSync(join(folder, "out", "weekly"), { recursive: true });
  const ledger = join(folder, "out", "weekly", "ledger.jsonl");
  writeLongLedger(ledger, { events: 24_000, density: "dense" });
  writeFileSync(join(folder, "course.yaml"), longCourse);
  return { cwd: folder, ledger, env: { COURSEBINDER_STATE: join(folder, "state") } };
}

it("a ledger from a pipe, which can be read only once, is read like one from a file", async () => {
  const { ledger, ...where } = longLedger();
  const args = ["status", "course.yaml", "--json"];
  const { ledger: _file, ...expected } = documentOf(await coursebinder(args, where));
  const bash = ["bash", "-c", `exec "$@" --ledger <(cat '${ledger}')`, "bash"];
  const { ledger: _path, ...said } = documentOf(await start({ args, ...where, under: bash }).finished);
  expect(said).toEqual(expected);
});
