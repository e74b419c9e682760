import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openSqlite } from "../../../src/shared/sqlite.ts";
import { coursebinder, documentOf, type Finished } from "../../fixtures.ts";
import { spread } from "../../share.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";

// What speaks for a story and which story fits is tested in test/run/resolve.test.ts.
const hourMs = 3_600_000;
const first = "First [[lose-reply]]";
const job = "first-lose-reply.es.2";

/** A command on a machine whose clock is so far ahead of the service's. */
function on(served: Served, aheadMs: number, args: readonly string[], keyless = false): Promise<Finished> {
  const file = join(served.folder, `clock${aheadMs}.mjs`);
  writeFileSync(file, `const now = Date.now; Date.now = () => now() + ${aheadMs};`);
  const { STORY_API_KEY: key = "", ...env } = served.environment;
  const clock = { NODE_OPTIONS: `--import=${file}` };
  const all = { ...env, ...(keyless ? {} : { STORY_API_KEY: key }), ...clock };
  return coursebinder(args, { cwd: served.folder, env: all });
}

/** Runs a course until nothing is left to do but to settle, and the service has charged for what it wrote. */
async function runOut(topics: readonly string[], aheadMs = 0): Promise<Served> {
  const served = await rig({ plan: smallCourse(topics) });
  for (const _ of topics) {
    const { jobs } =
      aheadMs === 0
        ? await served.report()
        : documentOf(await on(served, aheadMs, ["run", "course.yaml", "--poll", "100ms", "--json"]));
    if (jobs.pending + jobs.active === 0) break;
  }
  while (served.stories().some(({ status }) => status === "writing")) await wait(20);
  return served;
}

const resolve = (served: Served, ...args: string[]) =>
  served.commandHere(["resolve", "course.yaml", ...args]);
const codeOf = async (served: Served, ...args: string[]) =>
  (await served.reportOf("resolve", ...args)).problems[0]?.code;
const settled = (served: Served) => served.events().filter(({ type }) => type === "creation.resolved");
const idOf = (served: Served, name: string) =>
  served.stories().find(({ topic }) => topic === name)?.id ?? "none";

describe("A story whose service has a clock of its own", () => {
  it.each([
    ...spread([24 * hourMs, hourMs, -hourMs], 2).map((ahead) => [ahead, ahead] as const),
    // On another machine than the one that lost it, or after its clock was corrected.
    [3 * hourMs, 0] as const,
  ])(
    "is accepted though the clock was %d ms ahead when it was lost, and is %d ms ahead now",
    async (lost, now) => {
      await using served = await runOut([first], lost);
      const id = idOf(served, first);
      const taken = await on(served, now, ["resolve", "course.yaml", job, "--story", id]);
      expect(taken.code, taken.stderr).toBe(0);
      expect(settled(served)).toMatchObject([{ id, how: "story" }]);
      expect(served.proxy.creations).toBe(1);
    },
  );

  it("is not accepted if it was created at another time, unless a person says how they know", async () => {
    await using served = await runOut([first]);
    const id = idOf(served, first);
    await served.restartService(() => {
      const database = openSqlite(join(served.folder, "service", "service.db"));
      database.prepare("UPDATE stories SET created_at = created_at - ?").run([5 * hourMs]);
      database.close();
    });
    const refused = await resolve(served, job, "--story", id, "--json");
    expect(documentOf(refused).problems[0]?.code).toBe("story_misfit");
    expect(refused.stderr).toContain("--reason");
    expect(settled(served)).toEqual([]);
    const why = "the service was restored from a backup";
    expect((await resolve(served, job, "--story", id, "--reason", why)).code).toBe(0);
    expect(settled(served)).toMatchObject([{ id, why, evidence: [{ code: "time-differs" }] }]);
  });
});

describe("A person's statement that nothing was created", () => {
  it("is refused if there is evidence of a story, which is shown, and accepted with a recorded reason", async () => {
    await using served = await runOut(["Before", first, "After"]);
    const shown = (await served.commandHere(["resolve", "course.yaml"])).stdout;
    expect(shown).toMatch(/books +0 of the newest 0 belong to no story in this ledger\n/);
    expect(shown).toMatch(
      /balance +1000 before, 961 now: down by 39; this ledger's other stories explain 26 at most, leaving 13 unexplained\n +writing the story would have cost 13 credits/,
    );
    const page = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nSign in";
    served.proxy.replaces = (line) => (line.includes("/books?") ? page : null);
    expect((await served.commandHere(["resolve", "course.yaml"])).stdout).toMatch(
      /books +not known: it answered 200, and the answer is not JSON\n/,
    );
    const next = expect.stringMatching(/^coursebinder resolve course\.yaml/);
    const open = { exitCode: 5, problems: [{ code: "package_incomplete", next }] };
    expect(await served.reportOf("package")).toMatchObject(open);
    const refused = await on(served, 2 * hourMs, ["resolve", "course.yaml", job, "--not-created"]);
    const fell = "the balance fell by 13 credits that this ledger's other stories don't explain";
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(fell) });
    expect(settled(served)).toEqual([]);
    const why = "the service deleted it";
    expect((await resolve(served, job, "--not-created", "--reason", why)).code).toBe(0);
    const evidence = expect.arrayContaining([
      { code: "balance-fell", unexplained: 13, writing: 13 },
      { code: "too-early", waitMs: expect.any(Number) },
    ]);
    expect(settled(served)).toMatchObject([
      { how: "not-created", why, evidence, who: expect.stringMatching(/./) },
    ]);
  });

  it("is refused while it is too early to tell, and needs no reason later", async () => {
    await using served = await runOut(["First [[drop-before]]"]);
    const word = ["resolve", "course.yaml", "first-drop-before.es.2", "--not-created"];
    const early = await served.commandHere([...word, "--json"]);
    expect(documentOf(early)).toMatchObject({ exitCode: 2, problems: [{ code: "reason_needed" }] });
    expect(early.stderr).toContain("too early");
    const refused = { ...served.environment, STORY_API_KEY: `sk_live_${"w".repeat(43)}` };
    const listed = await served.commandHere(["resolve", "course.yaml"], refused);
    expect(listed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ {2}balance {2}not known: it answered 401 /m),
    });
    const unasked = expect.stringContaining("The service could not be queried");
    expect(await served.commandHere(word, refused)).toMatchObject({ code: 2, stderr: unasked });
    // A clock that is set forward, while the service's has not gone on, is no time that has passed.
    expect((await on(served, hourMs, word)).code).toBe(2);
    expect(settled(served)).toEqual([]);
    // Without a key nobody can be asked for the time: this machine's has to do.
    const later = await on(served, hourMs, word, true);
    expect(later.code, later.stderr).toBe(0);
    expect(settled(served)[0]).not.toHaveProperty("evidence");
  });

  it("is revoked with a story and a reason; if it was bought again meanwhile, both stories are followed and counted", async () => {
    await using served = await runOut([first]);
    const lost = idOf(served, first);
    expect((await resolve(served, job, "--not-created", "--reason", "not in the list")).code).toBe(0);
    expect((await served.runHere()).code).toBe(5);
    const second = served.stories().at(-1)?.id ?? "";
    expect((await resolve(served, job, "--story", second)).code).toBe(0);
    expect(await codeOf(served, job, "--story", lost)).toBe("reason_needed");
    const why = "it turned up after all";
    const late = await served.commandHere(["resolve", "course.yaml", job, "--story", lost, "--reason", why]);
    expect(late.code, late.stderr).toBe(0);
    expect(settled(served).at(-1)).toMatchObject({ id: lost, corrects: true, why });
    const both = { committed: 26, spent: 26 };
    await served.expectRun({ exitCode: 0, jobs: { done: 1 }, credits: both });
    const saved = served.events().filter(({ type }) => type === "story.saved");
    expect(saved.map(({ id }) => id).sort()).toEqual([lost, second].sort());
    expect(served.proxy.creations).toBe(2);
  });
});

describe("Several uncertain creations", () => {
  const lost = [first, "Second [[lose-reply]]"];
  const jobs = [job, "second-lose-reply.es.2"] as const;

  it("stay unchanged if a command line is wrong or a story does not fit, and are settled with their stories, however the ids were typed", async () => {
    await using served = await runOut(lost);
    const [one = "", two = ""] = lost.map((topic) => idOf(served, topic));
    const unknown = "00000000-0000-4000-8000-000000000000";
    for (const [code, ...args] of [
      ["usage", "--story", one],
      ["usage", job, "--story", one, "--not-created"],
      ["bad_value", job, "--story", "one"],
      ["job_unknown", "no-such-topic.es.2"],
      ["story_misfit", job, "--story", two],
      ["story_unknown", job, "--story", unknown],
    ] as const)
      expect(await codeOf(served, ...args), args.join(" ")).toBe(code);
    expect(settled(served)).toEqual([]);

    const why = "seen in the app";
    const first = ["resolve", "course.yaml", job, "--story", one.toUpperCase(), "--reason", why];
    expect((await served.commandHere(first)).code).toBe(0);
    expect((await resolve(served, jobs[1], "--story", two)).code).toBe(0);
    expect(settled(served)).toMatchObject([
      { job: jobs[0], id: one, why },
      { job: jobs[1], id: two },
    ]);
    await served.expectRun({ exitCode: 0, jobs: { done: 2 }, creations: 2 });
  });

  it("are named by commands that can be pasted, also if their topics have left the plan, and settled as not created", async () => {
    await using served = await runOut(lost);
    served.plan(smallCourse(["Another"]));
    const listed = await resolve(served);
    const attempt = served.events().find(({ type }) => type === "creation.intended")?.attempt;
    expect(listed.stdout).toContain(`resolve course.yaml ${attempt} --story ID`);
    const lines = [...listed.stdout.matchAll(/coursebinder (resolve course\.yaml .*?) {3}/g)];
    expect(lines).toHaveLength(4);
    for (const [, line = ""] of lines) {
      const pasted = await served.commandHere(line.split(" ").map((word) => word.replace(/^''$/, "")));
      expect(pasted.code, pasted.stderr).toBe(2);
    }
    expect(settled(served)).toEqual([]);
    const word = ["--not-created", "--reason", "looked"];
    for (const name of [jobs[0], `1/${jobs[1]}`]) expect((await resolve(served, name, ...word)).code).toBe(0);
    expect(settled(served)).toHaveLength(2);
    expect((await resolve(served)).stdout).toContain("No creation is uncertain.");
  });
});
