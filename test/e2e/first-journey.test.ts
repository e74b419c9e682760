import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coursebinder, documentOf, fileFolder } from "../fixtures.ts";
import { unzip } from "../package/fixtures.ts";

const folder = fileFolder();

const command = (...args: readonly string[]) => coursebinder(args, { cwd: folder });
const rehearse = async (verb: string) =>
  documentOf(await command(verb, "course.yaml", "--local", "--json", ...(verb === "run" ? ["--yes"] : [])));
const pathOf = (path: string): string => join(folder, path);

/** The whole way that a newcomer goes, in one folder: each step stands on the one before. */
describe("a first journey with the built command", () => {
  it("begins with a course that init writes and check accepts", async () => {
    expect((await command("init")).code).toBe(0);
    expect(await command("check", "course.yaml")).toMatchObject({ code: 0, stderr: "" });
  });

  it("buys each lesson once from the local service and binds a package", async () => {
    const bought = await rehearse("run");
    expect(bought).toMatchObject({
      exitCode: 0,
      jobs: { done: 2, total: 2 },
      credits: { spent: 50 },
      problems: [],
    });
    const files = await unzip(readFileSync(pathOf(bought.package?.path ?? "")));
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(["publisher/manifest.json", "es-2/book/es-2.epub", "es-2/web/index.html"]),
    );
    const created = readFileSync(pathOf(bought.ledger), "utf8").match(/"type":"creation\.accepted"/g);
    expect(created).toHaveLength(2);
  });

  it("buys nothing when it is run again, and gives the same bytes", async () => {
    const before = await rehearse("status");
    const again = await rehearse("run");
    expect(again).toMatchObject({ exitCode: 0, credits: { spent: 50 } });
    const ledger = readFileSync(pathOf(again.ledger), "utf8");
    expect(ledger.match(/"type":"creation\.intended"/g)).toHaveLength(2);
    rmSync(pathOf(again.package?.path ?? ""));
    const bound = await rehearse("package");
    expect(bound.package?.sha256).toBe(again.package?.sha256);
    expect(before.jobs).toEqual(again.jobs);
  });

  it("ends before anything is sent if the plan has a mistake, and says where it is", async () => {
    appendFileSync(pathOf("course.yaml"), "  - topic: El mercado\n    lenght: short\n");
    const refused = await command("run", "course.yaml", "--local", "--yes");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/course\.yaml:\d+:\d+/);
  });
});
