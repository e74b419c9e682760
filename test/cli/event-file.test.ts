import { spawnSync } from "node:child_process";
import { closeSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EventFile } from "../../src/cli/commands/run/events.ts";
import { fileFolder } from "../fixtures.ts";

const folder = fileFolder();

async function writeTo(path: string, lines: readonly string[]): Promise<string[]> {
  const errors: string[] = [];
  const file = new EventFile(path, (cause) => errors.push(cause));
  for (const line of lines) file.write(line);
  await file.end();
  file.write("too late");
  return errors;
}

it("appends every line, in order", async () => {
  const path = join(folder, "events.jsonl");
  const lines = Array.from({ length: 500 }, (_, index) => JSON.stringify({ index }));
  expect(await writeTo(path, lines)).toEqual([]);
  expect(await writeTo(path, ["last"])).toEqual([]);
  expect(readFileSync(path, "utf8")).toBe(`${[...lines, "last"].join("\n")}\n`);
});

it("reports once, and goes on, where the disk is full, nobody reads the pipe, or the folder isn't there", async () => {
  const pipe = join(folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  expect(await writeTo("/dev/full", ["one", "two"])).toEqual(["ENOSPC"]);
  expect(await writeTo(pipe, ["one", "two"])).toEqual(["ENXIO"]);
  expect(await writeTo(join(folder, "none", "events.jsonl"), ["one"])).toEqual(["ENOENT"]);
});

it("ends, and stops nothing, although the disk reports an error as the file is closed", async () => {
  const path = join(folder, "closed.jsonl");
  const file = new EventFile(path, () => undefined);
  file.write("one");
  const leadsTo = (fd: string): string | null => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return null;
    }
  };
  const [fd] = readdirSync("/proc/self/fd").filter((one) => leadsTo(one) === path);
  closeSync(Number(fd));
  await file.end();
  expect(readFileSync(path, "utf8")).toBe("one\n");
});
