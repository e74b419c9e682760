import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { freshDatabase, useServer } from "../../ledger/postgres/fixtures.ts";
import { rig, smallCourse } from "../fixtures/served.ts";

const server = useServer();

const topics = Array.from({ length: 6 }, (_, index) => `{ id: t${index + 1}, topic: Topic ${index + 1} }`);

const edition = (extra: string, lessons: readonly string[] = topics): string =>
  smallCourse([], extra).replace("topics:\n", `topics:\n${lessons.map((one) => `  - ${one}\n`).join("")}`);

const revised = topics.with(3, "{ id: t4, topic: The fourth }").slice(0, 5);
const basedOn = (basis: string, own = "2"): string => `edition: "${own}"\nbasedOn: "${basis}"`;

describe.each(["a file", "PostgreSQL"])("a revised edition, with its ledger in %s", (store) => {
  it("buys what is new or changed, binds it with the others' stories, and keeps what it inherited", async () => {
    await using served = await rig({ plan: edition(""), writingTime: "10ms" });
    const ledger = store === "a file" ? [] : ["--ledger", (await freshDatabase(server.url())).url];
    await served.expectRun({ exitCode: 0, jobs: { done: 6 } }, ...ledger);
    const second = edition(basedOn("1"), [...revised, "{ id: new, topic: New }"]);
    served.plan(second);
    const bill = await served.commandHere(["plan", "course.yaml", ...ledger]);
    expect(bill.stdout).toMatch(/based on edition 1\ninherited 4: .*\nnew +2: t4\.es\.2, new\.es\.2\n/);
    await served.expectRun(
      {
        exitCode: 0,
        jobs: { total: 6, done: 6 },
        credits: { committed: 26, quoted: 26 },
        creations: 8,
      },
      ...ledger,
    );
    const costs = await served.commandHere(["cost", "course.yaml", "--csv", ...ledger]);
    expect(costs.stdout, costs.stderr).toMatch(
      /\ncourse,1,es,\d{4}-\d{2},6,78,78,0,0,78\r\ncourse,2,es,\d{4}-\d{2},2,26,26,0,0,26\r\n$/,
    );
    served.plan(second.replace("topic: Topic 1 }", "topic: Topic no. 1 }"));
    const kept = expect.objectContaining({ code: "inherited_changed", job: "t1.es.2" });
    const notices = expect.arrayContaining([kept]);
    await served.expectRun({ exitCode: 0, jobs: { done: 6 }, notices }, ...ledger);
    // What was inherited stays so, whatever becomes of the key; and a third edition has the first one's stories too.
    for (const plan of [
      second.replace('basedOn: "1"', ""),
      second.replace(basedOn("1"), basedOn("2", "3")),
    ]) {
      served.plan(plan);
      await served.expectRun({ exitCode: 0, jobs: { done: 6 } }, ...ledger);
    }
    expect(served.proxy.creations).toBe(8);
    served.plan(smallCourse(["Other"]).replace("course: course", "course: other"));
    await served.runHere(...ledger);
    const all = (await served.commandHere(["cost", ...ledger])).stdout;
    expect(all).toMatch(/\ncourse +together +8 +104 .*\nother +1 +es .* 1 +13 .*\ntogether +9 +117 /);
  });
});

it("an edition that is based on another buys nothing if its ledger has no such edition, and replaces no story that the earlier one bought: exit 2", async () => {
  await using served = await rig({ plan: edition("", topics.slice(0, 2)), writingTime: "10ms" });
  await served.runHere();
  served.plan(edition('edition: "2"\nbasedOn: first', topics.slice(0, 2)));
  const unknown = await served.runHere();
  expect(documentOf(unknown)).toMatchObject({ exitCode: 2, problems: [{ code: "basis_unknown" }] });
  expect(unknown.stderr).toMatch(
    /edition first, but the ledger has no lessons from it.*The ledger has lessons from these editions: 1\./,
  );
  writeFileSync(join(served.folder, "second.yaml"), edition(basedOn("1"), topics.slice(0, 2)));
  const replacing = ["run", "second.yaml", "--yes", "--replace", served.has("t1.es.2")];
  const refused = await served.commandHere(replacing);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("from an earlier edition")]);
  expect(served.proxy.creations).toBe(2);
});
