import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

it("ledger create creates a ledger once, so that every run may require one", async () => {
  const served = await Served.start({ writingTime: "50ms" });
  onTestFinished(() => served.dispose());
  served.plan(smallCourse(["First lesson"]));
  const create = (...flags: string[]) =>
    served.commandHere(["ledger", "create", "course.yaml", "--json", ...flags]);
  const begun = await served.command(["ledger", "create", "course.yaml", "--json"]);
  expect(begun.code, begun.stderr).toBe(0);
  const ledger = join(served.folder, "out", "course", "ledger.jsonl");
  const bytes = readFileSync(ledger);
  const again = await served.commandHere(["ledger", "create", "course.yaml"]);
  expect(again.code, again.stderr).toBe(0);
  expect(again.stdout).toContain("ledger.jsonl already exists, and was left as it was.");
  const others = await create("--service", "https://stories.example/api/v1");
  expect(documentOf(others)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_of_other_service" }] });
  for (const other of [ledger, "out/../out/course/ledger.jsonl"]) {
    const joined = await served.commandHere(["ledger", "join", "course.yaml", other, "--json"]);
    expect(documentOf(joined)).toMatchObject({ exitCode: 2, problems: [{ code: "usage" }] });
  }
  expect(readFileSync(ledger)).toEqual(bytes);
  expect((await served.runHere("--ledger-must-exist")).code).toBe(0);
  expect(served.proxy.creations).toBe(1);
  // Where this machine knows another ledger of the course that has bought lessons, a new one is begun by consent only.
  const elsewhere = await create("--out", "elsewhere");
  expect(elsewhere.code).toBe(8);
  expect(existsSync(join(served.folder, "elsewhere"))).toBe(false);
  expect((await create("--out", "elsewhere", "--new-ledger")).code).toBe(0);
});
