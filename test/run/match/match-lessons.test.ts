import { expect, test } from "vitest";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { matchLessons } from "../../../src/run/match/match-lessons.ts";
import { planOf, stateOf } from "../histories.ts";
import { buys, doubted, found, job, match, place, removal } from "./match-fixtures.ts";

test("renumbered ids change nothing: each lesson follows its text", () => {
  const events = [...buys("t1", ["One"]), ...buys("t2", ["Two"])];
  expect(match([job("t1", ["Zero"]), job("t2", ["One"]), job("t3", ["Two"])], events)).toEqual({
    jobs: ["t1: new t1~2", "t2: text t1", "t3: text t2"],
    left: [],
  });
});

test("of several lessons with one text each job gets the one with exactly its request, then the one with its own id", () => {
  const events = [...buys("a", ["One", "long"]), ...buys("b", ["One"])];
  expect(match([job("a", ["One"]), job("b", ["One", "long"])], events).jobs).toEqual([
    "a: text b",
    "b: text a",
  ]);
  const reset = [...buys("a", ["One"]), ...buys("b", ["One"])];
  expect(match([job("b", ["One", "long"])], reset)).toEqual({ jobs: ["b: text b"], left: ["a"] });
});

test("a topic that keeps its id keeps its story, however reworded and whatever its length", () => {
  const events = [...buys("a", ["One"]), ...buys("b", ["Two"], "open")];
  expect(match([job("a", ["Eins", "long"]), job("b", ["Zwei"])], events)).toEqual({
    jobs: ["a: id a", "b: id b"],
    left: [],
  });
});

test("a moved lesson is found under its former ids, the newest first, and under its own before them", () => {
  const older = buys("oldest", ["One"]);
  const newer = buys("old", ["Two"]);
  expect(match([job("new", ["Neu"], ["old", "oldest"])], [...older, ...newer])).toEqual({
    jobs: ["new: moved old"],
    left: ["oldest"],
  });
  expect(match([job("new", ["Neu"], ["old"])], [...newer, ...buys("new", ["Own"])])).toEqual({
    jobs: ["new: id new"],
    left: ["old"],
  });
});

test("moves that swap ids or renumber a list carry reworded lessons along", () => {
  const events = [...buys("t1", ["One"]), ...buys("t2", ["Two"])];
  const shifted = [job("t1", ["Neu"]), job("t2", ["Eins"], ["t1"]), job("t3", ["Zwei"], ["t2", "t1"])];
  expect(match(shifted, events)).toEqual({
    jobs: ["t1: new t1~2", "t2: moved t1", "t3: moved t2"],
    left: [],
  });
  // The same plan, once the new one is bought: its number tells it from the lesson that moved on.
  expect(match(shifted, [...events, ...buys("t1~2", ["Neu"])]).jobs[0]).toBe("t1: text t1~2");
  const reworded = [job("t1", ["Ganz neu"]), ...shifted.slice(1)];
  expect(match(reworded, [...events, ...buys("t1~2", ["Neu"])])).toEqual({
    jobs: ["t1: id t1~2", "t2: moved t1", "t3: moved t2"],
    left: [],
  });
  const swapped = [job("t1", ["Zwei"], ["t2"]), job("t2", ["Eins"], ["t1"])];
  expect(match(swapped, events)).toEqual({ jobs: ["t1: moved t2", "t2: moved t1"], left: [] });
});

test("a refused creation is not a lesson, and its name is free", () => {
  expect(match([job("a", ["One"])], buys("a", ["One"], "refused"))).toEqual({ jobs: ["a: new a"], left: [] });
  const events = [...buys("a", ["One"]), ...buys("a~2", ["Neu"], "refused")];
  expect(match([job("a", ["Neu"]), job("b", ["One"])], events).jobs).toEqual(["a: new a~2", "b: text a"]);
});

test("other editions do not matter", () => {
  const [one, two] = buys("a", ["One"]).map((event) => ({ ...event, edition: "2" }) as EventBody);
  expect(
    match(
      [job("b", ["One"])],
      [one, two].flatMap((event) => event ?? []),
    ),
  ).toEqual({
    jobs: ["b: new b"],
    left: [],
  });
});

test("a request that was bought, and replaced since, is recognized wherever it is requested again", () => {
  const again = buys("a", ["The key"]).map((event) => ({ ...event, replaces: true }) as EventBody);
  const events = [...buys("a", ["Teh key"]), ...again];
  const { jobs } = matchLessons(planOf([job("a", ["The key"]), job("b", ["Teh key"])]), stateOf(...events));
  expect(jobs.map(({ boughtAs }) => boughtAs?.name ?? null)).toEqual([null, "a.es.2"]);
});

test("a text is the same whatever its case, punctuation, white space and compatible forms, but never with a shorter number", () => {
  const events = [...buys("a", ["The train"]), ...buys("b", ["STRASSE 3.5"])];
  expect(match([job("x", ["the  Ｔrain."]), job("y", ["straße 3,5!"])], events).jobs).toEqual([
    "x: text a",
    "y: text b",
  ]);
  expect(match([job("y", ["Straße 35"])], events)).toEqual({ jobs: ["y: new y"], left: ["a", "b"] });
  expect(match([job("y", ["C#"])], buys("a", ["C"])).left).toEqual(["a"]);
});

test("an id alone is trusted if nothing else changed, and not if a new topic or a leftover lesson may be meant", () => {
  const events = [...buys("a", ["The market"]), ...buys("b", ["The train"])];
  const translated = [job("a", ["Der Markt"]), job("b", ["Der Zug"])];
  expect(doubted(translated, events)).toEqual([]);
  expect(doubted([...translated, job("c", ["Whales"])], events)).toEqual(["a: a", "b: b"]);
  expect(doubted([job("a", ["Der Markt"])], events)).toEqual(["a: a"]);
  const removed = [{ ...removal, topic: "b" }];
  expect(doubted([job("a", ["Der Markt"])], events, { removed })).toEqual([]);
  expect(
    doubted([job("a", ["The old market"]), job("b", ["The train"]), job("c", ["Whales"])], events),
  ).toEqual([]);
  const swapped = [job("a", ["The tram"]), job("b", ["The markets"])];
  expect(doubted(swapped, events)).toEqual(["a: a", "b: b"]);
  // Nothing speaks for the third one: it is asked about together with those.
  const three = [...events, ...buys("c", ["A night at sea"])];
  expect(doubted([...swapped, job("c", ["Whales"])], three)).toEqual(["a: a", "b: b", "c: c"]);
});

test("an id in moved is trusted as well, unless the texts clearly contradict it; a text in moved always", () => {
  const events = buys("t1", ["The market is open"]);
  const jobs = [job("t2", ["Whales"], ["t1"]), job("t3", ["The markets are open"])];
  expect(doubted(jobs, events)).toEqual(["t2: t1"]);
  expect(doubted([job("t2", ["Wale"], ["t1"]), job("t3", ["Rain"])], events)).toEqual([]);
  const moved = [{ from: null, text: "the market is open", to: "t2", place }];
  expect(doubted(jobs, events, { moved })).toEqual([]);
  expect(match(jobs, events, { moved }).jobs).toEqual(["t2: said t1", "t3: new t3"]);
});

test("a lesson is recognized by the ids and texts under which earlier runs found it", () => {
  const events = [
    ...buys("t1", ["One"]),
    ...buys("t2", ["Two"]),
    found(["t1", "t2", "Eins"], ["t2", "t3", "Two"]),
  ];
  expect(match([job("t1", ["Null"]), job("t2", ["Uno"]), job("t3", ["Dos"])], events).jobs).toEqual([
    "t1: new t1~2",
    "t2: id t1",
    "t3: id t2",
  ]);
  expect(match([job("x", ["EINS!"]), job("y", ["Two"])], events).jobs).toEqual(["x: text t1", "y: text t2"]);
});

test("what moved says about a text is applied once", () => {
  const moved = [{ from: null, text: "One", to: "a", place }];
  const carriedOut = {
    ...found(["a", "a", "Eins"]),
    moves: [{ from: null, text: "One", to: "a" }],
  } as EventBody;
  const events = [...buys("a", ["One"]), carriedOut, found(["a", "b", "One"])];
  const jobs = [job("a", ["Whales"]), job("c", ["Ones"])];
  expect(match(jobs, events, { moved }).left).toEqual(["a"]);
  expect(match(jobs, events, { moved: [...moved, ...moved] }).jobs[0]).toBe("a: said a");
});

test("what moved said about a text for another edition counts until this edition's texts contradict it", () => {
  const said = { from: null, text: "Two markets", to: "t2" };
  const carriedOut = { type: "lessons.matched", edition: "2", lessons: [], moves: [said] } as EventBody;
  const events = [...buys("t1", ["A night at sea"]), ...buys("t2", ["Two markets"]), carriedOut];
  const before = { ...said, place };
  expect(match([job("t1", ["Night"]), job("t2", ["Zwei"])], events, { moved: [before] }).jobs).toEqual([
    "t1: id t1",
    "t2: said-elsewhere t2",
  ]);
  const swapped = [job("t1", ["Two market"]), job("t2", ["Nights at sea"])];
  expect(doubted(swapped, events, { moved: [before] })).toEqual(["t1: t1", "t2: t2"]);
  // Written again, it is about this edition; a later entry for the same text replaces it.
  expect(match(swapped, events, { moved: [before, before] }).jobs).toEqual(["t1: id t1", "t2: said t2"]);
  expect(doubted(swapped, events, { moved: [before, before] })).toEqual([]);
  const answers = [
    { from: null, text: "Two markets", to: "t1", place },
    { from: null, text: "A night at sea", to: "t2", place },
  ];
  expect(doubted(swapped, events, { moved: [before, ...answers] })).toEqual([]);
  expect(match(swapped, events, { moved: [before, ...answers] }).jobs).toEqual([
    "t1: said t2",
    "t2: said t1",
  ]);
});

test("a move of an id is applied once: afterwards its ids may belong to other topics", () => {
  const moved = [{ from: "t1", text: null, to: "t2", place }];
  const carriedOut = {
    ...found(["t1", "t2", "One"]),
    moves: [{ from: "t1", text: null, to: "t2" }],
  } as EventBody;
  const events = [...buys("t1", ["One"]), carriedOut, found(["t1", "t1", "One"])];
  const jobs = [job("t2", ["Neu"], ["t1"])];
  expect(match(jobs, events, { moved })).toEqual({ jobs: ["t2: new t2"], left: ["t1"] });
});
