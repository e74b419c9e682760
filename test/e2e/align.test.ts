import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { documentOf } from "../fixtures.ts";
import { manifestOf } from "./fixtures/packaged.ts";
import { rig, type Served, smallCourse } from "./fixtures/served.ts";

let served: Served;

const course = smallCourse(["First"], "package: { formats: [epub, scorm, words] }").replace(
  "audiobook: false",
  "audiobook: true",
);
const inCourse = (...names: string[]): string => join(served.folder, "out", "course", ...names);
const offline = (...args: string[]) => served.commandHere(args, {});
const timesEvents = () => served.events().filter(({ type }) => type === "times.saved");
describe("a course that was bought before times were supported", () => {
  beforeAll(async () => {
    served = await rig({ aligns: true, plan: course });
    await served.runHere("--no-align");
  });

  it("is shown to have none yet", async () => {
    expect(timesEvents()).toEqual([]);
    expect((await offline("status", "course.yaml")).stdout).toContain("1 not determined yet, of 1 recording");
    await offline("package", "course.yaml");
    expect(await manifestOf(served)).toMatchObject({
      lessons: [{ times: { level: "none", why: "not_aligned" } }],
    });
  });

  it("gets them without a key, an address or a call", async () => {
    const calls = served.proxy.requests.length;
    const finished = await offline("align", "course.yaml", "--json");
    expect(documentOf(finished)).toMatchObject({
      ok: true,
      exitCode: 0,
      found: 1,
      kept: 0,
      times: [{ level: "sentences", why: null, hints: [] }],
    });
    expect(served.proxy.requests).toHaveLength(calls);
    expect(timesEvents()).toHaveLength(1);
  });

  // What times there are is tested in test/lessons/align.
  it("is not aligned again while text, sound and algorithm are the same", async () => {
    const [ledger, at] = [readFileSync(inCourse("ledger.jsonl")), statSync(inCourse("times")).mtimeMs];
    const finished = await offline("align", "course.yaml");
    expect(finished.stdout).toContain(
      "0 found now, 1 found before, of 1 recording. Nothing was bought or sent.",
    );
    expect(readFileSync(inCourse("ledger.jsonl")).equals(ledger)).toBe(true);
    expect(statSync(inCourse("times")).mtimeMs).toBe(at);
  });

  it("gets a lost file of times again, and buys nothing and sends nothing when it is aligned and packaged, even with a key and an address available", async () => {
    const [calls, stories] = [served.proxy.requests.length, served.stories()];
    const bought = served.events().filter(({ type }) => type.startsWith("creation.")).length;
    const packaged = async () => documentOf(await served.commandHere(["package", "course.yaml", "--json"]));
    rmSync(inCourse("times"), { recursive: true });
    expect(await packaged()).toMatchObject({
      exitCode: 7,
      problems: [{ code: "times_damaged" }],
      next: expect.stringContaining("coursebinder align"),
    });
    const aligned = await served.commandHere(["align", "course.yaml", "--json"]);
    expect(documentOf(aligned)).toMatchObject({ exitCode: 0, found: 1 });
    expect((await packaged()).exitCode).toBe(0);
    expect(served.proxy.requests).toHaveLength(calls);
    expect(served.stories()).toEqual(stories);
    expect(served.events().filter(({ type }) => type.startsWith("creation."))).toHaveLength(bought);
  });

  it("shows in its status how far they go", async () => {
    expect((await offline("status", "course.yaml")).stdout).toContain(
      "times    1 by sentence, of 1 recording",
    );
    expect(documentOf(await offline("status", "course.yaml", "--json"))).toMatchObject({
      list: [{ times: { level: "sentences", why: null } }],
    });
  });

  it("keeps its times if the recording is no longer the one that was bought", async () => {
    const book = served.events().find(({ type }) => type === "book.exported");
    const path = inCourse(String(book?.file));
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.alloc(bytes.length));
    rmSync(inCourse(String(timesEvents().at(-1)?.file)));
    const finished = await offline("align", "course.yaml", "--json");
    const message = expect.stringContaining("first.es.2");
    expect(documentOf(finished)).toMatchObject({
      exitCode: 7,
      problems: [{ code: "file_damaged", message }],
    });
    writeFileSync(path, bytes);
  });

  it("gets them from a run, too, before it packages, which buys no lesson twice for them", async () => {
    const before = timesEvents().length;
    const first = await served.report();
    expect(first).toMatchObject({ exitCode: 0, times: [{ level: "sentences", why: null, hints: [] }] });
    expect(timesEvents()).toHaveLength(before + 1);
    const types = served.events().map(({ type }) => type);
    expect(types.lastIndexOf("times.saved")).toBeLessThan(types.lastIndexOf("package.written"));
    const again = await served.report();
    expect(again.package).toEqual(first.package);
    expect(timesEvents()).toHaveLength(before + 1);
    expect(served.proxy.creations).toBe(1);
  });
});
