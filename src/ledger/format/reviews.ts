import { withoutInvisible } from "../../shared/text.ts";
import type { EventOf } from "./event.ts";
import type { Correction, Decision, Respoken, SavedOverlay, Seen, StoryFacts } from "./state.ts";

/**
 * What reviewers have decided about a lesson, as it is now.
 *
 * - approved: enough different people approved exactly this text, recording, times and correction.
 * - held, rejected: a person made this decision, and no approval names it as overruled.
 * - waiting: `missing` more people have to approve it. `lapsed`: approvals that no longer count, because what the reviewers saw has changed:
 *   `changed` lists those parts.
 */
export type ReviewStatus =
  | { readonly kind: "approved"; readonly by: readonly Decision[] }
  | { readonly kind: "held" | "rejected"; readonly by: Decision }
  | {
      readonly kind: "waiting";
      readonly missing: number;
      readonly by: readonly Decision[];
      readonly lapsed: readonly { readonly decision: Decision; readonly changed: readonly (keyof Seen)[] }[];
    };

/** A person's decision that a lesson must not be published, or not for now. */
export interface Objection {
  readonly decision: "held" | "rejected";
  readonly who: string;
  readonly at: string;
  readonly why: string | null;
}

/** A lesson that a person held or rejected. */
export interface ObjectedLesson extends Objection {
  readonly job: string;
}

/** The events that record a decision about a lesson, with the decision that each records. */
export const decides = {
  "lesson.approved": "approved",
  "lesson.held": "held",
  "lesson.rejected": "rejected",
} as const satisfies Record<Decision["type"], string>;

/**
 * The review status of a lesson. `now`: what the lesson consists of at present; `required`: how many different people must approve it. Neither the
 * order nor the times of the decisions matter, only which decisions an approval names. Ledgers can therefore be joined, and clocks may be wrong. Pure.
 */
export function reviewStatus(decisions: readonly Decision[], now: Seen, required: number): ReviewStatus {
  const approvals = decisions.filter((one) => one.type === "lesson.approved");
  const objections = decisions.filter((one) => one.type !== "lesson.approved");
  const overruled = new Set(approvals.flatMap(({ despite }) => despite));
  const [gravest] = objections.filter(({ decision }) => !overruled.has(decision)).sort(graverThenNewer);
  if (gravest !== undefined) return { kind: decides[gravest.type], by: gravest };
  const upheld = approvals.filter((approval) => !isTakenBack(approval, objections));
  const by = onePerPerson(upheld.filter(({ seen }) => changedParts(seen, now).length === 0));
  if (by.length >= required) return { kind: "approved", by };
  const people = new Set(by.map(({ who }) => personOf(who)));
  const lapsed = onePerPerson(upheld.filter(({ who }) => !people.has(personOf(who))));
  return {
    kind: "waiting",
    missing: required - by.length,
    by,
    lapsed: lapsed.map((decision) => ({ decision, changed: changedParts(decision.seen, now) })),
  };
}

/** Whether the same person has decided otherwise, and not approved the lesson again knowing that. */
function isTakenBack({ who, despite }: EventOf<"lesson.approved">, objections: readonly Decision[]): boolean {
  const person = personOf(who);
  return objections.some((one) => personOf(one.who) === person && !despite.includes(one.decision));
}

/** The newest decision of each person, by its own time. */
function onePerPerson<One extends Decision>(decisions: readonly One[]): One[] {
  const newestLast = [...decisions].sort((a, b) => compare(a.at, b.at));
  return [...new Map(newestLast.map((decision) => [personOf(decision.who), decision])).values()];
}

function graverThenNewer(one: Decision, other: Decision): number {
  const rejectedFirst = Number(other.type === "lesson.rejected") - Number(one.type === "lesson.rejected");
  return rejectedFirst || compare(other.at, one.at);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Names that differ only in case, spaces, signs, the form of their characters or invisible characters count as the name of one person. */
export function personOf(who: string): string {
  const shown = withoutInvisible(who.normalize("NFKC")).toLowerCase();
  // A name of signs alone, as older ledgers may have one, is all that it has.
  return shown.replace(/[^\p{L}\p{M}\p{N}]/gu, "") || shown.trim();
}

const parts = ["text", "sound", "times", "correction"] as const satisfies readonly (keyof Seen)[];

/** The parts of a lesson that differ from what a person saw. If an older decision doesn't name a correction, there was none. Pure. */
export function changedParts(seen: Seen, now: Seen): (keyof Seen)[] {
  return parts.filter((part) => (seen[part] ?? null) !== (now[part] ?? null));
}

/** The newest correction of a story that has not been undone: it alone applies. Null if there is none. Pure. */
export function newestCorrection({ corrections }: Pick<StoryFacts, "corrections">): Correction | null {
  const undone = new Set(corrections.flatMap(({ undoes }) => undoes ?? []));
  const applies = ({ correction, undoes }: Correction): boolean => undoes === null && !undone.has(correction);
  return corrections.filter(applies).at(-1) ?? null;
}

/** The file with a story's current corrections; null if there are none. Pure. */
export function overlayInForce(facts: Pick<StoryFacts, "corrections">): SavedOverlay | null {
  return newestCorrection(facts)?.overlay ?? null;
}

/**
 * The recording with sentences that were spoken anew, if it was made from the correction and the book that are in force; null if the book's
 * own sound is in force. Pure.
 */
export function respokenInForce(
  facts: Pick<StoryFacts, "corrections" | "book" | "respoken">,
): Respoken | null {
  const correction = overlayInForce(facts)?.sha256;
  const isOfBoth = (one: Respoken): boolean =>
    one.correction === correction && one.book === facts.book?.sha256;
  return facts.respoken.filter(isOfBoth).at(-1) ?? null;
}
