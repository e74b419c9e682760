import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const pages = [
  "README.md",
  ...["src", "courses", "test"].flatMap((folder) =>
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
