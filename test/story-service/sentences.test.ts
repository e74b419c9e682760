import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const tests = join(import.meta.dirname, "..");

/** The rows of the table: part, sentence and title. */
function rows(): string[][] {
  const page = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
  return page
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(" | ")
        .map((cell) => cell.trim()),
    );
}

/** The titles of all tests that speak to the local service. */
function titles(): Set<string> {
  const files = ["story-service", "load"].flatMap((folder) =>
    readdirSync(join(tests, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => join(tests, folder, name)),
  );
  const found = files.flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/[([]\s*"((?:[^"\\]|\\.)*)"/g),
  ]);
  return new Set(found.map(([, title = ""]) => title.replaceAll('\\"', '"')));
}

it("Every sentence of the interface in the table has a test that exists", () => {
  const table = rows();
  const known = titles();
  expect(table.filter((row) => row.length !== 3)).toEqual([]);
  expect(table.filter(([, , title = ""]) => !known.has(title))).toEqual([]);
  const parts = new Set(table.map(([part = ""]) => part.split(".")[0]));
  // Part 6 says that there are no events.
  expect([...parts].toSorted()).toEqual(["1", "2", "3", "4", "5", "7", "8", "9"]);
});
