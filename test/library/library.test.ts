import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bindPackage,
  Failure,
  type Progress,
  quotePlan,
  type RunPlanOptions,
  readLedger,
  readPlan,
  runPlan,
} from "../../src/index.ts";
import { type LocalService, startLocalService } from "../../src/service.ts";
import { fileFolder } from "../fixtures.ts";

const folder = fileFolder();
const out = join(folder, "out");
let service: LocalService;
let shop: RunPlanOptions;

beforeAll(async () => {
  service = await startLocalService({
    dataFolder: join(folder, "service"),
    writingTimeMs: 50,
    narrationTimeMs: 50,
  });
  const access = { url: service.url, key: await service.mintKey("test") };
  shop = { out, rehearsal: true, stateFolder: null, service: access, calls: { pollMs: 50 } };
});

afterAll(() => service.close());

async function planOf(course: string, ...topics: readonly string[]) {
  const file = join(folder, `${course}.yaml`);
  writeFileSync(
    file,
    `course: ${course}\ntitle: A course\nbudget: { credits: 60 }\nlanguages: [es]\ndifficulties: [2]\ndefaults: { audiobook: false }\ntopics: ${JSON.stringify(topics)}\n`,
  );
  const read = await readPlan(file);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.plan;
}

async function problemOf(work: Promise<unknown>): Promise<{ code: string }> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error.problem;
  throw new Error(`no Failure: ${String(error)}`);
}

describe("a program that buys a course", () => {
  it("gets each quoted lesson once, with an event for each step as it happens", async () => {
    const plan = await planOf("told", "The old bridge", "A letter");
    const quote = await quotePlan(plan, shop);
    expect(quote).toMatchObject({ service: "local", problems: [], jobs: { total: 2, pending: 2 } });
    expect(quote.toCreate).toEqual(plan.jobs.map(({ id }) => id));
    const heard: Progress[] = [];
    const onProgress = (progress: Progress) => void heard.push(progress);
    const bought = await runPlan(plan, { ...shop, onProgress });
    expect(bought).toMatchObject({ exitCode: 0, credits: { spent: quote.bill?.total }, problems: [] });
    expect(heard.filter(({ kind }) => kind === "created")).toHaveLength(2);
    const again = await runPlan(plan, shop);
    expect(again).toMatchObject({ exitCode: 0, credits: { spent: quote.bill?.total } });
    const ledger = await readLedger(plan, shop);
    expect(ledger.credits.committed).toBe(quote.bill?.total);
    expect(ledger.lessons.map(({ state }) => state)).toEqual(["done", "done"]);
    const made = await bindPackage(plan, shop);
    expect(made).toMatchObject({ lessons: 2, gaps: [], sha256: again.package?.sha256 });
  });

  it("also buys if its listener throws at every step, and finds those errors in the log", async () => {
    const plan = await planOf("thrown", "The blue door");
    const logged: string[] = [];
    const ignore = () => undefined;
    const log = {
      debug: ignore,
      info: ignore,
      warn: ignore,
      error: (_: object, line: string) => void logged.push(line),
    };
    const onProgress = () => {
      throw new Error("the listener's own mistake");
    };
    const report = await runPlan(plan, { ...shop, onProgress, world: { log } });
    expect(report).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    expect(logged.length).toBeGreaterThan(2);
  });

  it("buys nothing if the confirmation is declined, or if it is stopped", async () => {
    const plan = await planOf("declined", "The last train");
    const declined = await runPlan(plan, { ...shop, confirm: async (bill) => bill.total === 0 });
    expect(declined).toMatchObject({ exitCode: 7, problems: [{ code: "declined" }] });
    const confirm = async () => "no" as unknown as boolean;
    expect(await runPlan(plan, { ...shop, confirm })).toMatchObject({ problems: [{ code: "declined" }] });
    const stopped = await runPlan(plan, { ...shop, signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ exitCode: 7 });
    expect((await readLedger(plan, shop)).credits.committed).toBe(0);
  });
});

describe("a program whose settings can't be used", () => {
  it.each([
    [{ first: -1 }, "first"],
    [{ first: Number.NaN }, "first"],
    [{ first: 1.5 }, "first"],
    [{ maxCredits: Number.NaN }, "maxCredits"],
    [{ maxCredits: "5" }, "maxCredits"],
    [{ deadlineMs: Number.NaN }, "deadlineMs"],
    [{ approved: {} }, "approved"],
    [{ newLedger: false }, "newLedger"],
    [{ otherAccount: "no" }, "otherAccount"],
  ])("buys nothing with %o", async (wrong, name) => {
    const plan = await planOf("untyped", "A quiet street");
    const settings = { ...shop, ...(wrong as object) };
    for (const work of [
      runPlan(plan, settings),
      ...(name === "deadlineMs" ? [] : [quotePlan(plan, settings)]),
    ])
      await expect(work).rejects.toThrow(new RegExp(`at ${name}`));
    expect((await readLedger(plan, shop)).events).toBe(0);
  });

  it.each(["2026-11-20", Number.NaN, 1e20, -1e15])(
    "reads no plan for %s, which is no instant",
    async (at) => {
      await planOf("instant", "A quiet street");
      const reading = readPlan(join(folder, "instant.yaml"), { at: at as number });
      await expect(reading).rejects.toThrow(new TypeError("at: expected ms since 1970"));
    },
  );

  it("is refused with the same facts as on the command line, before anything is written", async () => {
    const plan = await planOf("refused", "The garden");
    const real = { ...shop, rehearsal: false, out: join(folder, "real") };
    expect(await problemOf(runPlan(plan, real))).toEqual({ code: "nothing_remembered", folder: null });
    expect(await problemOf(bindPackage(plan, shop))).toMatchObject({ code: "ledger_missing" });
    expect(await problemOf(runPlan(plan, { ...shop, only: "*.fr.*" }))).toMatchObject({
      code: "no_job_selected",
    });
    const elsewhere = { ...shop, service: { ...shop.service, url: "https://stories.example/api/v1" } };
    expect(await problemOf(quotePlan(plan, elsewhere))).toMatchObject({
      code: "service_url_invalid",
      why: "not-local",
    });
    expect(await problemOf(runPlan(plan, { ...shop, service: { ...shop.service, key: "" } }))).toEqual({
      code: "key_missing",
    });
    const wrongKey = { ...shop, service: { ...shop.service, key: "short" } };
    expect(await problemOf(runPlan(plan, wrongKey))).toMatchObject({ source: "service.key" });
  });

  it("is refused at once for an invalid configuration of the service", async () => {
    const starting = startLocalService({ dataFolder: join(folder, "wrong"), config: "credit: 5" });
    expect(await problemOf(starting)).toMatchObject({
      code: "service_config_invalid",
      problems: [{ path: "config: credit", line: 1 }],
    });
  });
});

describe("the public declarations", () => {
  const dist = join(import.meta.dirname, "..", "..", "dist");
  const files = ["index", "service", "common"].map((name) =>
    readFileSync(join(dist, `${name}.d.ts`), "utf8"),
  );

  it("explain every public name", () => {
    const all = files.join("\n");
    const names = new Set(
      files
        .slice(0, 2)
        .flatMap((text) =>
          [...text.matchAll(/^export (?:type )?\{([^}]*)\}(?! from)/gm)].flatMap(([, list = ""]) =>
            list.split(",").map((name) => name.replace(/\btype\b/, "").trim()),
          ),
        ),
    );
    const explained = (name: string): boolean =>
      new RegExp(
        String.raw`\*/\n(?:declare |export )*(?:const|function|class|interface|type) ${name}\b`,
      ).test(all);
    expect(names.size).toBeGreaterThan(40);
    expect([...names].filter((name) => !explained(name))).toEqual([]);
  });

  it("import from no package except the one whose schemas they are inferred from", () => {
    const from = files.flatMap((text) =>
      [...text.matchAll(/from ['"]([^'"]+)['"]/g)].map(([, name]) => name),
    );
    expect([...new Set(from)].sort()).toEqual(["./common.js", "zod"]);
  });
});
