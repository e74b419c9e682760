import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { writtenPlanSchema } from "../src/plan/schema.ts";

const source = join(import.meta.dirname, "..", "src");
const floorPlan = readFileSync(join(source, "README.md"), "utf8");

/** The paths of the folders in the drawing: a folder is indented below the one that it is in. */
function drawnFolders(): string[] {
  const drawing = floorPlan.split("```")[1] ?? "";
  const above: string[] = [];
  return [...drawing.matchAll(/^((?: {2})*)([a-z0-9-]+)\/ /gm)].map(([, indent = "", name = ""]) => {
    above.splice(indent.length / 2, above.length, name);
    return above.join("/");
  });
}

it("the floor plan draws every folder in its place, but for the single formats of a package, and no other", () => {
  const folders = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(source.length + 1))
    .filter((path) => !path.startsWith("package/formats/"));
  expect(folders.length).toBeGreaterThan(80);
  expect(drawnFolders().sort()).toEqual(folders.sort());
});

it("no page about the code names a file that is not there", () => {
  const pages = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".md"),
  );
  const named = pages.flatMap((page) =>
    [...readFileSync(join(source, page), "utf8").matchAll(/`([a-z-]+(?:\/[a-z-]+)*\.ts)`/g)].map(
      ([, path = ""]) => ({ page, path }),
    ),
  );
  expect(named.length).toBeGreaterThan(60);
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const names = new Set(files.map((path) => basename(path)));
  const isThere = ({ page, path }: (typeof named)[number]): boolean => {
    const places = [join(source, dirname(page)), source, join(source, ".."), join(source, "cli", "messages")];
    // A page may name a file of the module that it speaks of without its folder.
    return names.has(path) || places.some((place) => existsSync(join(place, path)));
  };
  const missing = named.filter((one) => !isThere(one));
  expect(missing).toEqual([]);
});

/** The names of all keys, at whatever depth. */
function keysOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keysOf);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, member]) =>
    name === "properties"
      ? [...Object.keys(member as object), ...Object.values(member as object).flatMap(keysOf)]
      : keysOf(member),
  );
}

it("the page about plans names every key of a plan", () => {
  const page = readFileSync(join(source, "plan", "README.md"), "utf8");
  const keys = new Set(keysOf(z.toJSONSchema(writtenPlanSchema, { io: "input", unrepresentable: "any" })));
  expect(keys.size).toBeGreaterThan(60);
  expect([...keys].filter((key) => !new RegExp(`\\b${key}\\b`).test(page))).toEqual([]);
});
