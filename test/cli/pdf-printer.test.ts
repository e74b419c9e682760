import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openPdfPrinter } from "../../src/cli/chromium.ts";
import { fileFolder } from "../fixtures.ts";

const folder = fileFolder();

/** A program that was named as Chromium and is none. */
function program(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

test.each([
  ["answers with what is no answer", "printf 'hello\\0[1]\\0' >&4; exit 3", /ended with 3/],
  ["ends at once", "exit 0", /ended with 0/],
])(
  "A program named as Chromium that %s is given up with the reason, and leaves nothing behind",
  async (name, body, reason) => {
    // Its profile is there, and nobody else's.
    const scratch = join(folder, `scratch of what ${name}`);
    mkdirSync(scratch);
    vi.stubEnv("TMPDIR", scratch);
    await expect(openPdfPrinter(program(name.replaceAll(" ", "-"), body))).rejects.toThrow(reason);
    vi.unstubAllEnvs();
    expect(readdirSync(scratch)).toEqual([]);
  },
);

test("A printer is told nothing of the user's language, so that it takes the same fonts everywhere", async () => {
  const told = join(folder, "told");
  const printer = program("tells", `{ env; echo "$@"; } > '${told}'; exit 0`);
  const languages = [
    ["de_DE.UTF-8", "de"],
    ["ja_JP.UTF-8", "ja:zh"],
  ];
  const heard: string[] = [];
  for (const [locale, list] of languages) {
    for (const name of ["LANG", "LC_ALL", "LC_CTYPE"]) vi.stubEnv(name, locale);
    vi.stubEnv("LANGUAGE", list);
    await expect(openPdfPrinter(printer)).rejects.toThrow(/ended with 0/);
    heard.push(readFileSync(told, "utf8").replace(/--user-data-dir=\S+/, ""));
  }
  vi.unstubAllEnvs();
  expect(heard[0]).toContain("LC_ALL=");
  expect(heard[1]).toBe(heard[0]);
});

test("A folder named as Chromium is no program", async () => {
  expect(existsSync(folder)).toBe(true);
  await expect(openPdfPrinter(folder)).rejects.toThrow(/EACCES/);
});
