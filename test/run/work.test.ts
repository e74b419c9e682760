import { describe, expect, it } from "vitest";
import { describeNotice } from "../../src/cli/problems/problems.ts";
import type { EventBody } from "../../src/ledger/format/event.ts";
import type { Replacement } from "../../src/run/create/replacements.ts";
import { gapsOf } from "../../src/run/lesson.ts";
import { matchLessons } from "../../src/run/match.ts";
import { noticesOfFormats } from "../../src/run/plan-notices.ts";
import type { RunNotice } from "../../src/run/problem.ts";
import { divideWork } from "../../src/run/work.ts";
import {
  accepted,
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

describe("the notice about formats", () => {
  it("names what a plan without formats no longer gets, and the line that brings it back", () => {
    expect(noticesOfFormats({ without: [], platforms: [] })).toEqual([]);
    expect(noticesOfFormats({ without: ["audio"], platforms: ["moodle"] })).toEqual([]);
    const [notice] = noticesOfFormats({ without: ["audio", "sheets"], platforms: [] });
    const said = describeNotice(notice as RunNotice);
    expect(said).toContain("audio, cartridge, scorm, moodle, h5p, text, publisher’s sheets");
    expect(said).toContain(
      "package: { formats: [web, epub, print, words, anki, teacher, audio, cartridge, scorm, moodle, h5p] }",
    );
  });
});

describe("the remaining work", () => {
  const once = intended({ job: "a", attempt: 1 });
  const bought = [once, accepted("a", 1, 11)];

  it.each<[string, EventBody[], object]>([
    ["to buy a job that was never sent", [], { orders: [{ replaces: null }] }],
    ["to buy one that was provably refused", [once, refused("a", 1)], { orders: [{ replaces: null }] }],
    ["nothing for one whose creation is uncertain", [once], {}],
    ["to follow a story that has not ended", bought, { toFollow: [{ id: uuid(11) }] }],
    [
      "to follow each story that was paid for and has not ended, although another replaces it",
      [
        ...bought,
        { ...intended({ job: "a", attempt: 2 }), replaces: true } as EventBody,
        accepted("a", 2, 12),
      ],
      { toFollow: [{ id: uuid(11) }, { id: uuid(12) }] },
    ],
    ["nothing for a lesson that is done", [...bought, observed("a", 11, "ready"), saved("a", 11)], {}],
    ["not to buy a failed story again by itself", [...bought, observed("a", 11, "failed", 0)], {}],
  ])("is %s", (_, events, work) => {
    expect(divide(events)).toMatchObject({ orders: [], toFollow: [], ...work });
  });

  it("is to ask again for a story that the service did not find, and a package's gap says so", () => {
    const gapAfter = (event: EventBody) => gapsOf(matchLessons(planOf([job]), stateOf(...bought, event)));
    const missing = { type: "story.missing", edition: "1", job: "a", id: uuid(11) } as const;
    expect(divide([...bought, missing]).toFollow).toMatchObject([{ id: uuid(11) }]);
    expect(gapAfter(missing)).toMatchObject([{ state: "failed", askedAgain: true }]);
    const [failed] = gapAfter(observed("a", 11, "failed", 0));
    expect(failed?.state).toBe("failed");
    expect(failed?.askedAgain).toBeUndefined();
  });

  it("includes a second purchase only if a person names the job", () => {
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
