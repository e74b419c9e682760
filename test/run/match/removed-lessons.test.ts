import { expect, test } from "vitest";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { requestHash } from "../../../src/plan/fingerprint.ts";
import { matchLessons } from "../../../src/run/match/match-lessons.ts";
import { accepted, intended, jobNamed, planOf, stateOf } from "../histories.ts";
import { buys, job, lastStory, match, place, removal } from "./match-fixtures.ts";

test("exclude rules and removed account for leftover lessons, by current ids, by former ids, and by stories", () => {
  const events = [
    ...buys("a", ["One"]),
    ...buys("b", ["Two"]),
    ...buys("c", ["Three"]),
    ...buys("d", ["Four"]),
  ];
  const excluded = [job("today", ["One"]), job("b", ["Zwei"])];
  const removed = [
    { ...removal, topic: "c" },
    { ...removal, story: lastStory() },
  ];
  expect(match([job("e", ["Five"])], events, { excluded, removed })).toEqual({
    jobs: ["e: new e"],
    left: ["a excluded", "b excluded", "c removed", "d removed"],
  });
  expect(match([job("e", ["Five"])], events, { removed: [{ ...removal, lang: "fr" }] }).left).toHaveLength(4);
});

test("a lesson removed by its story frees its id for a new one, and comes back with its text", () => {
  const events = buys("a", ["One"]);
  const removed = [{ ...removal, story: lastStory() }];
  expect(match([job("a", ["Neu"])], events, { removed })).toEqual({
    jobs: ["a: new a~2"],
    left: ["a removed"],
  });
  expect(match([job("b", ["One"])], events, { removed })).toEqual({ jobs: ["b: text a"], left: [] });
});

test("an entry of removed whose lesson was restored is reported with its place, by text and by story: left in, it would remove the lesson again", () => {
  const events = [...buys("a", ["One"]), ...buys("b", ["Two"])];
  const story = lastStory();
  const removed = [
    { ...removal, text: "one." },
    { ...removal, story },
    { ...removal, text: "One", lang: "fr" },
    { ...removal, text: "Three" },
  ];
  const plan = { ...planOf([job("c", ["One"]), job("b", ["Two"])]), removed };
  const { putBack } = matchLessons(plan, stateOf(...events));
  expect(putBack.map(({ job: of, removal: { text, story: id } }) => [of, text ?? id])).toEqual([
    ["c.es.2", "one."],
    ["b.es.2", story],
  ]);
});

test("an entry of removed that removes a text in two languages is reported when one of them was restored, with the lesson that is still removed", () => {
  const french = jobNamed("a.fr.2");
  const request = { ...french.request, topic: "One", language: "fr" } as const;
  const inFrench = {
    ...intended({ job: french.id, attempt: 900, requestHash: requestHash(request) }),
    request,
  };
  const events = [...buys("a", ["One"]), inFrench as EventBody, accepted("a.fr.2", 900, 1_900)];
  const plan = { ...planOf([job("c", ["One"])]), removed: [{ ...removal, text: "One" }] };
  const { putBack, left } = matchLessons(plan, stateOf(...events));
  expect(left.map(({ name, account }) => [name, account])).toEqual([["a.fr.2", "removed"]]);
  expect(putBack.map(({ job: of, still }) => [of, still.map(({ name }) => name)])).toEqual([
    ["c.es.2", ["a.fr.2"]],
  ]);
});

test("an entry of removed contradicts no entry of moved that a person wrote for the same text: only a text that is in the plan again does", () => {
  const moved = [{ from: null, text: "One", to: "b", place }];
  const removed = [{ ...removal, text: "One" }];
  const plan = { ...planOf([job("b", ["Two"])]), moved, removed };
  const { jobs, putBack } = matchLessons(plan, stateOf(...buys("a", ["One"])));
  expect(jobs.map(({ match: by }) => by)).toEqual(["said"]);
  expect(putBack).toEqual([]);
});
