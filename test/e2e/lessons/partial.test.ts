import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";

const planOf = (topics: readonly string[], audiobook = false): string =>
  smallCourse(topics.map((topic, index) => ({ id: `t${index + 1}`, topic }))).replace(
    "audiobook: false",
    `audiobook: ${audiobook}`,
  );

const failing = (count: number) =>
  Array.from({ length: count }, (_, index) => `Topic ${index} [[fail-writing]]`);

const replacing = (served: Served): string[] =>
  ["t2.es.2", "t3.es.2"].flatMap((job) => ["--replace", served.has(job)]);

describe("a run that ends with lessons missing", () => {
  it("says that there is no package and how to get one, names every lesson that could be bought again, and buys exactly those", async () => {
    await using served = await rig({ plan: planOf(["A market", ...failing(2)]) });
    const said = await served.begin("run").finished;
    expect(said.code).toBe(4);
    expect(said.stdout).toContain("package  none was written: 2 lessons are unfinished.");
    expect(said.stdout).toContain("coursebinder package course.yaml --allow-partial");
    expect(said.stdout).toContain(
      `next     coursebinder run course.yaml ${replacing(served).join(" ")} --poll 100ms`,
    );
    const shown = documentOf(await served.runHere()) as { next?: string; missing?: number };
    expect(shown.next).toContain(`coursebinder run course.yaml ${replacing(served).join(" ")} `);
    expect(shown.missing).toBe(2);
    const status = await served.commandHere(["status", "course.yaml"], {});
    expect(status.stdout).toContain(`next     coursebinder run course.yaml ${replacing(served).join(" ")}`);
    expect(served.proxy.creations).toBe(3);
    expect((await served.runHere(...replacing(served))).code).toBe(4);
    expect(served.stories().map(({ topic }) => topic)).toEqual(["A market", ...failing(2), ...failing(2)]);
  });
});

describe("a partial package", () => {
  it("names what it lacks, up to some number, and where the whole list is", async () => {
    await using served = await rig({ plan: planOf(["A market", ...failing(12)]) });
    const run = await served.begin("run", "--allow-partial").finished;
    const built = await served.command(["package", "course.yaml", "--allow-partial"], {});
    for (const { stdout } of [run, built]) {
      expect(stdout).toContain("missing  12 lessons unfinished:\n         t2.es.2   failed\n");
      expect(stdout).toContain("         t11.es.2  failed\n         and 2 more\n");
      // The table of all lessons stands above it.
      expect(stdout.slice(stdout.indexOf("missing  12"))).not.toContain("t12.es.2  failed");
      expect(stdout).toContain(
        "START-HERE.html and publisher/manifest.json in the package list what is missing",
      );
    }
    expect(built.stdout).toMatch(/course-1\.zip: 1 lesson, \d+ files, /);
    const whole = await served.commandHere(["package", "course.yaml", "--allow-partial", "--json"], {});
    expect(JSON.parse(whole.stdout)).toMatchObject({ missing: 12 });
  });

  it("counts a failed audiobook as spent everywhere, and says that its refund shows only in the balance", async () => {
    await using served = await rig({ plan: planOf(["A market", "A lake [[book-error]]"], true) });
    const run = await served.begin("run", "--allow-partial").finished;
    const note =
      "of the 50 spent, 12 paid for audiobooks that failed: only the account's balance shows whether the service refunded that amount";
    expect(run.stdout).toContain(
      `credits  50 spent, 0 held, 450 left of the budget of 500\n         ${note}`,
    );
    expect((await served.commandHere(["status", "course.yaml"])).stdout).toContain(note);
    expect((await served.commandHere(["status", "course.yaml", "t2.es.2"], {})).stdout).toContain(
      "credits  25 committed, 25 spent, 12 of them for an audiobook that failed",
    );
    expect((await served.commandHere(["status", "course.yaml", "t1.es.2"], {})).stdout).toMatch(
      /credits {2}25 committed, 25 spent$/m,
    );
    const files = await unzip(readFileSync(join(served.folder, "out/course/course-1.zip")));
    // What was paid is the school's own business: no part of the package says it.
    const telling = [...files].filter(([, bytes]) => /credits/i.test(bytes.toString("utf8")));
    expect(telling.map(([path]) => path)).toEqual([]);
    const document = documentOf(await served.runHere());
    expect(document.credits).toMatchObject({ spent: 50, perhapsRefunded: 12 });
  });
});
