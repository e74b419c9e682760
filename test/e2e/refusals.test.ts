import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf } from "../fixtures.ts";
import { shareOf } from "../share.ts";
import { BoughtOnce } from "./fixtures/bought-once.ts";
import { key, otherKey, rig, type ServedOptions, smallCourse } from "./fixtures/served.ts";

const course = smallCourse(["The market", "The train"]);
const courses = new BoughtOnce({ writingTime: "20ms" });

interface Refusal {
  readonly what: string;
  readonly service?: ServedOptions;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly exitCode: number;
  readonly code?: string;
  readonly says?: RegExp;
}

const nowhere = { STORY_API_URL: "http://127.0.0.1:9/api/v1" };

// Every flag, key, plan and ledger that is refused is tested in its own module; here is tested that it ends a run, for each exit code.
const refusals: readonly Refusal[] = [
  {
    what: "without a service",
    env: { STORY_API_URL: "" },
    exitCode: 2,
    says: /STORY_API_URL.*--service.*--local/,
  },
  {
    what: "without a key",
    env: { STORY_API_KEY: "" },
    exitCode: 6,
    code: "key_missing",
    says: /STORY_API_KEY/,
  },
  {
    what: "with a key that lacks a scope",
    service: { scopes: ["books:read", "stories:write"] },
    exitCode: 6,
    code: "credential_refused",
  },
  { what: "without the ledger that must exist", flags: ["--ledger-must-exist"], exitCode: 8 },
];

describe("a run", () => {
  it.each(refusals)("$what buys nothing: exit $exitCode", async (of) => {
    await using served = await rig({ ...of.service, plan: course });
    const env = { ...served.environment, ...of.env };
    const ended = await served.commandHere(["run", "course.yaml", "--json", ...(of.flags ?? [])], env);
    const problems = of.code === undefined ? expect.anything() : [{ code: of.code }];
    expect(documentOf(ended)).toMatchObject({ exitCode: of.exitCode, problems });
    expect(ended.stderr).toMatch(of.says ?? /./);
    expect(served.proxy.creations).toBe(0);
    if (of.exitCode === 2) expect(served.proxy.requests).toEqual([]);
    // Nothing was intended there, so the course goes on as soon as the cause is mended.
    if (of.env !== undefined) await served.expectRun({ exitCode: 0, jobs: { done: 2 } });
  });

  it("with a damaged ledger, or one of another service, leaves it as it is: exit 8, the place of the damage, nothing sent", async () => {
    const served = await courses.course(course);
    const before = served.proxy.requests.length;
    const foreign = { exitCode: 8, problems: [{ code: "ledger_of_other_service" }] };
    await served.expectRun(foreign, "--service", nowhere.STORY_API_URL);
    const path = served.file("ledger.jsonl");
    const damaged = readFileSync(path, "utf8").replace('"creation.accepted"', '"creation.Accepted"');
    writeFileSync(path, damaged);
    const refused = await served.runHere();
    expect(documentOf(refused)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_damaged" }] });
    expect(refused.stderr).toMatch(/ledger\.jsonl:\d+ \(byte \d+\)/);
    // Its exit code comes before that of a missing key.
    const keyless = { ...served.environment, STORY_API_KEY: "" };
    expect((await served.commandHere(["run", "course.yaml", "--json"], keyless)).code).toBe(8);
    expect((await served.commandHere(["ledger", "verify", path])).code).toBe(8);
    expect(readFileSync(path, "utf8")).toBe(damaged);
    expect(served.proxy.requests).toHaveLength(before);
    // The way out that the message names.
    expect(refused.stderr).toContain("Move the ledger aside");
    renameSync(path, `${path}.damaged`);
    expect((await served.commandHere(["ledger", "restore", "course.yaml"])).code).toBe(0);
    await served.expectRun({ exitCode: 0, jobs: { pending: 0 } });
  });
});

describe("the key", () => {
  it("appears in no output, log, ledger or report, whatever happens", async () => {
    await using served = await rig({ plan: smallCourse(["One", "Two [[lose-reply]]"]) });
    const outputs: string[] = [];
    for (const flags of [[], ["--json"], ["--log-level", "debug"]]) {
      const finished = await served.here("run", ...flags);
      outputs.push(finished.stdout, finished.stderr);
    }
    outputs.push((await served.commandHere(["resolve", "course.yaml"])).stdout);
    outputs.push((await served.commandHere(["account", "balance"])).stdout);
    for (const name of ["ledger.jsonl", "report.html"]) outputs.push(readFileSync(served.file(name), "utf8"));
    expect(outputs.join("\n").length).toBeGreaterThan(1_000);
    expect(outputs.join("\n")).not.toContain(key);
  });

  it("of another account buys nothing for a course whose lessons that account does not have, unless a person says so", async () => {
    await using served = await rig({ plan: course, writingTime: "20ms" });
    expect((await served.runHere()).code).toBe(0);
    served.plan(smallCourse(["The market", "The train", "Third"]));
    const events = served.events().length;
    const asOther = { ...served.environment, STORY_API_KEY: otherKey };
    const run = async (...flags: readonly string[]) =>
      documentOf(
        await served.commandHere(["run", "course.yaml", "--json", "--poll", "100ms", ...flags], asOther),
      );
    const refused = await served.commandHere(["run", "course.yaml", "--json"], asOther);
    const problems = [{ code: "account_of_others" }];
    expect(documentOf(refused)).toMatchObject({
      exitCode: 6,
      problems,
      next: expect.not.stringContaining("--replace"),
    });
    expect(refused.stderr).toMatch(/doesn't know story .*--other-account/);
    const planned = await served.commandHere(["plan", "course.yaml", "--json"], asOther);
    expect(documentOf(planned)).toMatchObject({ exitCode: 6, problems });
    const examined = await served.commandHere(["doctor", "course.yaml", "--json"], asOther);
    const checks = expect.arrayContaining([expect.objectContaining({ name: "account", state: "problem" })]);
    expect([examined.code, documentOf(examined)]).toEqual([6, expect.objectContaining({ checks })]);
    // Nothing is held against the stories, which the other account does have.
    expect(served.events().slice(events)).toMatchObject([{ type: "run.started" }, { type: "run.ended" }]);
    expect(served.proxy.creations).toBe(2);
    expect(await run("--other-account")).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
    // From then on that account buys.
    served.plan(smallCourse(["The market", "The train", "Third", "Fourth"]));
    expect(await run()).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
    expect(served.proxy.creations).toBe(4);
  });

  it("of another account is not advised to buy again what it can't see", async () => {
    await using served = await rig({ plan: smallCourse(["First"]), writingTime: "3s" });
    await served.killRun(/created {4}first/);
    const asOther = { ...served.environment, STORY_API_KEY: otherKey };
    const finished = await served.commandHere(["run", "course.yaml", "--json", "--other-account"], asOther);
    const message = expect.stringContaining("isn't from the account that bought the story");
    expect(documentOf(finished)).toMatchObject({
      problems: [{ code: "story_missing", message }],
      next: expect.not.stringContaining("--replace"),
    });
  });
});

describe("files that are there already", () => {
  const ledger = join("out", "course", "ledger.jsonl");
  const zip = join("out", "course", "course-1.zip");

  it("are overwritten by no flag that names an output file, the ledger by whatever name", async () => {
    const served = await courses.course(course, "--first", "1", "--allow-partial");
    const at = (...parts: string[]) => join(served.folder, ...parts);
    writeFileSync(at("words.csv"), "word,gloss\npan,bread\n");
    symlinkSync(ledger, at("linked"));
    linkSync(at(ledger), at("hard"));
    const others = ["course.yaml", "words.csv", zip, "out/course/report.html"];
    const files = [ledger, join("out", "..", ledger), "linked", "hard", ...others];
    const before = files.map((file) => readFileSync(at(file)));
    const asked = served.proxy.requests.length;
    for (const [index, file] of files.entries()) {
      const every = [
        ["plan", "course.yaml", "--save", file],
        ["run", "course.yaml", "--log-file", file],
        ["ledger", "copy", "course.yaml", file],
        ["ledger", "create", "course.yaml", "--ledger", file],
      ];
      // The ledger meets every flag by each of its names; of the other files each meets one, and each flag one or two of them.
      const isLedger = index < files.length - others.length;
      for (const args of isLedger ? every : every.filter((_, flag) => (flag + index) % shareOf(4) === 0)) {
        const finished = await served.commandHere(args);
        // A ledger says for itself that something would take its place; the course's own is there already, and stays as it is.
        const isOwn = args[1] === "create" && isLedger;
        const codes = isOwn ? [0, 8] : [2, args[0] === "ledger" ? 8 : 2];
        expect(codes, `${args.join(" ")}: ${finished.stderr}`).toContain(finished.code);
      }
    }
    const itself = await served.commandHere(["ledger", "copy", "course.yaml", ledger]);
    expect([itself.code, itself.stderr]).toEqual([2, expect.stringContaining("is the ledger itself")]);
    expect(files.map((file) => readFileSync(at(file)))).toEqual(before);
    expect(served.proxy.requests.length).toBe(asked);
    expect(served.proxy.creations).toBe(1);
  });

  it("with the package's name are kept and reported; once they are moved away the package is written", async () => {
    await using served = await rig({ plan: course, writingTime: "20ms" });
    const at = (...parts: string[]) => join(served.folder, ...parts);
    mkdirSync(at("out", "course"), { recursive: true });
    writeFileSync(at(zip), "notes of mine");
    const foreign = { package: null, problems: [{ code: "package_of_others" }] };
    await served.expectRun({ exitCode: 7, jobs: { done: 2 }, ...foreign });
    const bound = await served.commandHere(["package", "course.yaml"], {});
    expect([bound.code, readFileSync(at(zip), "utf8")]).toEqual([7, "notes of mine"]);
    renameSync(at(zip), at("mine.zip"));
    await served.expectRun({ exitCode: 0, package: { path: zip } });
    // Another course's package, which somebody has put there.
    served.plan(course.replace("course: course", "course: other"));
    mkdirSync(at("out", "other"), { recursive: true });
    copyFileSync(at(zip), at("out", "other", "other-1.zip"));
    await served.expectRun(foreign, "--new-ledger");
    expect(readFileSync(at("out", "other", "other-1.zip"))).toEqual(readFileSync(at(zip)));
  });
});
