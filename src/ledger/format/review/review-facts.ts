import type { EventBody, EventOf } from "../event.ts";
import { timeOf } from "../kept-facts.ts";
import type { Correction, Decision, Respoken, ReviewComment, StoryFacts } from "../state.ts";

/** What people have said about a story. */
type ReviewFacts = Pick<StoryFacts, "decisions" | "comments" | "corrections" | "respoken">;

/** What people have said about a story, with one more event. Pure. */
export function withReview(
  { decisions, comments, corrections, respoken }: ReviewFacts,
  event: EventOf<keyof typeof decides | "comment.added" | "lesson.corrected" | "lesson.respoken">,
): Partial<ReviewFacts> {
  switch (event.type) {
    case "comment.added":
      return { comments: withOnce(comments, commentIn(event), "comment") };
    case "lesson.corrected":
      return { corrections: withOnce(corrections, correctionIn(event), "correction") };
    case "lesson.respoken":
      return { respoken: withOnce(respoken, respokenIn(event), "respoken") };
    default:
      return { decisions: withOnce(decisions, decisionIn(event), "decision") };
  }
}

/** The events that decide about a lesson, with what each decides. */
const decides = {
  "lesson.approved": "approved",
  "lesson.held": "held",
  "lesson.rejected": "rejected",
} as const satisfies Partial<Record<EventBody["type"], Decision["kind"]>>;

/** A reviewer's decision. */
function decisionIn(event: EventOf<keyof typeof decides>): Decision {
  const { at, decision, who, why, seen, unheard } = event;
  const despite = event.type === "lesson.approved" ? event.despite : [];
  const of = { kind: decides[event.type], at, decision, who, why, seen, despite };
  return unheard === true ? { ...of, unheard } : of;
}

/** A reviewer's remark. */
function commentIn(event: EventOf<"comment.added">): ReviewComment {
  const { at, comment, who, text, sentence, seen } = event;
  return { at, comment, who, text, sentence, seen };
}

/** A correction of a lesson, or one taken back. */
function correctionIn(event: EventOf<"lesson.corrected">): Correction {
  const { correction, who, overlay, sentences, glosses, title, undoes, seen } = event;
  return { at: timeOf(event), correction, who, overlay, sentences, glosses, title, undoes, seen };
}

/** Sentences that were spoken anew. */
function respokenIn(event: EventOf<"lesson.respoken">): Respoken {
  const { respoken, who, narrator, sound, times, correction, book, sentences, title } = event;
  return { at: timeOf(event), respoken, who, narrator, sound, times, correction, book, sentences, title };
}

/**
 * A list with one more entry, unless it has one of that id: a file from a reviewer may be imported twice, and into two ledgers that are
 * joined later.
 */
function withOnce<Id extends string, One extends { readonly [Key in Id]: string }>(
  list: readonly One[],
  one: One,
  id: Id,
): readonly One[] {
  return list.some((known) => known[id] === one[id]) ? list : [...list, one];
}
