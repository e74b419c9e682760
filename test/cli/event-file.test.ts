import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventFile } from "../../src/cli/commands/run/events.ts";
import { fileFolder } from "../fixtures.ts";

const folder = fileFolder();

const lineOf = (index: number) =>
  ({ events: 1, at: "2026-11-20T12:00:00Z", type: "run.checking", lessons: index }) as const;

function writeTo(path: string, lines: readonly ReturnType<typeof lineOf>[]): string[] {
  const errors: string[] = [];
  const file = eventFile(path, (cause) => errors.push(cause));
  for (const line of lines) file.write(line);
  file.end();
  file.write(lineOf(0));
  return errors;
}

it("appends every line, in order", () => {
  const path = join(folder, "events.jsonl");
  const lines = Array.from({ length: 500 }, (_, index) => lineOf(index));
  expect(writeTo(path, lines)).toEqual([]);
  expect(writeTo(path, [lineOf(500)])).toEqual([]);
  const written = [...lines, lineOf(500)].map((line) => `${JSON.stringify(line)}\n`);
  expect(readFileSync(path, "utf8")).toBe(written.join(""));
});

it("reports once, and goes on, where the disk is full, nobody reads the pipe, or the folder isn't there", () => {
  const pipe = join(folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  const lines = [lineOf(1), lineOf(2)];
  expect(writeTo("/dev/full", lines)).toEqual(["ENOSPC"]);
  expect(writeTo(pipe, lines)).toEqual(["ENXIO"]);
  expect(writeTo(join(folder, "none", "events.jsonl"), lines)).toEqual(["ENOENT"]);
});
