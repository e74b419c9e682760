import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import type { PlannedLesson } from "../../src/run/lesson.ts";
import { matchLessons } from "../../src/run/match.ts";
import { PurchaseWatch } from "../../src/run/memory/purchase-watch.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { randomUuid } from "../../src/shared/world.ts";
import { identity, open, quickFolder } from "../ledger/fixtures.ts";
import { lessonNamed, planOf } from "./histories.ts";

/** A run of the course with a ledger of its own, step by step. */
class Buyer {
  readonly store: LedgerStore;
  readonly #watch: PurchaseWatch;
  readonly #attempts = new Map<string, EventBody & { type: "creation.intended" }>();

  private constructor(store: LedgerStore, jobs: readonly PlannedLesson[], folder: string) {
    this.store = store;
    const { state, stateFolder, location } = store;
    const plan = matchLessons({ ...planOf(jobs.map(({ job }) => job)), course: identity.course }, state);
    const place = { identity, stateFolder, folder, location, files: realFiles };
    this.#watch = new PurchaseWatch({ plan, lessons: plan.lessons, state }, place);
  }

  static async at(
    folder: string,
    name: string,
    jobs: readonly PlannedLesson[] = [first, second],
  ): Promise<Buyer> {
    const path = join(folder, name, "ledger.jsonl");
    await realFiles.makeFolder(join(folder, name));
    const buyer = new Buyer(
      await open(path, { stateFolder: join(folder, "state") }),
      jobs,
      join(folder, name),
    );
    expect(await buyer.#watch.find()).toMatchObject({ forgotten: 0, ledgers: [], again: [] });
    return buyer;
  }

  /** Whether it would go on to record its intention. */
  async mayIntend(lesson: PlannedLesson): Promise<boolean> {
    return (await this.#watch.refusal(lesson, null)) === null;
  }

  async intend({ job }: PlannedLesson): Promise<void> {
    const intended = {
      type: "creation.intended",
      edition: "1",
      job: job.id,
      attempt: randomUuid({ random: Math.random }),
      run: randomUuid({ random: Math.random }),
      request: { ...job.request },
      requestHash: requestHash(job.request),
      price: { credits: 13, writing: 13, audiobook: 0 },
      balanceBefore: null,
      month: "2026-11",
      replaces: false,
    } as const;
    this.#attempts.set(job.id, intended);
    await this.store.append(intended);
  }

  /** Whether it would go on to send what it intended; where not it withdraws. */
  async maySend(lesson: PlannedLesson): Promise<boolean> {
    const { job } = lesson;
    const { edition, attempt } = this.#attempts.get(job.id) ?? { edition: "", attempt: "" };
    if ((await this.#watch.refusal(lesson, attempt)) === null) return true;
    await this.store.append({ type: "creation.unsent", edition, job: job.id, attempt, cause: "later" });
    return false;
  }
}

const first = lessonNamed("first.es.2");
const second = lessonNamed("second.es.2");

test("of two runs that intend the same lesson at once the first in the memory sends, whichever looks first", async () => {
  for (const looks of ["the first", "the second"]) {
    const folder = await quickFolder();
    const buyers = [await Buyer.at(folder, "a"), await Buyer.at(folder, "b")] as const;
    for (const buyer of buyers) expect(await buyer.mayIntend(first)).toBe(true);
    for (const buyer of buyers) await buyer.intend(first);
    const [a, b] = buyers;
    const sends = { a: false, b: false };
    if (looks === "the second") sends.b = await b.maySend(first);
    sends.a = await a.maySend(first);
    if (looks === "the first") sends.b = await b.maySend(first);
    expect(sends, `${looks} looks first`).toEqual({ a: true, b: false });
    // The first goes on with its other lessons, and the second is told before it intends anything.
    expect(await a.mayIntend(second)).toBe(true);
    expect(await b.mayIntend(second)).toBe(false);
    await Promise.all(buyers.map(({ store }) => store.close()));
  }
});

test("two runs that begin with different lessons of one new course don't both continue", async () => {
  const folder = await quickFolder();
  const [a, b] = [await Buyer.at(folder, "a"), await Buyer.at(folder, "b")];
  await a.intend(first);
  await b.intend(second);
  expect([await a.maySend(first), await b.maySend(second)]).toEqual([true, false]);
  expect([await a.mayIntend(second), await b.mayIntend(first)]).toEqual([true, false]);
  await Promise.all([a.store.close(), b.store.close()]);
});

test("a run that died with an intention keeps the lesson, because its outcome is unknown", async () => {
  const folder = await quickFolder();
  const [a, b] = [await Buyer.at(folder, "a"), await Buyer.at(folder, "b")];
  await a.intend(first);
  await a.store.close();
  expect(await b.mayIntend(first)).toBe(false);
  await b.store.close();
});

test("a missing or unreadable memory blocks nothing", async () => {
  const folder = await quickFolder();
  const a = await Buyer.at(folder, "a");
  await rm(join(folder, "state"), { recursive: true });
  expect(await a.mayIntend(first)).toBe(true);
  await a.intend(first);
  expect(await a.maySend(first)).toBe(true);
  await a.store.close();
});
