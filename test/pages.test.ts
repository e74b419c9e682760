import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import program from "../package.json" with { type: "json" };
import { writtenPlanSchema } from "../src/plan/schema.ts";

const root = join(import.meta.dirname, "..");
const pages = [
  "README.md",
  ...[".github", "src", "courses", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md"))
      .map((path) => join(folder, path)),
  ),
];

it("every link of a page for people leads to a file that is there", () => {
  const links = pages.flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(
      ([, path = ""]) => ({ page, path }),
    ),
  );
  expect(links.length).toBeGreaterThan(15);
  expect(links.filter(({ page, path }) => !existsSync(join(root, dirname(page), path)))).toEqual([]);
});

it("every source file that a page names is there", () => {
  const files = ["src", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (path) => `/${folder}/${path}`,
    ),
  );
  const named = pages.flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = ""]) => ({
      page,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ path }) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
});

it("the floor plan names every folder of the sources, but for those of the single formats", () => {
  const [, floorPlan = ""] = readFileSync(join(root, "src", "README.md"), "utf8").split("```");
  const folders = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((one) => one.isDirectory() && !one.parentPath.includes(join("package", "formats")))
    .map(({ name }) => name);
  expect(folders.length).toBeGreaterThan(50);
  expect(folders.filter((name) => !floorPlan.split(/\s+/).includes(`${name}/`))).toEqual([]);
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
  const page = readFileSync(join(root, "src", "plan", "README.md"), "utf8");
  const keys = new Set(keysOf(z.toJSONSchema(writtenPlanSchema, { io: "input", unrepresentable: "any" })));
  expect(keys.size).toBeGreaterThan(60);
  expect([...keys].filter((key) => !new RegExp(`\\b${key}\\b`).test(page))).toEqual([]);
});

it("every dependency has a reason, and no reason is about anything else", () => {
  const reasons = parse(readFileSync(join(root, "test", "dependencies", "reasons.yaml"), "utf8"));
  const { dependencies, optionalDependencies, devDependencies } = program;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(Object.keys(reasons).sort()).toEqual(names.sort());
});
