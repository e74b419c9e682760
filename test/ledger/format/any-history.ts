import fc from "fast-check";
import type { EventBody, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { everyEvent, id, opened, sha256 } from "./histories.ts";

/** What an event is about, by few names, so that histories are about the same things. */
export interface Names {
  readonly edition: string;
  readonly job: string;
  readonly attempt: number;
  readonly story: number;
  readonly status: string;
}

const statuses = ["writing", "ready", "making_audiobook", "done", "failed", "canceled", "polishing"] as const;

/** An event like this one, about what the names say as far as such events name it. */
function about(body: EventBody, { edition, job, attempt, story, status }: Names): EventBody {
  const names: Record<string, unknown> = { edition, job, attempt: id(attempt), id: id(0x10 + story) };
  if (body.type === "story.observed") names.status = status;
  const own = Object.entries(names).filter(([name]) => name in body && body.type !== "ledger.repaired");
  return { ...body, ...Object.fromEntries(own) } as EventBody;
}

const ofLessons = everyEvent.filter(({ type }) => /^(creation|story|book)\./.test(type));

// Every order of events may come, also ones that no run writes.
const someEvent: fc.Arbitrary<EventBody> = fc
  .record({
    body: fc.oneof(fc.constantFrom(...everyEvent.slice(1)), {
      arbitrary: fc.constantFrom(...ofLessons),
      weight: 3,
    }),
    edition: fc.constantFrom("1", "1", "1", "2"),
    job: fc.constantFrom("a.es.2", "a.es.2", "a.es.2", "b.es.2"),
    attempt: fc.integer({ min: 0, max: 1 }),
    story: fc.integer({ min: 0, max: 1 }),
    status: fc.constantFrom(...statuses),
  })
  .map(({ body, ...names }) => about(body, names));

/** A history of random events about few jobs, over several days. */
export const anyHistory: fc.Arbitrary<LedgerEvent[]> = fc
  .array(someEvent, { maxLength: 60, size: "max" })
  .map((bodies) => [opened, ...bodies])
  .map((bodies) =>
    bodies.map((body, index) => {
      const at = new Date(Date.UTC(2026, 10, 20) + index * 10 * 3_600_000).toISOString();
      return { ...body, seq: index + 1, at, hash: sha256 } as LedgerEvent;
    }),
  );
