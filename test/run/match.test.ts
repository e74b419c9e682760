import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { EventBody } from "../../src/ledger/format/event.ts";
import type { Job, Plan } from "../../src/plan/plan.ts";
import { matchLessons } from "../../src/run/match.ts";
import { divideWork } from "../../src/run/work.ts";
import { place, planOf, stateOf } from "./histories.ts";
import {
  bought,
  buys,
  job,
  lastStory,
  match,
  movedTo,
  ofEdition,
  planned,
  removing,
  type Topics,
} from "./match-fixtures.ts";

interface Edit {
  readonly edit: string;
  readonly before: Topics;
  readonly after: Topics;
  readonly jobs: readonly string[];
  readonly left?: readonly string[];
}

const file = readFileSync(join(import.meta.dirname, "matches.yaml"), "utf8");
const rules: readonly { readonly rule: string; readonly edits: readonly Edit[] }[] = parse(file);

describe.each(rules)("rule $rule", ({ edits }) => {
  test.each(edits)("$edit", ({ before, after, jobs, left = [] }) => {
    expect(match(planned(after), bought(before))).toEqual({ jobs, left });
  });
});

describe("the texts of a lesson", () => {
  test("are also those that its topic has had since", () => {
    const events = [
      ...bought({ t1: "One", t2: "Two" }),
      movedTo("t1", "t2", "Eins"),
      movedTo("t2", "t3", "Two"),
    ];
    expect(match(planned({ x: "EINS!", y: "Two" }), events).jobs).toEqual(["x: text t1", "y: text t2"]);
    expect(match(planned({ x: "One" }), events).jobs).toEqual(["x: text t1"]);
  });

  test("count after the one that another lesson was bought for", () => {
    const events = [...buys("t1", "Eins"), movedTo("t1", "t1", "One"), ...buys("t2", "One")];
    expect(match(planned({ x: "one." }), events)).toEqual({ jobs: ["x: text t2"], left: ["t1"] });
  });

  test("count in no other edition, and not after a refusal, whose name is free", () => {
    const none = { jobs: ["b: new b"], left: [] };
    expect(match(planned({ b: "One" }), ofEdition("2", bought({ a: "One" })))).toEqual(none);
    expect(match(planned({ b: "One" }), buys("b", "One", "refused"))).toEqual(none);
    const events = [...buys("a", "One"), ...buys("a~2", "Neu", "refused")];
    expect(match(planned({ a: "Neu", b: "One" }), events).jobs).toEqual(["a: new a~2", "b: text a"]);
  });

  test("a request that was bought, and replaced since, is recognized wherever it is requested again", () => {
    const again = buys("a", "The key").map((event) => ({ ...event, replaces: true }) as EventBody);
    const events = [...buys("a", "Teh key"), ...again];
    const plan = matchLessons(planOf(planned({ a: "The key", b: "Teh key" })), stateOf(...events));
    expect(plan.lessons.map(({ match }) => match)).toEqual(["text", null]);
    expect(divideWork(plan, { ...plan, replace: [] }, stateOf(...events)).blocked).toMatchObject([
      { code: "request_bought", job: "b.es.2", name: "a.es.2" },
    ]);
  });
});

describe("the address of a lesson", () => {
  test("counts where the plan accounts for the other that may be meant, and before there is an answer", () => {
    const events = bought({ a: "The market", b: "The train" });
    expect(match(planned({ a: "Der Markt" }), events, { removed: removing({ topic: "b" }) })).toEqual({
      jobs: ["a: address a"],
      left: ["b removed"],
    });
    expect(match(planned({ a: "Eins" }), buys("a", "One", "open")).jobs).toEqual(["a: address a"]);
  });

  test("is of two lessons the newer one's", () => {
    const events = [...buys("a", "Whales"), ...buys("a~2", "The market is open")];
    const found = { jobs: ["a: address a~2"], left: ["a"] };
    expect(match(planned({ a: "The markets are open" }), events)).toEqual(found);
  });

  test("is the one that it moved to last", () => {
    const events = [...bought({ t1: "One" }), movedTo("t1", "t2", "Eins")];
    expect(match(planned({ t2: "Uno" }), events).jobs).toEqual(["t2: address t1"]);
    expect(match(planned({ t1: "Uno" }), events)).toEqual({ jobs: ["t1: new t1~2"], left: ["t1"] });
  });

  test("counts not where the text may be an excluded job's with a typo", () => {
    const excluded = planned({ n1: "bridxe" }).map(({ request }) => request);
    const [bought, now] = [buys("t1", "bridge"), planned({ t1: "Whales" })];
    expect(match(now, bought)).toEqual({ jobs: ["t1: address t1"], left: [] });
    expect(match(now, bought, { excluded }).left).toEqual(["t1"]);
  });
});

describe("an entry of moved with an id", () => {
  test("gives the lessons of former ids to a topic, the newest first, and not before those of its own", () => {
    const newer = buys("old", "Two");
    const events = [...buys("oldest", "One"), ...newer];
    expect(match([job("new", "Neu", ["old", "oldest"])], events)).toEqual({
      jobs: ["new: moved old"],
      left: ["oldest"],
    });
    expect(match([job("new", "Own words", ["old"])], [...newer, ...buys("new", "Own word")])).toEqual({
      jobs: ["new: address new"],
      left: ["old"],
    });
  });

  test("doesn't count while another topic has that id: then the texts say which lesson is whose", () => {
    const events = bought({ t1: "One", t2: "Two" });
    const nothing = { jobs: ["t1: new t1~2", "t2: new t2~2"], left: ["t1", "t2"] };
    expect(match([job("t1", "Zwei", ["t2"]), job("t2", "Eins", ["t1"])], events)).toEqual(nothing);
    const numbered = ["t1: new t1~2", "t2: text t1", "t3: text t2"];
    expect(
      match([job("t1", "Neu"), job("t2", "One", ["t1"]), job("t3", "Two", ["t2", "t1"])], events),
    ).toEqual({
      jobs: numbered,
      left: [],
    });
  });

  test("counts unless another topic has the lesson's text, or much of it", () => {
    const events = buys("t1", "The market is open");
    expect(match([job("t2", "Whales", ["t1"]), job("t3", "The markets are open")], events)).toEqual({
      jobs: ["t2: new t2", "t3: new t3"],
      left: ["t1"],
    });
    const others = [job("t2", "Wale", ["t1"]), job("t3", "Rain")];
    expect(match(others, events).jobs).toEqual(["t2: moved t1", "t3: new t3"]);
  });

  test("doesn't let an excluded job keep a lesson that another job would buy again", () => {
    const events = buys("t1", "The market is open");
    const part = job("t2", "The market is open, part one", ["t1"]);
    const others = planned({ t3: "The market is opne" });
    expect(match([part, ...others], events).jobs).toEqual(["t2: moved t1", "t3: new t3"]);
    // The lesson went to the job with its text when its topic was excluded; then that job's text is mended.
    const moves = [...buys("a", "The night trian"), movedTo("a", "z", "The night trian")];
    const { request: original } = job("a", "The night trian");
    const mended = match(planned({ z: "The night train" }), moves, { excluded: [original] });
    expect(mended).toEqual({ jobs: ["z: address a"], left: [] });
    expect(match(planned({ z: "Der Nachtzug" }), moves, { excluded: [original] }).left).toEqual(["a"]);
  });

  test("counts beside an excluded job with the lesson's text, which accounts for one lesson only, and not against a similar one", () => {
    const twice = [...buys("t1", "Rain"), ...buys("t2", ["Rain", "long"])];
    const [one, other] = planned({ t1: "Rain", t2: "A day ta the beach" }).map(({ request }) => request);
    if (one === undefined || other === undefined) throw new Error("no request");
    const moved = [{ from: "t2", text: null, to: "n1", place }];
    expect(match([job("n1", "Rani")], twice, { excluded: [one], moved })).toEqual({
      jobs: ["n1: moved t2"],
      left: ["t1 excluded"],
    });
    expect(match(planned({ n1: "Whales" }), twice, { excluded: [one] }).left).toEqual(["t1 excluded", "t2"]);
    const both = [
      ...buys("t1", "Whales"),
      movedTo("t1", "t2", "Whales"),
      ...buys("t2", "A day at the beach"),
    ];
    expect(match([job("n1", "Whalse")], both, { excluded: [other], moved }).left).toEqual(["t1", "t2"]);
  });

  test("is contradicted if another job has its lesson by the address, too", () => {
    const jobs = planned({ t1: "The market is open, part one", n1: "The train to Rome" });
    const plan = { ...planOf(jobs), moved: [{ from: "t1", text: null, to: "n1", place }] };
    const { contradictions } = matchLessons(plan, stateOf(...buys("t1", "The market is open")));
    expect(contradictions).toMatchObject([{ code: "move_contradicted", job: "t1.es.2" }]);
  });

  test("is carried out once: afterwards its ids may belong to other topics", () => {
    const entry = { from: "t1", text: null, to: "t2" };
    const events = [...buys("t1", "One"), movedTo("t1", "t2", "One", [entry]), movedTo("t1", "t1", "One")];
    expect(match([job("t2", "Neu", ["t1"])], events, { moved: [{ ...entry, place }] })).toEqual({
      jobs: ["t2: new t2"],
      left: ["t1"],
    });
  });
});

describe("an entry of moved with a text", () => {
  const entry = { from: null, text: "The market is open", to: "t2" };
  const said = { ...entry, place };

  test("counts whatever the other texts are", () => {
    const jobs = planned({ t2: "Whales", t3: "The markets are open" });
    const { jobs: found } = match(jobs, buys("t1", "The market is open"), { moved: [said] });
    expect(found).toEqual(["t2: moved t1", "t3: new t3"]);
  });

  test("is carried out once, and again if it is listed once more; a later entry counts before an earlier one", () => {
    const events = [
      ...buys("t1", "The market is open"),
      movedTo("t1", "t2", "Whales", [entry]),
      movedTo("t1", "t9", "The market is open"),
    ];
    const jobs = planned({ t2: "A night at sea", t3: "Rain" });
    expect(match(jobs, events, { moved: [said] }).left).toEqual(["t1"]);
    expect(match(jobs, events, { moved: [said, said] }).jobs[0]).toBe("t2: moved t1");
    const later = match(jobs, events, { moved: [said, said, { ...said, to: "t3" }] });
    expect(later.jobs).toEqual(["t2: new t2", "t3: moved t1"]);
  });

  test("is no contradiction where it may be about another edition", () => {
    const [jobs, events] = [planned({ a: "One", b: "Two" }), buys("a", "One")];
    const plan = { ...planOf(jobs), moved: [{ from: "a", text: null, to: "b", place }] };
    const contradictions = (...more: EventBody[]) =>
      matchLessons(plan, stateOf(...events, ...more)).contradictions;
    const contradicted = [{ code: "move_contradicted", job: "a.es.2" }];
    expect(contradictions()).toMatchObject(contradicted);
    expect(contradictions(...ofEdition("2", buys("z", "Nine")))).toMatchObject(contradicted);
    expect(contradictions(...ofEdition("2", buys("a", "Nine")))).toEqual([]);
  });

  test("that another edition carried out counts only where it is listed once more", () => {
    const done = { from: null, text: "Two markets", to: "t2" };
    const before = { ...done, place };
    const elsewhere = ofEdition("2", [...buys("t9", "Nine"), movedTo("t9", "t2", "Nine", [done])]);
    const events = [...bought({ t1: "A night at sea", t2: "Two markets" }), ...elsewhere];
    const translated = planned({ t1: "A night at the sea", t2: "Zwei" });
    expect(match(translated, events, { moved: [before] }).jobs).toEqual(["t1: address t1", "t2: address t2"]);
    const swapped = planned({ t1: "Two market", t2: "Nights at sea" });
    expect(match(swapped, events, { moved: [before] }).left).toEqual(["t1", "t2"]);
    const answers = [
      { from: null, text: "Two markets", to: "t1", place },
      { from: null, text: "A night at sea", to: "t2", place },
    ];
    const settled = match(swapped, events, { moved: [before, ...answers] });
    expect(settled.jobs).toEqual(["t1: moved t2", "t2: moved t1"]);
  });
});

describe("lessons that left the plan", () => {
  test("are accounted for by exclude rules and removed: by current ids, by former ids, and by stories", () => {
    const events = bought({ a: "One", b: "Two", c: "Three", d: "Four" });
    const excluded = planned({ today: "One", b: "Zwei" }).map(({ request }) => request);
    const gone = { excluded, removed: removing({ topic: "c" }, { story: lastStory() }) };
    const [c, d] = ["c removed", "d removed"];
    expect(match([], events, gone).left).toEqual(["a excluded", "b", c, d]);
    expect(match(planned({ e: "Five" }), events, { removed: removing({ lang: "fr" }) }).left).toHaveLength(4);
  });

  test("free their ids for new ones if they were removed by their stories, and come back with their texts", () => {
    const events = buys("a", "One");
    const removed = removing({ story: lastStory() });
    const fresh = { jobs: ["a: new a~2"], left: ["a removed"] };
    expect(match(planned({ a: "Neu" }), events, { removed })).toEqual(fresh);
    expect(match(planned({ b: "One" }), events, { removed })).toEqual({ jobs: ["b: text a"], left: [] });
  });
});

describe("an entry of removed whose lesson a job has again", () => {
  /** Each such entry by its text or story, with that job. */
  function restored(jobs: readonly Job[], events: readonly EventBody[], more: Partial<Plan>): unknown[] {
    const { contradictions } = matchLessons({ ...planOf(jobs), ...more }, stateOf(...events));
    return contradictions.map((problem) =>
      problem.code === "removal_contradicted" ? [problem.text ?? problem.story, problem.job] : problem.code,
    );
  }

  test("is reported, by text and by story: left in, it would remove the lesson again", () => {
    const events = bought({ a: "One", b: "Two" });
    const story = lastStory();
    const removed = removing({ text: "one." }, { story }, { text: "One", lang: "fr" }, { text: "Three" });
    expect(restored(planned({ c: "One", b: "Two" }), events, { removed })).toEqual([
      ["one.", "c.es.2"],
      [story, "b.es.2"],
    ]);
  });

  test("is none if a person wrote an entry of moved for the same text: only a text in the plan contradicts it", () => {
    const more = {
      moved: [{ from: null, text: "One", to: "b", place }],
      removed: removing({ text: "One" }),
    };
    const [jobs, events] = [planned({ b: "Two" }), buys("a", "One")];
    expect(match(jobs, events, more).jobs).toEqual(["b: moved a"]);
    expect(restored(jobs, events, more)).toEqual([]);
  });
});

test("what earlier versions recorded of matches counts as before", () => {
  const entry = { from: "t1", text: null, to: "t2" };
  const lessons = [
    { job: "t1.es.2", as: "t2.es.2", topic: "Eins" },
    { job: "t2.es.2", as: "t3.es.2", topic: "Two" },
  ];
  const older: EventBody = { type: "lessons.matched", edition: "1", lessons, moves: [entry] };
  const newer = [movedTo("t1", "t2", "Eins", [entry]), movedTo("t2", "t3", "Two")];
  const [one, other] = [[older], newer].map((events) =>
    stateOf(...bought({ t1: "One", t2: "Two" }), ...events),
  );
  expect(one?.moved).toEqual(other?.moved);
  expect(one?.moves).toEqual(other?.moves);
});

test("what the ledger doesn't know yet is recorded: new addresses and texts, with the entries of moved", () => {
  const entry = { from: "a", text: null, to: "c" };
  const jobs = [job("c", "One.", ["a"]), job("b", "Deux"), job("d", "Four!")];
  const plan = { ...planOf(jobs), moved: [{ ...entry, place }] };
  expect(matchLessons(plan, stateOf(...bought({ a: "One", b: "Two", d: "Four" }))).news).toEqual([
    movedTo("a", "c", "One.", [entry]),
    movedTo("b", "b", "Deux"),
  ]);
});
