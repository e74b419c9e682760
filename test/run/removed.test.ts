import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import type { Job, Plan } from "../../src/plan/plan.ts";
import { matchLessons } from "../../src/run/match.ts";
import { accepted, intended, jobNamed, planOf, stateOf } from "./histories.ts";
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
  const gone = { excluded, removed };
  expect(match([], events, gone).left).toEqual(["a excluded", "b excluded", "c removed", "d removed"]);
  // Where a new job may be meant, its text decides.
  expect(match([job("e", ["Five"])], events, gone).left).toEqual([
    "a excluded",
    "b",
    "c removed",
    "d removed",
  ]);
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

/** The entries of `removed` whose lesson a job has again: each by its text or story, with that job and what it still removes. */
function restored(jobs: readonly Job[], events: readonly EventBody[], more: Partial<Plan>): unknown[] {
  const { contradictions } = matchLessons({ ...planOf(jobs), ...more }, stateOf(...events));
  return contradictions.map((problem) =>
    problem.code === "removal_contradicted"
      ? [problem.text ?? problem.story, problem.job, problem.still.map(({ name }) => name)]
      : problem.code,
  );
}

test("an entry of removed whose lesson was restored is reported, by text and by story: left in, it would remove the lesson again", () => {
  const events = [...buys("a", ["One"]), ...buys("b", ["Two"])];
  const story = lastStory();
  const removed = [
    { ...removal, text: "one." },
    { ...removal, story },
    { ...removal, text: "One", lang: "fr" },
    { ...removal, text: "Three" },
  ];
  expect(restored([job("c", ["One"]), job("b", ["Two"])], events, { removed })).toEqual([
    ["one.", "c.es.2", []],
    [story, "b.es.2", []],
  ]);
});

test("an entry of removed that removes a text in two languages is reported when one of them was restored, with the lesson that is still removed", () => {
  const french = jobNamed("a.fr.2");
  const request = { ...french.request, topic: "One", lang: "fr" };
  const inFrench = {
    ...intended({ job: french.id, attempt: 900, requestHash: requestHash(request) }),
    request,
  };
  const events = [...buys("a", ["One"]), inFrench as EventBody, accepted("a.fr.2", 900, 1_900)];
  const removed = [{ ...removal, text: "One" }];
  expect(restored([job("c", ["One"])], events, { removed })).toEqual([["One", "c.es.2", ["a.fr.2"]]]);
});

test("an entry of removed contradicts no entry of moved that a person wrote for the same text: only a text that is in the plan again does", () => {
  const moved = [{ from: null, text: "One", to: "b", place }];
  const more = { moved, removed: [{ ...removal, text: "One" }] };
  expect(match([job("b", ["Two"])], buys("a", ["One"]), more).jobs).toEqual(["b: moved a"]);
  expect(restored([job("b", ["Two"])], buys("a", ["One"]), more)).toEqual([]);
});
