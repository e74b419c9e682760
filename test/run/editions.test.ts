import { describe, expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { editsOf } from "../../src/run/edits.ts";
import { matchLessons } from "../../src/run/match.ts";
import { place, planOf, stateOf } from "./histories.ts";
import { buys, job, planned, type Topics } from "./match-fixtures.ts";

const market = "A day at the market";
const garden = "In the garden";
const basedOn = { edition: "1", place };

/** The second edition of a course, with these lessons, and what it takes from the first: `<job>: <record>`. */
function second(lessons: Topics, events: readonly EventBody[], more: object = {}) {
  const jobs = planned(lessons).map((one) => ({ ...one, key: `2/${one.id}` }));
  const matched = matchLessons({ ...planOf(jobs), edition: "2", basedOn, ...more }, stateOf(...events));
  return {
    matched,
    has: matched.lessons.map(({ job: { topicId }, recordKey }) => `${topicId}: ${recordKey}`),
  };
}

const inherits = (id: string, from: string): EventBody => ({
  type: "lesson.inherited",
  edition: "2",
  job: `${id}.es.2`,
  from: { edition: "1", job: `${from}.es.2` },
});

describe("an edition that is based on another", () => {
  test("takes each story that was bought for the same request, and no other", () => {
    const { has, matched } = second({ market, garden: "In the garden, at night", sea: "By the sea" }, [
      ...buys("market", market),
      ...buys("garden", garden),
      ...buys("attic", "In the attic"),
    ]);
    expect(has).toEqual(["market: 1/market.es.2", "garden: 2/garden.es.2", "sea: 2/sea.es.2"]);
    expect(matched.basis).toMatchObject({
      inherited: ["market.es.2"],
      changed: ["garden.es.2"],
      new: ["sea.es.2"],
      left: ["attic.es.2"],
    });
    expect(editsOf(matched).moved).toEqual([]);
    expect(matched.news).toEqual([inherits("market", "market")]);
  });

  test("takes a story under whatever id its topic has now, and gives each to one lesson", () => {
    const { has } = second({ fair: market, market }, buys("market", market));
    expect(has).toEqual(["fair: 2/fair.es.2", "market: 1/market.es.2"]);
    const renamed = second({ fair: market }, buys("market", market));
    expect(renamed.has).toEqual(["fair: 1/market.es.2"]);
    expect(editsOf(renamed.matched).moved).toEqual([]);
  });

  test("takes one whose outcome nobody knows, so that it is settled and not bought again", () => {
    expect(second({ market }, buys("market", market, "open")).has).toEqual(["market: 1/market.es.2"]);
    expect(second({ market }, buys("market", market, "refused")).has).toEqual(["market: 2/market.es.2"]);
  });

  test("keeps what it has taken when the plan no longer names the other edition", () => {
    const events = [...buys("market", market), ...buys("garden", garden), inherits("market", "market")];
    const { has, matched } = second({ market, garden }, events, { basedOn: null });
    expect(has).toEqual(["market: 1/market.es.2", "garden: 2/garden.es.2"]);
    expect(matched.news).toEqual([]);
  });

  test("has what an edition in between has inherited", () => {
    const events = [...buys("market", market), inherits("market", "market")];
    const jobs = [{ ...job("market", market), key: "3/market.es.2" }];
    const plan = { ...planOf(jobs), edition: "3", basedOn: { edition: "2", place } };
    const { lessons, contradictions } = matchLessons(plan, stateOf(...events));
    expect(lessons.map(({ recordKey }) => recordKey)).toEqual(["1/market.es.2"]);
    expect(contradictions).toEqual([]);
  });

  test("buys nothing if the ledger has no such edition, and names those that it has", () => {
    const { matched } = second({ market }, buys("market", market), {
      basedOn: { edition: "first", place },
    });
    expect(matched.contradictions).toEqual([
      { code: "basis_unknown", edition: "first", known: ["1"], place },
    ]);
  });
});
