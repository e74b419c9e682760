import { expect, test } from "vitest";
import type { EventBody, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { joinLedgers } from "../../../src/ledger/format/join.ts";
import { newestCorrections, overlayInForce } from "../../../src/ledger/format/reviews.ts";
import type { StoryFacts } from "../../../src/ledger/format/state.ts";
import { at, chained } from "../fixtures.ts";
import { edition, id, intended, job, like, opened, storyId } from "./histories.ts";

const accepted = like("creation.accepted");

/** The correction of a number, with a file of the same number; or the undoing of another. */
const corrected = (number: number, undoes: number | null = null, who = "Ana"): EventBody => {
  const file = { file: `corrections/${number}.json`, bytes: 1, sha256: String(number % 10).repeat(64) };
  const change = undoes === null ? { overlay: file, undoes } : { overlay: null, undoes: id(undoes) };
  return like("lesson.corrected", { correction: id(number), who, ...change });
};

const begun = chained([opened, intended(), accepted]);

function storyIn(events: readonly LedgerEvent[]): StoryFacts {
  const story = fold(events).jobs.get(`${edition}/${job}`)?.stories.get(storyId);
  if (story === undefined) throw new Error("no story");
  return story;
}

const inForce = (...bodies: readonly EventBody[]): string | null =>
  overlayInForce(storyIn(chained(bodies, begun)))?.file ?? null;

test("the newest correction is in force until it is undone, and then the one before it, down to none", () => {
  expect(inForce()).toBeNull();
  expect(inForce(corrected(1), corrected(2))).toBe("corrections/2.json");
  expect(inForce(corrected(1), corrected(2), corrected(3, 2))).toBe("corrections/1.json");
  expect(inForce(corrected(1), corrected(2), corrected(3, 2), corrected(4))).toBe("corrections/4.json");
  expect(inForce(corrected(1), corrected(2), corrected(3, 2), corrected(4, 1))).toBeNull();
});

test("a correction that is recorded twice is one, and so is taken back once", () => {
  const story = storyIn(chained([corrected(1), corrected(2), corrected(2)], begun));
  expect(story.corrections).toHaveLength(2);
  expect(newestCorrections(story)).toMatchObject({
    newest: { correction: id(2) },
    before: { correction: id(1) },
  });
});

test("of two ledgers that corrected the same lesson the joined one has both", () => {
  const ours = chained([corrected(1)], begun);
  const theirs = chained([corrected(2, null, "Ben")], begun);
  const { events } = joinLedgers(ours, theirs, at);
  const story = storyIn(events);
  expect(overlayInForce(story)?.file).toBe("corrections/2.json");
  expect(overlayInForce(storyIn(chained([corrected(3, 2)], events)))?.file).toBe("corrections/1.json");
});

test("a ledger that only lacks corrections gets them without a conflict", () => {
  const theirs = chained([corrected(1), corrected(2)], begun);
  expect(joinLedgers(begun, theirs, at).conflicts).toEqual([]);
  expect(joinLedgers(theirs, chained([corrected(1)], begun), at)).toMatchObject({ added: 0 });
});
