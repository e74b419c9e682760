import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..", "..");
const workflows = join(root, ".github", "workflows");

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly container?: { image: string };
  readonly steps: readonly { name?: string; uses?: string; run?: string }[];
}

it.each(readdirSync(workflows))("the workflow %s keeps no token, and pins what it runs", (name) => {
  const text = readFileSync(join(workflows, name), "utf8");
  const { jobs, permissions } = parse(text) as { jobs: Record<string, Job>; permissions: unknown };
  expect(text).not.toContain("secrets.");
  expect(permissions).toEqual({});
  for (const [id, job] of Object.entries(jobs)) {
    const publishes = id === "publish";
    expect(job.permissions).toEqual(publishes ? { "id-token": "write" } : { contents: "read" });
    // The job with which npm would publish anything runs no code of the repository.
    if (publishes)
      expect(
        job.steps
          .map(({ run }) => run)
          .join(" ")
          .trim(),
      ).toMatch(/^npm publish [^;&|]*$/);
    if (job.container !== undefined) expect(job.container.image).toMatch(/@sha256:[0-9a-f]{64}$/);
    for (const { uses } of job.steps)
      if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  }
});

it("a release says where the package comes from and lists its parts", () => {
  const text = readFileSync(join(workflows, "release.yml"), "utf8");
  const { jobs } = parse(text) as { jobs: Record<string, Job> };
  expect(text).toContain("npm publish --ignore-scripts --provenance");
  const list = jobs.pack?.steps.find(({ name }) => name === "List the parts")?.run ?? "";
  const listed = spawnSync(list.replace(/ > .*/, ""), { shell: true, cwd: root, encoding: "utf8" });
  expect(listed.status, listed.stderr).toBe(0);
  const parts = JSON.parse(listed.stdout) as { bomFormat: string; components: { name: string }[] };
  const names = parts.components.map(({ name }) => name);
  expect(parts.bomFormat).toBe("CycloneDX");
  // One is installed, one is bundled.
  expect(names).toEqual(expect.arrayContaining(["undici", "fastify"]));
  expect(names).not.toContain("vitest");
});

it("every script of package.json runs in cmd.exe, too", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  // Neither `NAME=value command`, nor variables, single quotes or commands that only POSIX shells know.
  const posix = /(?:^|&& )(?:\w+=|(?:rm|cp|mkdir|test|sh|bash) )|[$'`;]/;
  expect(Object.entries(scripts).filter(([, script]) => posix.test(script))).toEqual([]);
});
