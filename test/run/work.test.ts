import { describe, expect, it, test } from "vitest";
import { describeProblem } from "../../src/cli/problems/problems.ts";
import type { EventBody } from "../../src/ledger/format/event.ts";
import type { JobRecord } from "../../src/ledger/format/state.ts";
import { gapsOf, idToReplace, judgeReplacement, type Replacement } from "../../src/run/lesson.ts";
import { matchLessons } from "../../src/run/match.ts";
import { noticesOfFormats } from "../../src/run/plan-notices.ts";
import type { RunNotice } from "../../src/run/problem.ts";
import { divideWork, storyNow } from "../../src/run/work.ts";
import {
  accepted,
  intended,
  jobNamed,
  observed,
  planOf,
  refused,
  saved,
  stateOf,
  uuid,
} from "./histories.ts";

const job = jobNamed("a");

function divide(events: readonly EventBody[], replace: readonly Replacement[] = []) {
  const state = stateOf(...events);
  const plan = matchLessons(planOf([job]), state);
  return divideWork(plan, { ...plan, replace }, state);
}

it("the notice about formats names what a plan without formats no longer gets, and the line that brings it back", () => {
  expect(noticesOfFormats({ without: [], platforms: [] })).toEqual([]);
  expect(noticesOfFormats({ without: ["audio"], platforms: ["moodle"] })).toEqual([]);
  const [notice] = noticesOfFormats({ without: ["audio", "sheets"], platforms: [] });
  const said = describeProblem(notice as RunNotice);
  expect(said).toContain(
    "the formats audio, cartridge, scorm, moodle, h5p, the folder text/ and the publisher’s sheets.",
  );
  expect(said).toContain(
    "package: { formats: [web, epub, print, words, anki, teacher, audio, cartridge, scorm, moodle, h5p] }",
  );
});

describe("the remaining work", () => {
  const once = intended({ job: "a", attempt: 1 });
  const bought = [once, accepted("a", 1, 11)];

  it.each<[string, EventBody[], object]>([
    ["to buy a job that was never sent", [], { orders: [{ replaces: null }] }],
    ["to buy one that was provably refused", [once, refused("a", 1)], { orders: [{ replaces: null }] }],
    ["nothing for one whose creation is uncertain", [once], {}],
    ["to follow a story that has not ended", bought, { toFollow: [{ id: uuid(11) }] }],
    [
      "to follow each story that was paid for and has not ended, although another replaces it",
      [
        ...bought,
        { ...intended({ job: "a", attempt: 2 }), replaces: true } as EventBody,
        accepted("a", 2, 12),
      ],
      { toFollow: [{ id: uuid(11) }, { id: uuid(12) }] },
    ],
    ["nothing for a lesson that is done", [...bought, observed("a", 11, "ready"), saved("a", 11)], {}],
    ["not to buy a failed story again by itself", [...bought, observed("a", 11, "failed", 0)], {}],
  ])("is %s", (_, events, work) => {
    expect(divide(events)).toMatchObject({ orders: [], toFollow: [], ...work });
  });

  it("is to ask again for a story that the service did not find, and a package's gap says so", () => {
    const gapAfter = (event: EventBody) => gapsOf(matchLessons(planOf([job]), stateOf(...bought, event)));
    const missing = { type: "story.missing", edition: "1", job: "a", id: uuid(11) } as const;
    expect(divide([...bought, missing]).toFollow).toMatchObject([{ id: uuid(11) }]);
    expect(gapAfter(missing)).toMatchObject([{ state: "failed", askedAgain: true }]);
    const [failed] = gapAfter(observed("a", 11, "failed", 0));
    expect(failed?.state).toBe("failed");
    expect(failed?.askedAgain).toBeUndefined();
  });

  it("includes a second purchase only if a person names the job", () => {
    const replacing = divide(bought, [{ job: "a", of: uuid(11) }]);
    expect(replacing.orders).toMatchObject([{ replaces: uuid(1) }]);
  });

  it("shows a job that has changed and keeps its story", () => {
    const other = intended({ job: "a", attempt: 1, requestHash: "b".repeat(64) });
    const { orders, changed } = divide([other, accepted("a", 1, 11)]);
    expect([orders, changed.map(storyNow)]).toEqual([[], [{ job: "a", has: uuid(11).slice(0, 8) }]]);
  });

  it("includes stories of this edition that the plan no longer names", () => {
    const gone = [intended({ job: "gone", attempt: 1 }), accepted("gone", 1, 11)];
    expect(divide(gone).toFollow).toMatchObject([{ lesson: { name: "gone" }, id: uuid(11) }]);
    const other = [intended({ job: "gone", attempt: 1, edition: "0" }), accepted("gone", 1, 11, "0")];
    expect(divide(other).toFollow).toEqual([]);
  });
});

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
    for (const review of [null, { required: 1, gate: 4, narrator: null }])
      expect(ordersAfter([], { ...planOf(jobs), review })).toEqual({ orders: all, held: [], gates: [] });
  });

  it("a volume waits until enough of its lessons are approved, whichever they are", () => {
    const one = [...made("a.es.2"), ...made("b.es.2", false)];
    expect(ordersAfter(one).orders).toEqual(["a.es.4", "b.es.4"]);
    expect(ordersAfter(one).gates[0]).toMatchObject({ missing: 1, samples: ["b.es.2"] });
    const other = [...one, ...made("d.es.2")];
    expect(ordersAfter(other).orders).toEqual(["a.es.4", "b.es.4", "c.es.2"]);
  });

  it("an approval that has lapsed, and a rejection, open nothing", () => {
    const both = [...made("a.es.2"), ...made("b.es.2")];
    expect(ordersAfter(both).orders).toContain("c.es.2");
    const lapsed = { text: "f".repeat(64), sound: null, times: null };
    for (const change of [{ seen: lapsed }, { type: "lesson.rejected" }]) {
      const changed = both.map((event) =>
        event.type === "lesson.approved" ? ({ ...event, ...change } as EventBody) : event,
      );
      expect(ordersAfter(changed).orders).not.toContain("c.es.2");
    }
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

const recordOf = (...events: readonly EventBody[]): JobRecord | undefined =>
  stateOf(...events).jobs.get("1/a");

const other = "abcdef01-0000-4000-8000-000000000000";
const tried = (attempt: number) => intended({ job: "a", attempt });
const first = [tried(1), accepted("a", 1, 11)];
const second = [tried(2), { ...accepted("a", 2, 12), id: other } as EventBody];

test.each([
  ["a job that was never bought", [], uuid(11), "nothing_there"],
  ["a job that was only refused", [tried(1), refused("a", 1)], uuid(1), "nothing_there"],
  ["the story that a job has", first, uuid(11), "due"],
  ["the attempt that made it", first, uuid(1), "due"],
  ["the attempt that nobody knows the outcome of", [tried(1)], uuid(1), "uncertain"],
  ["what came before such an attempt", [...first, tried(2)], uuid(11), "made"],
  ["nothing, of such an attempt", [tried(1)], null, "uncertain"],
  ["the story of before", [...first, ...second], uuid(11), "made"],
  ["the attempt of before", [...first, ...second], uuid(1), "made"],
  ["the story of now, by its first characters", [...first, ...second], "abcdef01", "due"],
  ["what came before an attempt that was refused", [...first, tried(2), refused("a", 2)], uuid(11), "due"],
  ["an attempt that was refused", [...first, tried(2), refused("a", 2)], uuid(2), "unknown"],
  ["another story", first, uuid(99), "unknown"],
  ["two stories at once", [...first, ...second], "00000000", "unknown"],
  ["too little of an id", [...first, ...second], "abcdef0", "unknown"],
  ["nothing", first, null, "unnamed"],
] as const)("%s is named", (_, events, of, verdict) => {
  expect(judgeReplacement({ job: "a", of }, recordOf(...events))).toBe(verdict);
});

test("a job's story is named by the first characters of its id", () => {
  expect(idToReplace(undefined)).toBeNull();
  expect(idToReplace(recordOf(...first))).toBe("00000000");
  expect(idToReplace(recordOf(...first, ...second))).toBe("abcdef01");
});
