import { describe, expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { matchLessons } from "../../src/run/match.ts";
import { divideWork } from "../../src/run/work.ts";
import { planOf, stateOf } from "./histories.ts";
import { buys, job, match, movedTo, place, removal, type Text } from "./match-fixtures.ts";

/** Topics of a plan by their ids, and the lessons that were bought before: text, or text and length. */
type Topics = Readonly<Record<string, string | Text>>;

const textOf = (text: string | Text): Text => (typeof text === "string" ? [text] : text);
const bought = (topics: Topics): EventBody[] =>
  Object.entries(topics).flatMap(([id, text]) => buys(id, textOf(text)));
const planned = (topics: Topics) => Object.entries(topics).map(([id, text]) => job(id, textOf(text)));

describe("rule 1: the same request, or the same text, keeps its story", () => {
  test.each<[edit: string, before: Topics, after: Topics, jobs: string[], left: string[]]>([
    [
      "numbered anew",
      { t1: "One", t2: "Two" },
      { t1: "Zero", t2: "One", t3: "Two" },
      ["t1: new t1~2", "t2: text t1", "t3: text t2"],
      [],
    ],
    ["ids swapped", { a: "One", b: "Two" }, { a: "Two", b: "One" }, ["a: text b", "b: text a"], []],
    [
      "another length, and the ids swapped: the exact request decides",
      { a: ["One", "long"], b: "One" },
      { a: "One", b: ["One", "long"] },
      ["a: text b", "b: text a"],
      [],
    ],
    [
      "another length: of two lessons with one text, the one at its own address",
      { a: "One", b: "One" },
      { b: ["One", "long"] },
      ["b: text b"],
      ["a"],
    ],
    [
      "case, punctuation, white space and compatible forms",
      { a: "The train", b: "STRASSE 3.5" },
      { x: "the  Ｔrain.", y: "straße 3,5!" },
      ["x: text a", "y: text b"],
      [],
    ],
    ["a number that has lost its point", { b: "STRASSE 3.5" }, { y: "Straße 35" }, ["y: new y"], ["b"]],
    ["C and C#", { a: "C" }, { y: "C#" }, ["y: new y"], ["a"]],
  ])("%s", (_, before, after, jobs, left) => {
    expect(match(planned(after), bought(before))).toEqual({ jobs, left });
  });

  test("also by the texts that a topic has had since", () => {
    const events = [
      ...bought({ t1: "One", t2: "Two" }),
      movedTo("t1", "t2", "Eins"),
      movedTo("t2", "t3", "Two"),
    ];
    expect(match(planned({ x: "EINS!", y: "Two" }), events).jobs).toEqual(["x: text t1", "y: text t2"]);
    expect(match(planned({ x: "One" }), events).jobs).toEqual(["x: text t1"]);
  });

  test("not in another edition", () => {
    const other = bought({ a: "One" }).map((event) => ({ ...event, edition: "2" }) as EventBody);
    expect(match(planned({ b: "One" }), other)).toEqual({ jobs: ["b: new b"], left: [] });
  });

  test("not from a creation that was refused, whose name is free", () => {
    expect(match(planned({ a: "One" }), buys("a", ["One"], "refused"))).toEqual({
      jobs: ["a: new a"],
      left: [],
    });
    const events = [...buys("a", ["One"]), ...buys("a~2", ["Neu"], "refused")];
    expect(match(planned({ a: "Neu", b: "One" }), events).jobs).toEqual(["a: new a~2", "b: text a"]);
  });

  test("a request that was bought, and replaced since, is recognized wherever it is requested again", () => {
    const again = buys("a", ["The key"]).map((event) => ({ ...event, replaces: true }) as EventBody);
    const events = [...buys("a", ["Teh key"]), ...again];
    const plan = matchLessons(planOf(planned({ a: "The key", b: "Teh key" })), stateOf(...events));
    expect(plan.lessons.map(({ match }) => match)).toEqual(["text", null]);
    expect(plan.jobs.map(({ request }) => plan.boughtBefore(request)?.name)).toEqual(["a.es.2", "a.es.2"]);
    expect(divideWork(plan, { ...plan, replace: [] }, stateOf(...events)).blocked).toMatchObject([
      { lesson: { job: { id: "b.es.2" } }, before: { name: "a.es.2" } },
    ]);
  });
});

describe("rule 2: the same address with another text keeps its story, unless another may be meant", () => {
  test.each<[edit: string, before: Topics, after: Topics, jobs: string[], left: string[]]>([
    ["one translated", { a: "The market" }, { a: ["Der Markt", "long"] }, ["a: address a"], []],
    [
      "one translated, the others as they were",
      { a: "The market", b: "The train" },
      { a: "Der Markt", b: "The train" },
      ["a: address a", "b: text b"],
      [],
    ],
    [
      "a typo corrected beside a new topic",
      { a: "The market", b: "The train" },
      { a: "The old market", b: "The train", c: "Whales" },
      ["a: address a", "b: text b", "c: new c"],
      [],
    ],
    [
      "two typos corrected in texts that have much in common",
      { a: "A day at the markt", b: "A day at the beahc" },
      { a: "A day at the market", b: "A day at the beach" },
      ["a: address a", "b: address b"],
      [],
    ],
    [
      "a typo corrected and one translated: each is recognized in its turn",
      { a: "The markt", b: "The train" },
      { a: "The market", b: "Der Zug" },
      ["a: address a", "b: address b"],
      [],
    ],
    [
      "two translated",
      { a: "The market", b: "The train" },
      { a: "Der Markt", b: "Der Zug" },
      ["a: new a~2", "b: new b~2"],
      ["a", "b"],
    ],
    [
      "one translated beside a new topic",
      { a: "The market" },
      { a: "Der Markt", b: "Whales" },
      ["a: new a~2", "b: new b"],
      ["a"],
    ],
    [
      "one translated, another removed",
      { a: "The market", b: "The train" },
      { a: "Der Markt" },
      ["a: new a~2"],
      ["a", "b"],
    ],
    [
      "texts swapped and reworded under their ids",
      { a: "The market is open", b: "A train at night" },
      { a: "The trains at night", b: "The markets are open" },
      ["a: new a~2", "b: new b~2"],
      ["a", "b"],
    ],
    [
      "numbered anew with a topic in front that resembles the others, and a typo corrected",
      { l1: "A day at the markt", l2: "A day at the beach" },
      { l1: "A day at the zoo", l2: "A day at the market", l3: "A day at the beach" },
      ["l1: new l1~2", "l2: new l2~2", "l3: text l2"],
      ["l1"],
    ],
    [
      "split in two",
      { a: "The train to Rome" },
      { a: "The train to Rome, part one", b: "The train to Rome, part two" },
      ["a: new a~2", "b: new b"],
      ["a"],
    ],
    [
      "two merged",
      { a: "The market at noon", b: "The garden at night" },
      { a: "The market at noon and the garden at night" },
      ["a: new a~2"],
      ["a", "b"],
    ],
  ])("%s", (_, before, after, jobs, left) => {
    expect(match(planned(after), bought(before))).toEqual({ jobs, left });
  });

  test("a lesson that the plan accounts for is no other that may be meant", () => {
    const events = bought({ a: "The market", b: "The train" });
    const removed = [{ ...removal, topic: "b" }];
    expect(match(planned({ a: "Der Markt" }), events, { removed })).toEqual({
      jobs: ["a: address a"],
      left: ["b removed"],
    });
  });

  test("a lesson without an answer yet is a lesson", () => {
    expect(match(planned({ a: "Eins" }), buys("a", ["One"], "open")).jobs).toEqual(["a: address a"]);
  });

  test("the address is the one that it moved to last", () => {
    const events = [...bought({ t1: "One" }), movedTo("t1", "t2", "Eins")];
    expect(match(planned({ t2: "Uno" }), events).jobs).toEqual(["t2: address t1"]);
    expect(match(planned({ t1: "Uno" }), events)).toEqual({ jobs: ["t1: new t1~2"], left: ["t1"] });
  });
});

describe("an entry of moved with an id", () => {
  test("gives the lessons of former ids to a topic, the newest first, and not before those of its own", () => {
    const older = buys("oldest", ["One"]);
    const newer = buys("old", ["Two"]);
    expect(match([job("new", ["Neu"], ["old", "oldest"])], [...older, ...newer])).toEqual({
      jobs: ["new: moved old"],
      left: ["oldest"],
    });
    expect(match([job("new", ["Own words"], ["old"])], [...newer, ...buys("new", ["Own word"])])).toEqual({
      jobs: ["new: address new"],
      left: ["old"],
    });
  });

  test("swaps ids and renumbers a list of reworded lessons", () => {
    const events = bought({ t1: "One", t2: "Two" });
    const shifted = [job("t1", ["Neu"]), job("t2", ["Eins"], ["t1"]), job("t3", ["Zwei"], ["t2", "t1"])];
    expect(match(shifted, events)).toEqual({
      jobs: ["t1: new t1~2", "t2: moved t1", "t3: moved t2"],
      left: [],
    });
    // The same plan, once the new one is bought: its number tells it from the lesson that moved on.
    const with3 = [...events, ...buys("t1~2", ["Neu"])];
    expect(match(shifted, with3).jobs[0]).toBe("t1: text t1~2");
    const reworded = [job("t1", ["Ganz neu"]), ...shifted.slice(1)];
    expect(match(reworded, with3).jobs).toEqual(["t1: address t1~2", "t2: moved t1", "t3: moved t2"]);
    const swapped = [job("t1", ["Zwei"], ["t2"]), job("t2", ["Eins"], ["t1"])];
    expect(match(swapped, events)).toEqual({ jobs: ["t1: moved t2", "t2: moved t1"], left: [] });
  });

  test("counts unless another topic has the lesson's text, or much of it", () => {
    const events = buys("t1", ["The market is open"]);
    expect(match([job("t2", ["Whales"], ["t1"]), job("t3", ["The markets are open"])], events)).toEqual({
      jobs: ["t2: new t2", "t3: new t3"],
      left: ["t1"],
    });
    expect(match([job("t2", ["Wale"], ["t1"]), job("t3", ["Rain"])], events).jobs).toEqual([
      "t2: moved t1",
      "t3: new t3",
    ]);
  });

  test("is carried out once: afterwards its ids may belong to other topics", () => {
    const moved = [{ from: "t1", text: null, to: "t2", place }];
    const entries = [{ from: "t1", text: null, to: "t2" }];
    const events = [...buys("t1", ["One"]), movedTo("t1", "t2", "One", entries), movedTo("t1", "t1", "One")];
    expect(match([job("t2", ["Neu"], ["t1"])], events, { moved })).toEqual({
      jobs: ["t2: new t2"],
      left: ["t1"],
    });
  });
});

describe("an entry of moved with a text", () => {
  const said = { from: null, text: "The market is open", to: "t2", place };

  test("counts whatever the other texts are", () => {
    const jobs = planned({ t2: "Whales", t3: "The markets are open" });
    expect(match(jobs, buys("t1", ["The market is open"]), { moved: [said] }).jobs).toEqual([
      "t2: moved t1",
      "t3: new t3",
    ]);
  });

  test("is carried out once, and again if it is listed once more; a later entry counts before an earlier one", () => {
    const { place: _, ...entry } = said;
    const events = [
      ...buys("t1", ["The market is open"]),
      movedTo("t1", "t2", "Whales", [entry]),
      movedTo("t1", "t9", "The market is open"),
    ];
    const jobs = planned({ t2: "A night at sea", t3: "Rain" });
    expect(match(jobs, events, { moved: [said] }).left).toEqual(["t1"]);
    expect(match(jobs, events, { moved: [said, said] }).jobs[0]).toBe("t2: moved t1");
    expect(match(jobs, events, { moved: [said, said, { ...said, to: "t3" }] }).jobs).toEqual([
      "t2: new t2",
      "t3: moved t1",
    ]);
  });

  test("that another edition carried out counts only where it is listed once more", () => {
    const entry = { from: null, text: "Two markets", to: "t2" };
    const before = { ...entry, place };
    const elsewhere = [
      ...buys("t9", ["Nine"]).map((event) => ({ ...event, edition: "2" }) as EventBody),
      { ...movedTo("t9", "t2", "Nine", [entry]), edition: "2" } as EventBody,
    ];
    const events = [...bought({ t1: "A night at sea", t2: "Two markets" }), ...elsewhere];
    const translated = planned({ t1: "A night at the sea", t2: "Zwei" });
    expect(match(translated, events, { moved: [before] }).jobs).toEqual(["t1: address t1", "t2: address t2"]);
    const swapped = planned({ t1: "Two market", t2: "Nights at sea" });
    expect(match(swapped, events, { moved: [before] }).left).toEqual(["t1", "t2"]);
    const answers = [
      { from: null, text: "Two markets", to: "t1", place },
      { from: null, text: "A night at sea", to: "t2", place },
    ];
    expect(match(swapped, events, { moved: [before, ...answers] }).jobs).toEqual([
      "t1: moved t2",
      "t2: moved t1",
    ]);
  });
});

test("what earlier versions recorded of matches counts as before", () => {
  const older: EventBody = {
    type: "lessons.matched",
    edition: "1",
    lessons: [
      { job: "t1.es.2", as: "t2.es.2", topic: "Eins" },
      { job: "t2.es.2", as: "t3.es.2", topic: "Two" },
    ],
    moves: [{ from: "t1", text: null, to: "t2" }],
  };
  const newer = [
    movedTo("t1", "t2", "Eins", [{ from: "t1", text: null, to: "t2" }]),
    movedTo("t2", "t3", "Two"),
  ];
  const [one, other] = [[older], newer].map((events) =>
    stateOf(...bought({ t1: "One", t2: "Two" }), ...events),
  );
  expect(one?.moved).toEqual(other?.moved);
  expect(one?.moves).toEqual(other?.moves);
});

test("what the ledger doesn't know yet is recorded: new addresses and texts, with the entries of moved", () => {
  const moved = [{ from: "a", text: null, to: "c", place }];
  const jobs = [job("c", ["One."], ["a"]), job("b", ["Deux"]), job("d", ["Four!"])];
  const events = [...bought({ a: "One", b: "Two", d: "Four" })];
  expect(matchLessons({ ...planOf(jobs), moved }, stateOf(...events)).news).toEqual([
    movedTo("a", "c", "One.", [{ from: "a", text: null, to: "c" }]),
    movedTo("b", "b", "Deux"),
  ]);
});
