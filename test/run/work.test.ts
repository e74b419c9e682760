import { describe, expect, it } from "vitest";
import type { EventBody, EventOf } from "../../src/ledger/format/event.ts";
import { fold } from "../../src/ledger/format/fold.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { gapsOf } from "../../src/run/bind.ts";
import type { Replacement } from "../../src/run/create/replacements.ts";
import { Journal } from "../../src/run/journal.ts";
import { matchLessons } from "../../src/run/match.ts";
import { openCreations, spansOf } from "../../src/run/settle/open-creations.ts";
import { misfitsOf } from "../../src/run/settle/resolve.ts";
import { divideWork } from "../../src/run/work.ts";
import {
  accepted,
  history,
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

describe("the remaining work", () => {
  it("is to buy a job that was never sent, or was provably refused", () => {
    expect(divide([]).orders).toMatchObject([{ replaces: null }]);
    expect(divide([intended({ job: "a", attempt: 1 }), refused("a", 1)]).orders).toHaveLength(1);
  });

  it("is nothing for a job whose creation is uncertain", () => {
    expect(divide([intended({ job: "a", attempt: 1 })])).toMatchObject({ orders: [], toFollow: [] });
  });

  it("is to follow a story that has not ended, and nothing for one that is done", () => {
    const bought = [intended({ job: "a", attempt: 1 }), accepted("a", 1, 11)];
    expect(divide(bought)).toMatchObject({ orders: [], toFollow: [{ id: uuid(11) }] });
    expect(divide([...bought, observed("a", 11, "ready"), saved("a", 11)])).toMatchObject({
      orders: [],
      toFollow: [],
    });
  });

  it("does not include buying a failed story again by itself", () => {
    const failed = [intended({ job: "a", attempt: 1 }), accepted("a", 1, 11), observed("a", 11, "failed", 0)];
    expect(divide(failed)).toMatchObject({ orders: [], toFollow: [] });
  });

  it("is to ask again for a story that the service did not find, and a package's gap says so", () => {
    const bought = [intended({ job: "a", attempt: 1 }), accepted("a", 1, 11)];
    const gapAfter = (event: EventBody) => gapsOf(matchLessons(planOf([job]), stateOf(...bought, event)));
    const missing = { type: "story.missing", edition: "1", job: "a", id: uuid(11) } as const;
    expect(divide([...bought, missing]).toFollow).toMatchObject([{ id: uuid(11) }]);
    expect(gapAfter(missing)).toMatchObject([{ state: "failed", askedAgain: true }]);
    const [failed] = gapAfter(observed("a", 11, "failed", 0));
    expect(failed?.state).toBe("failed");
    expect(failed?.askedAgain).toBeUndefined();
  });

  it("includes a second purchase only if a person names the job", () => {
    const bought = [intended({ job: "a", attempt: 1 }), accepted("a", 1, 11)];
    const replacing = divide(bought, [{ job: "a", of: uuid(11) }]);
    expect(replacing.orders).toMatchObject([{ replaces: uuid(1) }]);
  });

  it("shows a job that has changed and keeps its story", () => {
    const other = intended({ job: "a", attempt: 1, requestHash: "b".repeat(64) });
    expect(divide([other, accepted("a", 1, 11)])).toMatchObject({
      orders: [],
      changed: [{ job: "a", has: uuid(11).slice(0, 8) }],
    });
  });

  it("includes stories of this edition that the plan no longer names", () => {
    const gone = [intended({ job: "gone", attempt: 1 }), accepted("gone", 1, 11)];
    expect(divide(gone).orphans).toMatchObject([{ lesson: { name: "gone" }, id: uuid(11) }]);
    const other = [intended({ job: "gone", attempt: 1, edition: "0" }), accepted("gone", 1, 11, "0")];
    expect(divide(other).orphans).toEqual([]);
  });
});

describe("a story that a person names for an uncertain creation", () => {
  const events = history([
    intended({ job: "a", attempt: 1 }),
    intended({ job: "b", attempt: 2 }),
    accepted("b", 2, 12),
  ]);
  const store: LedgerStore = {
    location: "ledger.jsonl",
    stateFolder: null,
    events,
    state: fold(events),
    notices: [],
    append: () => Promise.reject(new Error("nothing is appended here")),
    stillHolds: () => Promise.resolve(null),
    rescue: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
  const journal = new Journal(store);
  const [open] = openCreations(journal.state);
  if (open === undefined) throw new Error("no open creation");
  const story = {
    id: uuid(11),
    status: "writing",
    topic: "a",
    lang: "es",
    difficulty: 2,
    title: null,
    text: null,
    error: null,
    credits: 0,
    book: null,
    createdAt: "2026-11-20T00:00:01.000Z",
  };

  const misfits = (read: typeof story, { attempt }: typeof open) =>
    misfitsOf(read, attempt, { journal, spans: spansOf(attempt, null) });

  it("fits if topic, language, difficulty and time are those of the attempt", () => {
    expect(misfits(story, open)).toEqual([]);
  });

  const hoursLater: EventOf<"creation.uncertain"> = {
    seq: 9,
    at: "2026-11-20T03:00:00.000Z",
    hash: "",
    type: "creation.uncertain",
    edition: "1",
    job: "a",
    attempt: uuid(1),
    cause: "reset",
    status: null,
    answer: null,
  };

  it("fits if a computer that slept sent its request long after it was intended", () => {
    const slept = {
      ...open,
      attempt: { ...open.attempt, outcome: { kind: "uncertain" as const, event: hoursLater } },
    };
    const createdAt = "2026-11-20T03:00:00.000Z";
    expect(misfits({ ...story, createdAt }, slept)).toEqual([]);
    expect(misfits({ ...story, createdAt: "2026-11-20T06:00:00.000Z" }, slept)).toEqual(["time"]);
  });

  it.each([
    ["topic", { topic: "another" }],
    ["language", { lang: "fr" }],
    ["difficulty", { difficulty: 3 }],
    ["time", { createdAt: "2026-11-19T00:00:00Z" }],
    ["time", { createdAt: "2026-11-20T03:00:00Z" }],
    ["time", { createdAt: "long ago" }],
    ["other-lesson", { id: uuid(12) }],
  ] as const)("does not fit if its %s differs", (misfit, change) => {
    expect(misfits({ ...story, ...change }, open)).toEqual([misfit]);
  });
});
