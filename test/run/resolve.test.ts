import { describe, expect, it } from "vitest";
import { explainedSince } from "../../src/ledger/format/charges.ts";
import type { EventBody, EventOf } from "../../src/ledger/format/event.ts";
import { fold } from "../../src/ledger/format/fold.ts";
import { misfitsOf, openCreations, spansOf, weigh } from "../../src/run/resolve.ts";
import { accepted, history, intended, observed, uuid } from "./histories.ts";

const setting = { lang: "es", difficulty: 2, length: "short", audiobook: true };

function quoted(): EventBody {
  const price = { credits: 25, writing: 13, audiobook: 12 };
  return { type: "quote.received", edition: "1", setting, price, balance: 1000 };
}

const withBook = (job: string, attempt: number) => intended({ job, attempt, audiobook: true, credits: 25 });

/** What the ledger explains of the balance since the quote before an attempt. */
function explained(bodies: readonly EventBody[], attempt: number) {
  const state = fold(history(bodies));
  const attempts = [...state.jobs.values()].flatMap((record) => record.attempts);
  const open = attempts.find((one) => one.attempt === uuid(attempt));
  if (open?.quote == null) throw new Error("no balance is known before the attempt");
  return explainedSince(open.quote.seq, state);
}

const bought = [withBook("a", 1), accepted("a", 1, 101)];

it.each([
  [
    "is the observed cost of its stories since the quote before the creation",
    [...bought, observed("a", 101, "failed", 13)],
    [13, 13],
  ],
  [
    "leaves out what was charged before that quote",
    [...bought, observed("a", 101, "failed", 13), quoted()],
    [0, 0],
  ],
  [
    "is a range if a story had not ended at the quote, since its charge may be on either side",
    [...bought, observed("a", 101, "writing", 0), quoted(), observed("a", 101, "failed", 13)],
    [0, 13],
  ],
  [
    "is a range if a story is unfinished, since it may have been charged more than was seen",
    [...bought, observed("a", 101, "ready", 13)],
    [13, 25],
  ],
  [
    "is negative if a story's charge was refunded",
    [...bought, observed("a", 101, "ready", 13), quoted(), observed("a", 101, "failed", 0)],
    [-13, 0],
  ],
  [
    "includes nothing of creations whose outcome is unknown, or that were refused",
    [withBook("other", 1)],
    [0, 0],
  ],
])("The part of a fall of the balance that a ledger explains %s", (_, events, [least, most]) => {
  expect(explained([quoted(), ...events, withBook("lost", 2)], 2)).toEqual({ least, most });
});

it.each([
  ["doesn't speak for a story if it is too small for its writing", 988, []],
  ["speaks for a story if it covers its writing", 987, ["balance-fell"]],
  ["speaks for a story, too, if more was taken", 975, ["balance-fell"]],
])("What a fall of the balance leaves unexplained %s", (_, balanceNow, codes) => {
  const state = fold(history([quoted(), { ...withBook("lost", 1), balanceBefore: 1000 } as EventBody]));
  const [open] = openCreations(state);
  if (open === undefined) throw new Error("no open creation");
  const evidence = { balanceNow, newestBooks: [], aheadNow: null };
  const { contrary } = weigh(open, { state, evidence, now: 0, creationTimeoutMs: null });
  expect(contrary.map(({ code }) => code)).toEqual(codes);
});

it("Books that are of no story in the ledger are shown, and speak neither for a story nor against one", () => {
  const ours = { ...observed("a", 101, "done", 25), book: { id: uuid(7), status: "ready" } } as EventBody;
  const state = fold(history([quoted(), ...bought, ours, withBook("lost", 2)]));
  const [open] = openCreations(state);
  if (open === undefined) throw new Error("no open creation");
  const evidence = { balanceNow: null, newestBooks: [uuid(8), uuid(7)], aheadNow: null };
  const weighed = weigh(open, { state, evidence, now: 0, creationTimeoutMs: null });
  expect(weighed).toMatchObject({ unknownBooks: [uuid(8)], contrary: [] });
});

describe("a story that a person names for an uncertain creation", () => {
  const events = history([
    intended({ job: "a", attempt: 1 }),
    intended({ job: "b", attempt: 2 }),
    accepted("b", 2, 12),
  ]);
  const state = fold(events);
  const [open] = openCreations(state);
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
    misfitsOf(read, attempt, { state, spans: spansOf(attempt, null) });

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
