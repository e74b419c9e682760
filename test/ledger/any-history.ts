import fc from "fast-check";
import type { EventBody, LedgerEvent } from "../../src/ledger/event.ts";
import { everyEvent, id, opened, sha256 } from "./histories.ts";

// Few names, so that histories are about the same things; every order of events may come, also ones that no run writes.
const someEvent: fc.Arbitrary<EventBody> = fc
  .record({
    body: fc.constantFrom(...everyEvent.slice(1)),
    edition: fc.constantFrom("1", "2"),
    job: fc.constantFrom("a.es.2", "b.es.2"),
    attempt: fc.integer({ min: 0, max: 3 }),
    story: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom(
      "writing",
      "ready",
      "making_audiobook",
      "done",
      "failed",
      "canceled",
      "polishing",
    ),
  })
  .map(({ body, edition, job, attempt, story, status }) => {
    const names: Record<string, unknown> = { edition, job, attempt: id(attempt), id: id(0x10 + story) };
    if (body.type === "story.observed") names.status = status;
    const own = Object.entries(names).filter(([name]) => name in body && body.type !== "ledger.repaired");
    return { ...body, ...Object.fromEntries(own) } as EventBody;
  });

/** A history of random events about few jobs, over several days. */
export const anyHistory: fc.Arbitrary<LedgerEvent[]> = fc
  .array(someEvent, { maxLength: 40 })
  .map((bodies) => [opened, ...bodies])
  .map((bodies) =>
    bodies.map((body, index) => {
      const at = new Date(Date.UTC(2026, 10, 20) + index * 10 * 3_600_000).toISOString();
      return { ...body, seq: index + 1, at, hash: sha256 } as LedgerEvent;
    }),
  );
