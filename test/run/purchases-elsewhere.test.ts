import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { settingOf } from "../../src/ledger/format/fold.ts";
import type { LedgerState } from "../../src/ledger/format/state.ts";
import { mirrorPath } from "../../src/ledger/state-folder.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import type { PlannedLesson } from "../../src/run/lesson.ts";
import { matchLessons } from "../../src/run/match.ts";
import { consentTo, PurchasesElsewhere } from "../../src/run/purchases-elsewhere.ts";
import { fallIn } from "../../src/run/quote.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { identity, open, problemOf, quickFolder } from "../ledger/fixtures.ts";
import { accepted, intended, lessonNamed, planOf, uuid } from "./histories.ts";

let buyers = 0;

/** A run of a course with a ledger of its own, on one machine. */
async function buyerAt(folder: string, { course = identity.course, jobs = [first, second] } = {}) {
  buyers += 1;
  const number = buyers * 1_000;
  const own = join(folder, `buyer-${buyers}`);
  await realFiles.makeFolder(own);
  const opening = { identity: { ...identity, course }, stateFolder: join(folder, "state") };
  const store = await open(join(own, "ledger.jsonl"), opening);
  onTestFinished(() => store.close().catch(() => undefined));
  const elsewhere = elsewhereFor(store, jobs, { course, folder: own });
  const intend = async ({ job: { id: job } }: PlannedLesson, change: Partial<EventBody> = {}) => {
    const attempt = number + store.events.length;
    await store.append({ ...intended({ job, attempt }), ...change } as EventBody);
    return attempt;
  };
  return {
    store,
    elsewhere,
    intend,
    refusal: async (lesson: PlannedLesson) => (await elsewhere.refusal(lesson))?.code ?? null,
    buy: async (lesson: PlannedLesson) => {
      const attempt = await intend(lesson);
      await store.append(accepted(lesson.job.id, attempt, attempt + 500));
    },
  };
}

/** What a run compares its ledger with. */
function elsewhereFor(
  { state, stateFolder, location }: LedgerStore,
  jobs: readonly PlannedLesson[],
  { course, folder }: { course: string; folder: string },
): PurchasesElsewhere {
  const plan = matchLessons({ ...planOf(jobs.map(({ job }) => job)), course }, state);
  const place = { service: identity.service, stateFolder, folder, location, files: realFiles };
  return new PurchasesElsewhere({ plan, lessons: plan.lessons, state, ...place });
}

const unsent = (attempt: number): EventBody => {
  const of = { edition: "1", job: "second.es.2", attempt: uuid(attempt) };
  return { type: "creation.unsent", ...of, cause: "no connection" };
};

const first = lessonNamed("first.es.2");
const second = lessonNamed("second.es.2");
const third = lessonNamed("third.es.2");

it("refuses a ledger that an older version has begun to rebuild and not finished, also on a machine that remembers nothing", async () => {
  const folder = await quickFolder();
  const buyer = await buyerAt(folder);
  const counted = { lessons: 0 };
  await buyer.store.append({ type: "ledger.rebuilt", stage: "begun", sources: counted, seen: [] });
  const refused = { problem: { code: "ledger_half_rebuilt", path: buyer.store.location } };
  await expect(buyer.elsewhere.find()).rejects.toMatchObject(refused);
  await buyer.store.append({ type: "ledger.rebuilt", stage: "ended", sources: counted, seen: [] });
  expect(await buyer.elsewhere.find()).toBeNull();
});

describe("what this machine has bought with another ledger", () => {
  it("is not bought by a new ledger of the course, as soon as one lesson is intended", async () => {
    const folder = await quickFolder();
    const [a, b] = [await buyerAt(folder), await buyerAt(folder)];
    expect([await a.refusal(first), await b.refusal(second)]).toEqual([null, null]);
    await a.intend(first);
    expect([await a.refusal(second), await b.refusal(second)]).toEqual([null, "ledger_begun_anew"]);
    await a.store.close();
    expect(await b.elsewhere.find()).toMatchObject({
      ledgers: [{ path: a.store.location, isOwn: true, isThere: true }],
      again: [{ job: "first.es.2", credits: 13, isOwn: true }],
    });
    await b.store.close();
  });

  it("is bought under one lock: another course at the same service waits", async () => {
    const folder = await quickFolder();
    const [a, b] = [await buyerAt(folder), await buyerAt(folder, { course: "another" })];
    const over = new AbortController();
    const waiting = {
      world: { sleep: async () => over.abort() },
      stop: over.signal,
      onWait: () => undefined,
    };
    const held = await a.elsewhere.lock(waiting);
    expect([held !== null, await b.elsewhere.lock(waiting)]).toEqual([true, null]);
    await held?.close();
  });

  it("is found once, however often it is asked for, and forgotten once it is proven absent", async () => {
    const folder = await quickFolder();
    const [a, b] = [await buyerAt(folder), await buyerAt(folder)];
    await a.buy(first);
    await b.buy(third);
    expect([await b.refusal(first), await b.refusal(second)]).toEqual(["bought_elsewhere", null]);
    const attempt = await a.intend(second);
    expect(await b.refusal(second)).toBe("bought_elsewhere");
    await a.store.append(unsent(attempt));
    expect(await b.refusal(second)).toBeNull();
  });

  it("is recognized by its address if its request has changed, and in no other edition", async () => {
    const folder = await quickFolder();
    const a = await buyerAt(folder);
    await a.buy(first);
    const longer = lessonNamed("first.es.2", { length: "long" });
    const b = await buyerAt(folder, { jobs: [longer, third] });
    await b.buy(third);
    expect(await b.refusal(longer)).toBe("bought_elsewhere");
    await a.intend(second, { edition: "2" });
    expect(await b.refusal(second)).toBeNull();
  });

  it("with another course counts for a ledger that began without it, and not for one in long use", async () => {
    const folder = await quickFolder();
    const other = await buyerAt(folder, { course: "another" });
    await other.buy(first);
    const begun = await buyerAt(folder);
    expect([await begun.refusal(first), await begun.refusal(second)]).toEqual(["ledger_begun_anew", null]);
    await begun.buy(second);
    expect(await begun.refusal(first)).toBe("bought_elsewhere");
    const later = elsewhereFor(begun.store, [first], { course: identity.course, folder });
    expect(await later.refusal(first)).toBeNull();
  });

  it("is consented to lesson by lesson, in its edition, with the ledgers that were named", async () => {
    const folder = await quickFolder();
    const a = await buyerAt(folder);
    for (const job of [first, second]) await a.buy(job);
    const b = await buyerAt(folder, { jobs: [first] });
    const problem = await b.elsewhere.find();
    const { state } = b.store;
    await b.store.append(consentTo(problem, { state, who: "teacher", edition: "1" }));
    expect([await b.refusal(first), await b.refusal(second)]).toEqual([null, "ledger_begun_anew"]);
    const later = await b.elsewhere.refusal(lessonNamed("first.es.2", { length: "long" }));
    expect(later).toMatchObject({ again: [{ job: "first.es.2" }] });
    const c = await buyerAt(folder, { jobs: [third] });
    await c.buy(third);
    expect(await b.refusal(third)).toBe("ledger_begun_anew");
    const d = await buyerAt(folder, { jobs: [first] });
    await d.store.append(consentTo(problem, { state: d.store.state, who: "teacher", edition: "2" }));
    expect((await d.elsewhere.refusal(first))?.again).toMatchObject([{ job: "first.es.2" }]);
  });

  it("is known from the files of an older version, torn lines aside", async () => {
    const folder = await quickFolder();
    const a = await buyerAt(folder);
    await a.buy(first);
    const [opened] = a.store.events;
    if (opened?.type !== "ledger.opened") throw new Error("a ledger without a beginning");
    const state = join(folder, "state");
    const file = join(state, `purchases-${"0".repeat(32)}.jsonl`);
    const service = "https://STORIES.example/api/v1/";
    const remembered = { memory: 1, at: opened.at, ...identity, service, path: "/gone/ledger.jsonl" };
    const event = intended({ job: "second.es.2", attempt: 77 });
    const line = JSON.stringify({ ...remembered, ledger: opened.ledger, event });
    await writeFile(file, `\n${line}\n\nnull\n{"memory":2}\n${line.slice(0, 40)}`);
    // An older version has bought it with a copy of the same ledger.
    expect(await a.refusal(second)).toBe("bought_elsewhere");
    const b = await buyerAt(folder, { jobs: [second] });
    await appendFile(file, `\n${JSON.stringify({ ...remembered, ledger: uuid(5), event })}\n`);
    expect(await b.elsewhere.find()).toMatchObject({
      again: [{ path: "/gone/ledger.jsonl", isThere: false }],
    });
  });

  it("is known by the last event that the oldest versions saw in a ledger, if that has bought lessons of the course", async () => {
    for (const [course, code] of [
      [identity.course, "ledger_begun_anew"],
      ["another", undefined],
    ] as const) {
      const folder = await quickFolder();
      await realFiles.makeFolder(join(folder, "state"));
      const bought = { course, service: identity.service, path: "/gone/ledger.jsonl" };
      const head = { ledger: uuid(6), seq: 9, hash: "a".repeat(64), bought };
      await writeFile(join(folder, "state", `${head.ledger}.head`), JSON.stringify(head));
      const { elsewhere } = await buyerAt(folder);
      const found = await elsewhere.find();
      expect(found?.code).toBe(code);
      if (code !== undefined)
        expect(found).toMatchObject({ ledgers: [{ path: bought.path, isThere: false }] });
    }
  });

  it("explains a fall of the balance since a time, if it may have been charged later, and no more than was bought", async () => {
    const folder = await quickFolder();
    const [a, b] = [await buyerAt(folder), await buyerAt(folder)];
    await a.buy(first);
    const last = a.store.events.at(-1)?.at ?? "";
    const before = "2026-01-01T00:00:00.000Z";
    expect([await b.elsewhere.spentSince(before), await b.elsewhere.spentSince(last)]).toEqual([13, 0]);
    const attempt = await a.intend(second);
    await a.store.append(unsent(attempt));
    expect(await b.elsewhere.spentSince(before)).toBe(13);
    const setting = settingOf(first.job.request);
    const price = { credits: 13, writing: 13, audiobook: 0 };
    const state = { ...b.store.state, accountedQuote: null };
    for (const [now, unexplained] of [
      [60, 27],
      [95, undefined],
    ] as const) {
      const lastQuote = { at: before, balance: 100, seq: 1 } as LedgerState["lastQuote"];
      const fall = await fallIn([{ setting, price, balance: now }], { ...state, lastQuote }, b.elsewhere);
      expect(fall?.unexplained).toBe(unexplained);
    }
  });

  it("is not guessed: a mirror that can't be read stops every course of its service", async () => {
    const folder = await quickFolder();
    const [a, b] = [await buyerAt(folder), await buyerAt(folder)];
    await a.buy(first);
    await a.store.close();
    const state = join(folder, "state");
    const [name = ""] = (await readdir(state)).filter((one) => one.endsWith(".jsonl"));
    const mirror = join(state, name);
    const bytes = await readFile(mirror);
    const lines = bytes.toString().split("\n");
    await writeFile(mirror, bytes.toString().replace('"creation.intended"', '"creation.intendeD"'));
    expect(await problemOf(b.elsewhere.find())).toMatchObject({ code: "mirror_unusable", path: mirror });
    // Sectors that a power cut took were never synced, and a line that is being written is not there yet.
    await writeFile(mirror, `${lines[0]}\n\0\0\0${lines[1]?.slice(3)}\n${lines[2]?.slice(0, 50)}`);
    const c = await buyerAt(folder);
    expect(await c.elsewhere.find()).toBeNull();
    await writeFile(mirrorPath(state, uuid(8)), "no ledger\n");
    expect(await problemOf(c.elsewhere.find())).toMatchObject({ code: "mirror_unusable" });
  });
});
