import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

const tests = join(import.meta.dirname, "..");

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

it("Every listed sentence of the interface has a test that exists", () => {
  const listed: Record<string, Record<string, string>> = parse(
    readFileSync(join(import.meta.dirname, "sentences.yaml"), "utf8"),
  );
  const named = Object.values(listed).flatMap((sentences) => Object.values(sentences));
  expect(named.length).toBeGreaterThan(120);
  const known = titles();
  expect(named.filter((title) => !known.has(title))).toEqual([]);
  // Part 6 says that there are no events.
  const parts = new Set(Object.keys(listed).map((part) => part.split(".")[0]));
  expect([...parts].toSorted()).toEqual(["1", "2", "3", "4", "5", "7", "8", "9"]);
});
