import { describe, expect, it } from "vitest";
import { explainedSince } from "../../src/ledger/format/charges.ts";
import type { EventBody, EventOf } from "../../src/ledger/format/event.ts";
import { misfitsOf, openCreations, weigh } from "../../src/run/resolve.ts";
import { accepted, history, intended, observed, stateOf, uuid } from "./histories.ts";

const setting = { lang: "es", difficulty: 2, length: "short", audiobook: true };

function quoted(): EventBody {
  const price = { credits: 25, writing: 13, audiobook: 12 };
  return { type: "quote.received", edition: "1", setting, price, balance: 1000 };
}

const withBook = (job: string, attempt: number) => intended({ job, attempt, audiobook: true, credits: 25 });

/** The first creation of unknown outcome after some events. */
function openAfter(...events: readonly EventBody[]) {
  const state = stateOf(...events);
  const [open] = openCreations(state);
  if (open === undefined) throw new Error("no open creation");
  return { state, open };
}

function weighed(
  events: readonly EventBody[],
  evidence: { balanceNow: number | null; newestBooks: string[] },
) {
  const { state, open } = openAfter(...events);
  const known = { state, evidence: { ...evidence, serviceNow: null }, now: 0, creationTimeoutMs: null };
  return weigh(open, known);
}

const bought = [withBook("a", 1), accepted("a", 1, 101)];

const seen = (status: string, credits: number) => observed("a", 101, status, credits);
const ends = (credits: number) => seen("failed", credits);

it.each<[string, EventBody[], number]>([
  ["what its stories have cost since the quote before the creation", [...bought, ends(13)], 13],
  ["nothing of what was charged before that quote", [...bought, ends(13), quoted()], 0],
  [
    "the cost of a story that had not ended at the quote: it may have been charged after it",
    [...bought, seen("writing", 0), quoted(), ends(13)],
    13,
  ],
  [
    "the whole price of an unfinished story, which may have been charged more than was seen",
    [...bought, seen("ready", 13)],
    25,
  ],
  ["nothing if a charge was refunded", [...bought, seen("ready", 13), quoted(), ends(0)], 0],
  ["nothing of creations whose outcome is unknown", [withBook("b", 1)], 0],
])("The most that a ledger explains of a fall of the balance is %s", (_, events, most) => {
  const { jobs } = stateOf(quoted(), ...events, withBook("lost", 2));
  const seq = jobs.get("1/lost")?.attempts[0]?.quote?.seq ?? 0;
  expect(explainedSince(seq, { jobs })).toBe(most);
});

it.each([
  ["A balance that did not fall doesn't speak for a story", 1000, []],
  ["A fall of the balance that nothing explains speaks for a story", 987, ["balance-fell"]],
])("%s", (_, balanceNow, codes) => {
  const { contrary } = weighed([quoted(), withBook("lost", 1)], { balanceNow, newestBooks: [] });
  expect(contrary.map(({ code }) => code)).toEqual(codes);
});

it.each([
  ["speaks for a story", 202, ["answered"]],
  ["doesn't, if it is no success", 500, []],
])("An answer without a readable id %s", (_, status, codes) => {
  const of = { edition: "1", job: "lost", attempt: uuid(1) };
  const told: EventBody = { type: "creation.uncertain", ...of, cause: "no id", status, answer: null };
  const { contrary } = weighed([withBook("lost", 1), told], { balanceNow: null, newestBooks: [] });
  expect(contrary.map(({ code }) => code)).toEqual(codes);
});

it.each<[string, Partial<EventOf<"creation.uncertain">>, number]>([
  ["its time-out, though its failure came sooner", {}, 360_000],
  [
    "as long as a computer that slept may have taken to send it",
    { at: "2026-11-20T01:00:00.000Z" },
    3_840_000,
  ],
])("A creation may still be under way for %s, and five minutes more", (_, change, waitMs) => {
  const of = { edition: "1", job: "lost", attempt: uuid(1) };
  const lost: EventBody = { type: "creation.uncertain", ...of, cause: "reset", status: null, answer: null };
  const { state, open } = openAfter(withBook("lost", 1), lost);
  if (open.outcome === null) throw new Error("no outcome");
  const outcome = { ...open.outcome, ...change };
  const known = { state, evidence: null, now: Date.UTC(2026, 10, 20, 0, 1), creationTimeoutMs: 120_000 };
  expect(weigh({ ...open, outcome }, known).contrary).toEqual([{ code: "too-early", waitMs }]);
  expect(weigh({ ...open, outcome }, { ...known, creationTimeoutMs: null }).contrary).toEqual([]);
});

it("Of the ids in an answer those of the ledger's own attempts, runs and stories prove nothing", () => {
  const of = { edition: "1", job: "lost", attempt: uuid(2) };
  const ids = [uuid(2), uuid(900), uuid(101), uuid(77)];
  const told: EventBody = { type: "creation.uncertain", ...of, cause: "odd", status: 200, answer: null, ids };
  const { open } = openAfter(...bought, withBook("lost", 2), told);
  expect(open.seen).toEqual([{ where: "answer", id: uuid(77) }]);
});

it("Books that are of no story in the ledger are shown, and speak neither for a story nor against one", () => {
  const ours = Object.assign(observed("a", 101, "done", 25), { book: { id: uuid(7), status: "ready" } });
  const books = { balanceNow: null, newestBooks: [uuid(8), uuid(7)] };
  const found = weighed([quoted(), ...bought, ours, withBook("lost", 2)], books);
  expect(found).toMatchObject({ unknownBooks: [uuid(8)], contrary: [] });
});

describe("a story that a person names for an uncertain creation", () => {
  const { state, open } = openAfter(
    intended({ job: "a", attempt: 1 }),
    intended({ job: "b", attempt: 2 }),
    accepted("b", 2, 12),
  );
  const shown = { topic: "a", lang: "es", difficulty: 2, title: null, text: null, error: null };
  const createdAt = "2026-11-20T00:00:01.000Z";
  const story = { id: uuid(11), status: "writing", ...shown, credits: 0, book: null, createdAt };

  const misfits = (read: typeof story, { attempt }: typeof open) => misfitsOf(read, attempt, state);

  it("fits if topic, language, difficulty and time are those of the attempt", () => {
    expect(misfits(story, open)).toEqual([]);
  });

  it("fits if a computer that slept sent its request long after it was intended", () => {
    const of = { edition: "1", job: "a", attempt: uuid(1) };
    const lost: EventBody = { type: "creation.uncertain", ...of, cause: "reset", status: null, answer: null };
    const [event] = history([lost], Date.UTC(2026, 10, 20, 3)) as [EventOf<"creation.uncertain">];
    const slept = { ...open, attempt: { ...open.attempt, outcome: { kind: "uncertain" as const, event } } };
    expect(misfits({ ...story, createdAt: "2026-11-20T03:00:00.000Z" }, slept)).toEqual([]);
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
