import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { freshDatabase, useServer } from "../../ledger/postgres/fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { shareOf } from "../../share.ts";
import { undo } from "../../undo.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

const server = useServer();
let served: Served;
const run = (...flags: readonly string[]) => served.runHere(...flags);
const command = (...args: readonly string[]) => served.commandHere(args);

const courses = new BoughtOnce({ writingTime: "10ms" });

const topics = Array.from({ length: 24 }, (_, index) => `{ id: t${index + 1}, topic: Topic ${index + 1} }`);

function edition(extra: string, lessons: readonly string[] = topics): string {
  const plan = smallCourse([], `package: { formats: [words] }\n${extra}`);
  return plan.replace("topics:\n", `topics:\n${lessons.map((one) => `  - ${one}\n`).join("")}`);
}

const revised = topics.with(3, "{ id: t4, topic: The fourth }").with(8, "{ id: t9, topic: The ninth }");
const second = edition('edition: "2"\nbasedOn: "1"', [...revised.slice(0, 23), "{ id: new, topic: New }"]);

describe.each(["a file", "PostgreSQL"])("a revised edition, with its ledger in %s", (store) => {
  it("buys the three of 24 lessons that are new or changed, and binds them with the others' stories", async () => {
    served = await Served.start({ writingTime: "10ms" });
    undo.push(() => served.dispose());
    const isFile = store === "a file";
    const ledger = isFile ? [] : ["--ledger", (await freshDatabase(server.url())).url];
    served.plan(edition(""));
    expect(documentOf(await run(...ledger))).toMatchObject({ exitCode: 0, jobs: { done: 24 } });
    served.plan(second);
    const bill = await command("plan", "course.yaml", ...ledger);
    expect(bill.stdout).toMatch(
      /based on edition 1\n +inherited +21: .*\n +changed +2: t4\.es\.2, t9\.es\.2 .*\n +new +1: new\.es\.2\n +left +1: t24\.es\.2/,
    );
    expect(bill.stdout).toMatch(/ 3 {2}x +13 +39\n/);
    const report = documentOf(await served.run(...ledger));
    expect(report).toMatchObject({
      exitCode: 0,
      jobs: { total: 24, done: 24 },
      credits: { committed: 39, quoted: 39 },
    });
    expect(served.proxy.creations).toBe(27);
    const files = await unzip(readFileSync(join(served.folder, report.package?.path ?? "")));
    const manifest = JSON.parse(String(files.get("publisher/manifest.json")));
    expect(manifest).toMatchObject({ edition: "2", gaps: [] });
    expect(manifest.lessons).toHaveLength(24);

    const costs = await command("cost", ...(isFile ? ["course.yaml"] : []), "--csv", ...ledger);
    expect(costs.stdout, costs.stderr).toMatch(
      /\ncourse,1,es,\d{4}-\d{2},24,312,312,0,0,312\r\ncourse,2,es,\d{4}-\d{2},3,39,39,0,0,39\r\n$/,
    );

    // The rest is read from what was recorded, wherever that is.
    if (!isFile && shareOf(2) > 1) return;
    // What was inherited stays so, whatever becomes of the key.
    served.plan(second.replace('basedOn: "1"', ""));
    expect(documentOf(await run(...ledger))).toMatchObject({ exitCode: 0, jobs: { done: 24 } });
    expect(served.proxy.creations).toBe(27);

    // A third edition, based on the second, has the first one's stories too.
    served.plan(second.replace('edition: "2"\nbasedOn: "1"', 'edition: "3"\nbasedOn: "2"'));
    expect(documentOf(await run(...ledger))).toMatchObject({ exitCode: 0, jobs: { done: 24 } });
    expect(served.proxy.creations).toBe(27);
  });
});

describe("a saved bill of a revised edition", () => {
  it("is still good after a run with it was refused and has recorded what the edition takes over", async () => {
    served = await courses.course(edition("", topics.slice(0, 2)));
    served.plan(edition('edition: "2"\nbasedOn: "1"', [topics[0] ?? "", "New"]));
    const saved = await command("plan", "course.yaml", "--save", "bill.json");
    expect(saved.code, saved.stderr).toBe(0);
    expect((await run("--approved", "bill.json", "--max-credits", "5")).code).toBe(3);
    const { stdout, ...bought } = await run("--approved", "bill.json");
    expect(documentOf({ stdout, ...bought }), stdout).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(3);
  });
});

describe("an edition that can't be based on what its plan says", () => {
  it("buys nothing if its ledger has no such edition, and says which it has: exit 2", async () => {
    served = await courses.course(edition("", topics.slice(0, 2)));
    served.plan(edition('edition: "2"\nbasedOn: first', topics.slice(0, 2)));
    const { stderr, ...refused } = await run();
    expect(documentOf({ ...refused, stderr })).toMatchObject({
      exitCode: 2,
      problems: [{ code: "basis_unknown" }],
    });
    expect(stderr).toMatch(/no lesson of edition first.*It has lessons of: 1\..*\n?.*edit course\.yaml:9/s);
    expect(served.proxy.creations).toBe(2);
  });

  it("refuses to replace a story that the earlier edition bought, and says what to do", async () => {
    served = await courses.course(edition("", topics.slice(0, 2)));
    writeFileSync(
      join(served.folder, "second.yaml"),
      edition('edition: "2"\nbasedOn: "1"', topics.slice(0, 2)),
    );
    const args = ["run", "second.yaml", "--yes", "--replace", served.has("t1.es.2")];
    const { code, stderr } = await command(...args);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain("from an earlier edition");
    expect(served.proxy.creations).toBe(2);
  });

  it("can't be based on itself: a problem with its line", async () => {
    served = await courses.course(edition("", topics.slice(0, 2)));
    served.plan(edition('edition: "2"\nbasedOn: "2"', topics.slice(0, 1)));
    const { code, stderr } = await command("check", "course.yaml");
    expect(code).toBe(2);
    expect(stderr).toMatch(/course\.yaml:9:10.*the edition "2" can't be based on itself/);
  });
});
