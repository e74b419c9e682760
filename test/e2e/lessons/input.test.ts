import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { coursebinder, documentOf, fileFolder } from "../../fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { coursebinderHere } from "../fixtures/in-this-process.ts";
import { key, rig, smallCourse } from "../fixtures/served.ts";

const course = smallCourse(["One"]);

describe("what a run needs", () => {
  const folder = fileFolder();
  const line = ["run", "course.yaml", "--json"];
  const run = (env: Readonly<Record<string, string>>) => coursebinderHere(line, { cwd: folder, env });

  beforeAll(() => writeFileSync(join(folder, "course.yaml"), course));

  it("exits 6 without a key and says which variable to set", async () => {
    const env = { STORY_API_URL: "http://127.0.0.1:9/api/v1" };
    const finished = await coursebinder(line, { cwd: folder, env });
    expect(documentOf(finished)).toMatchObject({ exitCode: 6, problems: [{ code: "key_missing" }] });
    expect(finished.stderr).toContain("STORY_API_KEY");
  });

  it("exits 7 if the service can't be reached, having bought nothing", async () => {
    const finished = await run({ STORY_API_URL: "http://127.0.0.1:9/api/v1", STORY_API_KEY: key });
    expect(documentOf(finished)).toMatchObject({
      exitCode: 7,
      jobs: { pending: 1 },
      credits: { committed: 0 },
    });
  });

  it("exits 2 without a service and names the three ways to specify one", async () => {
    const finished = await run({ STORY_API_KEY: key });
    expect(finished.code).toBe(2);
    expect(finished.stderr).toMatch(/STORY_API_URL.*--service.*--local/);
  });

  it("exits 6 for a key file that others can read, and says how to fix it", async () => {
    const file = join(folder, "key");
    writeFileSync(file, key);
    chmodSync(file, 0o644);
    const finished = await run({ STORY_API_URL: "http://127.0.0.1:9/api/v1", STORY_API_KEY_FILE: file });
    expect(finished.code).toBe(6);
    expect(finished.stderr).toContain("chmod 600");
    chmodSync(file, 0o600);
    expect((await run({ STORY_API_URL: "http://127.0.0.1:9/api/v1", STORY_API_KEY_FILE: file })).code).toBe(
      7,
    );
  });
});

describe("an unusable ledger of a bought course", () => {
  const courses = new BoughtOnce();

  it("stays unchanged when it is damaged: exit 8, the place of the damage, nothing sent", async () => {
    const served = await courses.course(course);
    const path = served.file("ledger.jsonl");
    const whole = readFileSync(path, "utf8");
    const damaged = whole.replace('"type":"creation.accepted"', '"type":"creation.Accepted"');
    writeFileSync(path, damaged);
    const before = served.proxy.requests.length;
    const finished = await served.run();
    expect(documentOf(finished)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_damaged" }] });
    expect(finished.stderr).toMatch(/ledger\.jsonl:\d+ \(byte \d+\)/);
    expect(readFileSync(path, "utf8")).toBe(damaged);
    expect(served.proxy.requests.length).toBe(before);
    expect((await served.command(["ledger", "verify", path])).code).toBe(8);
    writeFileSync(path, whole);
    expect((await served.commandHere(["ledger", "verify", path])).code).toBe(0);
  });

  it("is refused when it belongs to another service: exit 8", async () => {
    const served = await courses.course(course);
    const finished = await served.runHere("--service", "http://127.0.0.1:9/api/v1");
    expect(documentOf(finished)).toMatchObject({
      exitCode: 8,
      problems: [{ code: "ledger_of_other_service" }],
    });
  });
});

describe("a ledger that can't be made", () => {
  it("is not created if one must exist: exit 8", async () => {
    await using served = await rig({ plan: course });
    expect(documentOf(await served.runHere("--ledger-must-exist"))).toMatchObject({ exitCode: 8 });
    expect(served.proxy.requests).toHaveLength(0);
  });

  it("stops the run before anything is bought if its folder can't be written: exit 8", async () => {
    await using served = await rig({ plan: course });
    writeFileSync(join(served.folder, "out"), "a file where the folder should be");
    expect((await served.runHere()).code).toBe(8);
    expect(served.proxy.creations).toBe(0);
  });
});

describe("the credential", () => {
  it("is refused with exit 6 if it lacks a scope, before anything is bought", async () => {
    await using served = await rig({ plan: course, scopes: ["books:read", "stories:write"] });
    expect(documentOf(await served.run())).toMatchObject({
      exitCode: 6,
      problems: [{ code: "credential_refused" }],
    });
    expect(served.proxy.creations).toBe(0);
  });

  it("appears in no output, log, ledger or package, whatever happens", async () => {
    await using served = await rig({ plan: smallCourse(["One", "Two [[lose-reply]]"]) });
    const outputs: string[] = [];
    for (const flags of [[], ["--json"], ["--log-level", "debug"]]) {
      const finished = await served.begin("run", ...flags).finished;
      outputs.push(finished.stdout, finished.stderr);
    }
    outputs.push((await served.commandHere(["resolve", "course.yaml"])).stdout);
    outputs.push((await served.commandHere(["account", "balance"])).stdout);
    for (const name of ["ledger.jsonl", "report.html"]) outputs.push(readFileSync(served.file(name), "utf8"));
    expect(outputs.join("\n").length).toBeGreaterThan(1_000);
    expect(outputs.join("\n")).not.toContain(key);
  });
});
