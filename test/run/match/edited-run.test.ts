import { expect, test } from "vitest";
import type { Job, Plan } from "../../../src/plan/plan.ts";
import type { RunReport } from "../../../src/run/report.ts";
import { History } from "../../simulation/history.ts";
import { soundNet } from "../../simulation/scenario.ts";
import { longLife } from "../../simulation/world/kernel.ts";
import { soundDisk } from "../../simulation/world/process-files.ts";
import { jobNamed, planOf } from "../histories.ts";

type Topic = readonly [id: string, text: string];

/** A course that is run again and again on a machine and with a service that are in good order. */
class Course {
  readonly #history = new History(1, (files) => files, null, null);

  constructor() {
    const { health, wire, service } = this.#history.machine;
    health.troubles = soundDisk;
    wire.troubles = soundNet;
    service.balance = null;
    service.terms = { ...service.terms, failsWriting: 0, cancels: 0, failsBook: 0, dearer: 0 };
  }

  /** Runs a plan of these topics; gives the report, and how many requests were sent. */
  async run(...topics: readonly Topic[]): Promise<RunReport & { readonly sends: number }> {
    const { judge } = this.#history.machine;
    const before = judge.sends;
    this.#history.plan = planOfTopics(topics);
    const end = await this.#history.live([this.#history.run(longLife)]);
    if (end.kind !== "ran") throw new Error(JSON.stringify(end));
    return { ...end.report, sends: judge.sends - before };
  }
}

function planOfTopics(topics: readonly Topic[]): Plan {
  const jobs = topics.map(([id, topic]): Job => {
    const { ledgerName: _n, ledgerKey: _k, match: _m, boughtAs: _b, ...job } = jobNamed(`${id}.es.2`);
    return { ...job, topicId: id, request: { ...job.request, topic } };
  });
  const {
    left: _l,
    doubtful: _d,
    contradicted: _c,
    news: _n,
    newMoves: _m,
    putBack: _p,
    basis: _b,
    newlyInherited: _i,
    ...plan
  } = planOf([]);
  return { ...plan, jobs };
}

const codes = ({ problems }: RunReport): string[] => problems.map(({ code }) => code);

test("while it is unclear which job a lesson belongs to, nothing new is bought and nothing is bound", async () => {
  const course = new Course();
  expect(await course.run(["a", "The market is open"])).toMatchObject({ exitCode: 0, sends: 1 });
  const doubted = await course.run(["a", "Der Markt"], ["b", "Whales"]);
  expect(doubted).toMatchObject({ exitCode: 2, sends: 0, package: null });
  expect(codes(doubted)).toContain("lessons_doubtful");
});

test("lessons whose texts were swapped without their ids are not bound in each other's places", async () => {
  const course = new Course();
  const bought = await course.run(["a", "The market is open"], ["b", "A train at night"]);
  expect(bought).toMatchObject({ exitCode: 0, sends: 2 });
  const swapped = await course.run(["a", "The trains at night"], ["b", "The markets are open"]);
  expect(swapped).toMatchObject({ exitCode: 2, sends: 0, package: null, withheld: false });
});

test("an edit is compared with the one before it, not with what was bought long ago", async () => {
  const course = new Course();
  await course.run(["a", "The market is open"]);
  expect(await course.run(["a", "Der Markt hat offen"])).toMatchObject({ exitCode: 0, sends: 0 });
  expect(await course.run(["b", "Der Markt hat offen"])).toMatchObject({ exitCode: 0, sends: 0 });
});
