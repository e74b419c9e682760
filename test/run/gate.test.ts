import { describe, expect, it } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { matchLessons } from "../../src/run/match.ts";
import { divideWork } from "../../src/run/work.ts";
import { accepted, intended, jobNamed, observed, planOf, saved, stateOf, uuid } from "./histories.ts";

const jobs = ["a", "b", "c", "d"].flatMap((topic) =>
  [2, 4].map((difficulty) => {
    const job = jobNamed(`${topic}.es.${difficulty}`);
    return { ...job, request: { ...job.request, difficulty } };
  }),
);
const plan = { ...planOf(jobs), review: { required: 1, gate: 2, narrator: null } };

function ordersAfter(events: readonly EventBody[], given: typeof plan | ReturnType<typeof planOf> = plan) {
  const state = stateOf(...events);
  const matched = matchLessons(given, state);
  const { orders, held, gates } = divideWork(matched, { ...matched, replace: [] }, state);
  const jobsOf = (some: typeof orders) => some.map(({ lesson }) => lesson.job.id);
  return { orders: jobsOf(orders), held: jobsOf(held), gates };
}

let attempts = 0;

/** A lesson that was bought, finished and, if so, approved. */
function made(job: string, isApproved = true): EventBody[] {
  attempts += 1;
  const bought = [intended({ job, attempt: attempts }), accepted(job, attempts, 100 + attempts)];
  const text = saved(job, 100 + attempts);
  const seen = { text: (text as { sha256: string }).sha256, sound: null, times: null };
  const decision = { edition: "1", job, id: uuid(100 + attempts), decision: uuid(500 + attempts) };
  const approved: EventBody = {
    type: "lesson.approved",
    ...decision,
    who: "Ana Ruiz",
    why: null,
    seen,
    despite: [],
  };
  return [...bought, observed(job, 100 + attempts, "ready"), text, ...(isApproved ? [approved] : [])];
}

describe("behind the gate of a plan", () => {
  it("wait all but the first lessons of each volume", () => {
    expect(ordersAfter([])).toEqual({
      orders: ["a.es.2", "a.es.4", "b.es.2", "b.es.4"],
      held: ["c.es.2", "d.es.2", "c.es.4", "d.es.4"],
      gates: [
        { volume: "es-2", missing: 2, samples: ["a.es.2", "b.es.2"], waiting: 2 },
        { volume: "es-4", missing: 2, samples: ["a.es.4", "b.es.4"], waiting: 2 },
      ],
    });
  });

  it("nothing waits if the plan has none, or no more lessons than that", () => {
    const all = jobs.map(({ id }) => id);
    expect(ordersAfter([], planOf(jobs))).toEqual({ orders: all, held: [], gates: [] });
    expect(ordersAfter([], { ...plan, review: { required: 1, gate: 4, narrator: null } })).toEqual({
      orders: all,
      held: [],
      gates: [],
    });
  });

  it("a volume waits until enough of its lessons are approved, whichever they are", () => {
    const one = [...made("a.es.2"), ...made("b.es.2", false)];
    expect(ordersAfter(one).orders).toEqual(["a.es.4", "b.es.4"]);
    expect(ordersAfter(one).gates[0]).toMatchObject({ missing: 1, samples: ["b.es.2"] });
    const other = [...one, ...made("d.es.2")];
    expect(ordersAfter(other).orders).toEqual(["a.es.4", "b.es.4", "c.es.2"]);
  });

  it("an approval that has lapsed opens nothing", () => {
    const both = [...made("a.es.2"), ...made("b.es.2")];
    expect(ordersAfter(both).orders).toContain("c.es.2");
    const renewed = both.map((event) =>
      event.type === "lesson.approved" ? { ...event, seen: { ...event.seen, text: "f".repeat(64) } } : event,
    );
    expect(ordersAfter(renewed).orders).not.toContain("c.es.2");
  });

  it("a replacement does not wait", () => {
    const state = stateOf(...made("d.es.2", false));
    const replace = [{ job: "d.es.2", of: uuid(100 + attempts) }];
    const matched = matchLessons(plan, state);
    const { orders } = divideWork(matched, { ...matched, replace }, state);
    expect(orders.filter(({ replaces }) => replaces !== null).map(({ lesson }) => lesson.job.id)).toEqual([
      "d.es.2",
    ]);
  });
});
