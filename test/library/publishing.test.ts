import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..", "..");

it("the workflow that publishes pins its actions, keeps no token, says where the package comes from and lists its parts", () => {
  const text = readFileSync(join(root, "courses", "ci", "publish.yml"), "utf8");
  const { steps, permissions } = parse(text).jobs.publish as {
    steps: readonly { name?: string; uses?: string; run?: string }[];
    permissions: unknown;
  };
  for (const { uses } of steps)
    if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  expect(permissions).toEqual({ contents: "read", "id-token": "write" });
  expect(text).not.toContain("secrets.");
  expect(text).toContain("npm publish --ignore-scripts --provenance");
  const list = steps.find(({ name }) => name === "List the parts")?.run ?? "";
  const listed = spawnSync("sh", ["-c", list.replace(/ > .*/, "")], { cwd: root, encoding: "utf8" });
  expect(listed.status, listed.stderr).toBe(0);
  const parts = JSON.parse(listed.stdout) as { bomFormat: string; components: { name: string }[] };
  const names = parts.components.map(({ name }) => name);
  expect(parts.bomFormat).toBe("CycloneDX");
  expect(names).toContain("undici");
  expect(names).not.toContain("vitest");
});
