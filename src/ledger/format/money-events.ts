import type { EventBody } from "./event.ts";

/**
 * What an event says about money. `creation`: whether a creation happened, which every program that shares the ledger must know before the next one.
 * `cost`: what became of a story and what it cost. `none`: nothing.
 */
const money: Readonly<Record<EventBody["type"], "creation" | "cost" | "none">> = {
  "ledger.opened": "none",
  "ledger.repaired": "none",
  "ledger.rejoined": "none",
  "ledger.joined": "none",
  "ledger.consented": "none",
  "ledger.rebuilt": "none",
  "run.started": "none",
  "run.ended": "none",
  "quote.received": "none",
  "lesson.moved": "none",
  "lessons.matched": "none",
  "lesson.inherited": "none",
  "balance.accounted": "none",
  "creation.intended": "creation",
  "creation.accepted": "creation",
  "creation.refused": "creation",
  "creation.unsent": "creation",
  "creation.uncertain": "creation",
  "creation.resolved": "creation",
  "story.observed": "cost",
  "story.missing": "cost",
  "story.saved": "cost",
  "book.exported": "none",
  "times.saved": "none",
  "words.saved": "none",
  "book.unavailable": "none",
  "package.written": "none",
  "pace.learned": "none",
  "lesson.approved": "none",
  "lesson.held": "none",
  "lesson.rejected": "none",
  "comment.added": "none",
  "lesson.corrected": "none",
  "lesson.respoken": "none",
};

type Typed = Pick<EventBody, "type">;

/** Whether an event is of a creation: intended, or what became of it. */
export function isOfCreation<Event extends Typed>(
  event: Event,
): event is Extract<Event, { type: `creation.${string}` }> {
  return money[event.type] === "creation";
}

/** Whether an older copy of a ledger that lacks the event could buy again, or count wrongly what was spent. */
export function isOfMoney({ type }: Typed): boolean {
  return money[type] !== "none";
}
