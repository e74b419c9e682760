import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import { judgeLedger } from "../../src/run/memory/lost-ledger.ts";
import { accepted, intended, jobNamed, stateOf } from "./histories.ts";

const place = { path: "out/course/ledger.jsonl", edition: "1" };
const nothing = { stories: 0, forgotten: 0, ledgers: [], again: [] };

/** A lesson that another ledger has. */
function elsewhere(job: string) {
  const { request } = jobNamed(job);
  const of = {
    credits: 13,
    course: "course",
    isOwn: true,
    path: "/other/ledger.jsonl",
    now: "there",
  } as const;
  return { job, topic: request.topic, requestHash: requestHash(request), ...of };
}

/** A person's word that some lessons may be paid for again. */
function agreesTo(...jobs: readonly string[]): EventBody {
  const lessons = jobs.map((job) => ({
    edition: "1",
    job,
    credits: 13,
    requestHash: requestHash(jobNamed(job).request),
  }));
  return {
    type: "ledger.consented",
    who: "teacher",
    known: { stories: 0, forgotten: 0, ledgers: [] },
    lessons,
  };
}

const used = [intended({ job: "x.es.2", attempt: 1 }), accepted("x.es.2", 1, 11)];

test("a complete ledger may be used", () => {
  expect(judgeLedger(stateOf(...used), nothing, place)).toBeNull();
});

test("a lesson that a person agreed to pay for again is bought without another question", () => {
  const again = [elsewhere("a.es.2")];
  expect(judgeLedger(stateOf(...used), { ...nothing, again }, place)).toMatchObject({
    code: "bought_elsewhere",
  });
  expect(judgeLedger(stateOf(...used, agreesTo("a.es.2")), { ...nothing, again }, place)).toBeNull();
});

test("the consent covers the named lessons in their edition, and no others", () => {
  const again = [elsewhere("a.es.2"), elsewhere("b.es.2")];
  const state = stateOf(...used, agreesTo("a.es.2"));
  expect(judgeLedger(state, { ...nothing, again }, place)).toMatchObject({
    code: "bought_elsewhere",
    again: [{ job: "b.es.2" }],
  });
  expect(
    judgeLedger(state, { ...nothing, again: again.slice(0, 1) }, { ...place, edition: "2" }),
  ).toMatchObject({
    code: "bought_elsewhere",
    again: [{ job: "a.es.2" }],
  });
});
