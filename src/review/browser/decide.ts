import { personOf } from "../../ledger/format/reviews.ts";
import type { DecisionRequest, LessonDocument } from "../documents.ts";
import { textMost } from "../recorded-text.ts";
import { ask, askName, needed } from "./dialogs.ts";
import type { Page } from "./page.ts";
import { describeStatus } from "./words.ts";

/** The message to a person who cancels after typing. */
export const cancelled = "Not recorded. Your text is kept: start the same action again to go on with it.";

/** Asks for a text about a lesson, which is kept under a key until it is recorded; null: the person cancelled. */
async function askText(
  { kept, say }: Page,
  { key, title, label, objection }: Record<"key" | "title" | "label" | "objection", string>,
): Promise<string | null> {
  const unsent = { kept, key, about: title };
  const text = await ask({ title, label, objectionTo: needed(objection), most: textMost, unsent });
  if (text === null && kept.text(key) !== null) say(cancelled);
  return text;
}

/** Asks for what a decision needs, and sends the decision. Resolves with true if the decision was sent. */
export async function decide(
  page: Page,
  kind: DecisionRequest["kind"],
  { job, story, seen, known, title, status }: LessonDocument,
): Promise<boolean> {
  const { send, kept, say } = page;
  const who = await askName(kept);
  if (who === null) return false;
  const isMine = status.people.some((one) => personOf(one) === personOf(who));
  if (kind === "approved" && status.kind !== "held" && status.kind !== "rejected" && isMine) {
    say("You have already approved this version.");
    return false;
  }
  const key = JSON.stringify([story, kind]);
  const question = {
    key,
    title: `${kind === "held" ? "Hold" : "Reject"} “${title}”`,
    label: "Why? Others will read your reason",
    objection: "Give a reason, so that others know what has to change, or press Esc.",
  };
  const why = kind === "approved" ? null : await askText(page, question);
  if (kind !== "approved" && why === null) return false;
  const unheard = kept.isUnheard(seen.sound) ? { unheard: true as const } : {};
  await send("decisions", { job, story, seen, who, kind, why, known: [...known], ...unheard });
  kept.forgetText(key);
  return true;
}

/** Asks for a comment, and sends it. Resolves with true if the comment was sent. */
export async function comment(page: Page, { job, story, seen, title }: LessonDocument): Promise<boolean> {
  const { send, kept } = page;
  const who = await askName(kept);
  const key = JSON.stringify([story, "comment"]);
  const question = {
    key,
    title: `Comment on “${title}”`,
    label: "The comment stays with the lesson and doesn’t decide anything",
    objection: "Write something, or press Esc.",
  };
  const text = who === null ? null : await askText(page, question);
  if (who === null || text === null) return false;
  await send("comments", { job, story, seen, who, text });
  kept.forgetText(key);
  return true;
}

/** The reason not to approve a lesson; null if there is none. */
export function objectionTo({ status }: LessonDocument): string | null {
  return status.kind === "held" || status.kind === "rejected" ? describeStatus(status) : null;
}
