import fc from "fast-check";
import { expect, it } from "vitest";
import { costsOf, sumOfAttempts, sumOfCosts } from "../../../src/ledger/format/charges.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { isAbsent, jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import { eventsOf } from "../fixtures.ts";
import { anyHistory } from "./any-history.ts";
import { id, intended, like, opened } from "./histories.ts";

it("adds up to the sums over all attempts, by which every intention is checked, in every history", () => {
  fc.assert(
    fc.property(anyHistory, (events) => {
      const state = fold(events);
      const sum = sumOfCosts(costsOf(state));
      const { committed, spent, held } = sumOfAttempts(state.jobs.values());
      expect(sum).toMatchObject({ committed, spent, held });
      const attempts = [...state.jobs.values()].flatMap((record) => record.attempts);
      expect(sum.stories).toBe(attempts.filter((attempt) => !isAbsent(attempt)).length);
      expect(sum.wasted).toBeLessThanOrEqual(sum.spent);
      const isAllDone = [...state.jobs.values()].every(
        (record) => record.attempts.length === 1 && jobStatusOf(record).kind === "done",
      );
      if (isAllDone) expect(sum.wasted).toBe(0);
    }),
    { seed: 20_261_124, numRuns: 150 },
  );
});

it("counts as wasted what was paid for a story that failed, and for one that was replaced once the other is done", () => {
  const story = (number: number, job: string) => {
    const ids = { edition: "1", job, id: id(number + 0x50) };
    const attempt = { edition: "1", job, attempt: id(number) };
    return {
      made: [intended(attempt), like("creation.accepted", { ...attempt, id: ids.id })],
      seen: (status: string, credits: number) => [
        like("story.observed", { ...ids, status, credits, book: null }),
      ],
      saved: [like("story.saved", ids), like("book.exported", ids)],
    };
  };
  const wasted = (bodies: readonly EventBody[]) =>
    sumOfCosts(costsOf(fold(eventsOf([opened, ...bodies])))).wasted;
  const failed = story(1, "a.es.2");
  const events = [...failed.made, ...failed.seen("failed", 5)];
  expect(wasted(events)).toBe(5);
  const first = story(2, "b.es.2");
  events.push(...first.made, ...first.seen("done", 13), ...first.saved);
  expect(wasted(events)).toBe(5);
  const second = story(3, "b.es.2");
  events.push(...second.made, ...second.seen("writing", 13));
  expect(wasted(events)).toBe(5);
  events.push(...second.seen("done", 13), ...second.saved);
  expect(wasted(events)).toBe(18);
});
