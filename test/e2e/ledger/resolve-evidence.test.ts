import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../../src/shared/sqlite.ts";
import { documentOf, type Finished } from "../../fixtures.ts";
import { spread } from "../../share.ts";
import { key, Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

const hourMs = 3_600_000;

/** The environment of a machine whose clock is so far ahead of the service's. */
function machine(aheadMs: number): Record<string, string> {
  const file = join(served.folder, `clock${aheadMs}.mjs`);
  writeFileSync(file, `const now = Date.now; Date.now = () => now() + ${aheadMs};`);
  return { ...served.environment, NODE_OPTIONS: `--import=${file}` };
}

const on = (aheadMs: number, ...args: string[]): Promise<Finished> => served.command(args, machine(aheadMs));

/** A course whose first lesson's answer was lost, made on a machine whose clock is so far ahead. Gives the story's id. */
async function loseReply(aheadMs: number): Promise<string> {
  served = await Served.start();
  served.plan(smallCourse(["First [[lose-reply]]"]));
  const line = ["run", "course.yaml", "--poll", "100ms"];
  const lost = await (aheadMs === 0 ? served.commandHere(line) : on(aheadMs, ...line));
  expect(lost.code, lost.stderr).toBe(5);
  // It is charged once it is written.
  while (served.stories().some(({ status }) => status === "writing")) await wait(20);
  return served.stories()[0]?.id ?? "no story";
}

const job = "first-lose-reply.es.2";
const resolve = (...args: string[]) => served.commandHere(["resolve", "course.yaml", ...args]);
const codeOf = (finished: Finished) => documentOf(finished).problems[0]?.code;
const settled = () => served.events().filter(({ type }) => type === "creation.resolved");

describe("A story whose service has a clock of its own", () => {
  it.each(spread([24 * hourMs, hourMs, -hourMs], 2))(
    "is accepted by a machine whose clock is %s ms ahead of it",
    async (ahead) => {
      const id = await loseReply(ahead);
      const taken = await on(ahead, "resolve", "course.yaml", job, "--story", id);
      expect(taken.code, taken.stderr).toBe(0);
      expect(settled()).toMatchObject([{ id, how: "story" }]);
    },
  );

  it("is accepted by another machine than the one that lost it, or by the same one after its clock was corrected", async () => {
    const id = await loseReply(3 * hourMs);
    const taken = await resolve(job, "--story", id);
    expect(taken.code, taken.stderr).toBe(0);
    expect(settled()).toMatchObject([{ id }]);
    expect(served.proxy.creations).toBe(1);
  });

  it("is not accepted if it was created at another time, unless a person says how they know", async () => {
    const id = await loseReply(0);
    await served.stopService();
    const database = openSqlite(join(served.folder, "service", "service.db"));
    database.prepare("UPDATE stories SET created_at = created_at - ?").run([5 * hourMs]);
    database.close();
    await served.restartService();
    const refused = await resolve(job, "--story", id, "--json");
    expect(codeOf(refused)).toBe("story_misfit");
    expect(refused.stderr).toContain("--reason");
    expect(settled()).toEqual([]);
    const taken = await resolve(job, "--story", id, "--reason", "the service was restored from a backup");
    expect(taken.code, taken.stderr).toBe(0);
    expect(settled()).toMatchObject([
      { id, why: "the service was restored from a backup", evidence: [{ code: "time-differs" }] },
    ]);
  });

  it("is never accepted for another lesson, whatever reason is given", async () => {
    served = await Served.start();
    served.plan(smallCourse(["Same [[lose-reply]]"]));
    await served.runHere();
    const [id = ""] = served.stories().map((story) => story.id);
    expect((await resolve("same-lose-reply.es.2", "--story", id)).code).toBe(0);
    expect((await served.runHere("--edition", "2")).code).toBe(5);
    const crossed = ["2/same-lose-reply.es.2", "--story", id, "--reason", "sure"];
    expect(codeOf(await resolve(...crossed, "--json"))).toBe("story_misfit");
    expect(settled()).toHaveLength(1);
  });
});

describe("A person's statement that nothing was created", () => {
  it("is refused if there is evidence of a story, and accepted with a recorded reason", async () => {
    await loseReply(0);
    const refused = await on(2 * hourMs, "resolve", "course.yaml", job, "--not-created");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      "the balance fell by 13 credits that this ledger's other stories don't explain",
    );
    expect(settled()).toEqual([]);
    const reasoned = await resolve(job, "--not-created", "--reason", "the service deleted it");
    expect(reasoned.code, reasoned.stderr).toBe(0);
    expect(settled()).toMatchObject([
      {
        how: "not-created",
        why: "the service deleted it",
        evidence: expect.arrayContaining([
          { code: "balance-fell", unexplained: { least: 13, most: 13 }, writing: 13 },
          { code: "too-early", waitMs: expect.any(Number) },
        ]),
      },
    ]);
  });

  it("is refused while it is too early to tell, and needs no reason later", async () => {
    served = await Served.start();
    served.plan(smallCourse(["First [[drop-before]]"]));
    await served.runHere();
    const early = await resolve("first-drop-before.es.2", "--not-created", "--json");
    expect(early.code).toBe(2);
    expect(codeOf(early)).toBe("speaks_for_story");
    expect(early.stderr).toContain("too early");
    // A clock that is set forward, while the service's has not gone on, is no time that has passed.
    expect((await on(hourMs, "resolve", "course.yaml", "first-drop-before.es.2", "--not-created")).code).toBe(
      2,
    );
    expect(settled()).toEqual([]);
    // Without a key nobody can be asked for the time: this machine's has to do.
    const { STORY_API_KEY: _, ...keyless } = machine(hourMs);
    const word = ["resolve", "course.yaml", "first-drop-before.es.2", "--not-created"];
    const later = await served.command(word, keyless);
    expect(later.code, later.stderr).toBe(0);
    expect(settled()[0]).not.toHaveProperty("evidence");
  });

  it("is revoked with a story and a reason; if it was bought again meanwhile, both stories are followed and counted", async () => {
    const first = await loseReply(0);
    const word = [job, "--not-created", "--reason", "not in the list"];
    expect((await resolve(...word)).code).toBe(0);
    served.plan(smallCourse(["First [[lose-reply]]"]));
    expect((await served.runHere()).code).toBe(5);
    const second = served.stories().at(-1)?.id ?? "";
    expect((await resolve(job, "--story", second)).code).toBe(0);
    expect(codeOf(await resolve(job, "--story", first, "--json"))).toBe("declared_before");
    const line = ["resolve", "course.yaml", job, "--story", first];
    const late = await served.command([...line, "--reason", "it turned up after all"]);
    expect(late.code, late.stderr).toBe(0);
    expect(late.stdout).toContain(`It has since been bought again: story ${second}.`);
    expect(late.stdout).toContain("26 credits together");
    expect(settled().at(-1)).toMatchObject({ id: first, corrects: true, why: "it turned up after all" });
    const run = documentOf(await served.runHere());
    expect(run).toMatchObject({ exitCode: 0, jobs: { done: 1 }, credits: { committed: 26, spent: 26 } });
    const saved = served.events().filter(({ type }) => type === "story.saved");
    expect(saved.map(({ id }) => id).sort()).toEqual([first, second].sort());
    expect(served.proxy.creations).toBe(2);
  });
});

it("Uncertain creations of topics that left the plan are named like the others, and the commands that settle one can be pasted", async () => {
  await loseReply(0);
  served.plan(smallCourse(["Another"]));
  const listed = await resolve();
  const attempt = served.events().find(({ type }) => type === "creation.intended")?.attempt;
  expect(listed.stdout).toContain(`resolve course.yaml ${attempt} --story ID`);
  const lines = [...listed.stdout.matchAll(/coursebinder (resolve course\.yaml .*?) {3}/g)].map(
    ([, line]) => line ?? "",
  );
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const pasted = await served.commandHere([
      "resolve",
      ...line
        .split(" ")
        .slice(1)
        .map((word) => word.replace(/^''$/, "")),
    ]);
    expect(pasted.code, pasted.stderr).toBe(2);
  }
  expect(settled()).toEqual([]);
  expect((await resolve(job, "--not-created", "--reason", "not in the list")).code).toBe(0);
  expect((await resolve("no-such-topic.es.2")).stderr).toContain("The plan has no job");
  expect(key).not.toBe("");
});
