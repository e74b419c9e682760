import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/** Whether a package in `folder` of the tree resolves `name`, searching upwards as Node does. */
const finds = (places: ReadonlySet<string>, folder: string, name: string): boolean => {
  if (places.has(`${folder === "" ? "" : `${folder}/`}node_modules/${name}`)) return true;
  if (folder === "") return false;
  const above = folder.lastIndexOf("/node_modules/");
  return finds(places, above < 0 ? "" : folder.slice(0, above), name);
};

// `npm ci` refuses the whole installation because of one missing entry, even one for another platform.
it("locks every dependency of a locked package, for every platform", () => {
  const { packages } = lockFile.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8")),
  );
  const places = new Set(Object.keys(packages));
  const absent = Object.entries(packages).flatMap(([folder, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !finds(places, folder, name))
      .map((name) => `${folder} asks for ${name}`),
  );
  expect(absent).toEqual([]);
});
